// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/store/desk_world.h"

#include <string>

namespace onceover {

// People who upload files, and the ingest beside them. Calls answer "" or the refusal's code.
class UploadWorld : public DeskWorld
{
public:
    explicit UploadWorld(StoreFixture& fixture)
        : DeskWorld(fixture)
    {}

    struct File
    {
        std::string id;
        std::string sha256;
        std::string row;
        // What its one line names.
        std::string reference;
        std::int64_t amountMinor = 1250;
        // What the statement says of itself.
        std::int64_t entryCount = 1;
        std::int64_t debitsMinor = 1250;
        std::string statementId;
        std::string content = "content";
        std::string account = "ACC";
    };

    // One line that names this payment.
    File fileFor(const std::string& payment) { return fileOf(*this, payment); }

    static File fileOf(DeskWorld& world, const std::string& payment);

    std::string begin(Connection& who, const File& file);
    std::string add(Connection& who, const File& file, int ordinal, bool isStatement);
    std::string finish(Connection& who, const File& file);
    // All of it.
    std::string upload(Connection& who, const File& file);
    std::string uploadDigest(const File& file);
    std::string proposeUpload(
        Connection& who,
        const std::string& decision,
        const File& file,
        const std::string& digest = {});
    // By liwei, answered for by his proposal; approved by ana.
    std::string accepted(const File& file);
    std::string link(Connection& who, const File& file);
    // The same file by the approved channel.
    std::string ingestStores(const File& file);

    std::string imports(const File& file);
    std::string links(const std::string& payment);
    // Of its only attempt.
    std::string fateOf(const std::string& payment);

    static std::string fileJson(const File& file);
    static std::string statementJson(const File& file);
    static std::string recordsJson(const File& file);
};

} // namespace onceover
