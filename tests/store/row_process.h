// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/engine/engine_parts.h"
#include "tests/store/model_row.h"

#include <filesystem>
#include <memory>
#include <string>

namespace onceover {

// Where the process of a core dies.
enum class Death
{
    None,
    AfterClaim,
    BeforeCalling,
    AfterCalling,
    // The provider has executed; nobody reads the answer.
    InCall,
};

// One process of a core of its own: the engine's steps over the real store and a real journal file.
// Several processes of one core follow each other over one file.
class RowProcess
{
public:
    // Registers the core; ends the test program if the journal or the database refuses.
    RowProcess(
        StoreFixture& fixture,
        const std::string& database,
        const std::filesystem::path& journalFile,
        int coreNumber);
    ~RowProcess();

    RowProcess(const RowProcess&) = delete;
    RowProcess& operator=(const RowProcess&) = delete;

    // Claims one payment of the row's provider, calls it and takes its result in; false if it died
    // on the way, as a process does: nothing else happens then.
    bool claimAndCall(ModelRow& row, Death death);
    // Copies the journal's file aside right before the next CALLING, as an image of the machine
    // would.
    void takeImage(const std::filesystem::path& image);
    // What the next process does with what it finds in the journal; "" or the code of the error.
    std::string settle();
    // The database's answer to the process, "" while it owns its core.
    std::string heartbeat();

    // Whether, at every call, the file on the disk had said so before.
    bool wasAnnounced() const;
    int callCount() const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace onceover
