// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/failure.h"
#include "app/sandbox/json_fields.h"

#include <filesystem>
#include <string>
#include <vector>

namespace onceover {

// The sandbox's own append-only record of what it received and what it did with money:
// DIR/ledger.jsonl, one JSON object a line. append() returns only when the lines are on disk, so
// whoever got an answer finds it in here, even after kill -9. It is the oracle of the tests, so it
// never guesses: a damaged line in the middle is refused.
class Ledger
{
public:
    // Opens for writing, alone (an exclusive lock is held while this object lives): creates DIR and
    // file where they are missing, reads everything back, and cuts a torn last line, which no
    // answer can have been based on.
    static Outcome<Ledger> openForWriting(const std::filesystem::path& directory);

    // Reads without a lock and changes nothing; a torn last line is left out.
    static Outcome<std::vector<Json>> read(const std::filesystem::path& directory);

    Ledger(Ledger&& other) noexcept;
    Ledger& operator=(Ledger&&) = delete;
    Ledger(const Ledger&) = delete;
    Ledger& operator=(const Ledger&) = delete;
    ~Ledger();

    // Writes the lines and fsyncs them. After a failure nothing may be answered any more: a failed
    // fsync says nothing about what is on disk, so the caller ends the process.
    [[nodiscard]] Outcome<void> append(const std::vector<Json>& lines);

    const std::vector<Json>& lines() const { return m_lines; }

    // Random constant of this ledger; keeps charge ids of different ledgers apart.
    std::string instance() const;

private:
    Ledger(int descriptor, std::vector<Json> lines);

    int m_descriptor = -1;
    std::vector<Json> m_lines;
};

} // namespace onceover
