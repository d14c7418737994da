// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/random_id_source.h"
#include "app/core/statement_import.h"
#include "app/core/system_clock.h"
#include "backend/store/pg_match_store.h"
#include "tests/support/store_fixture.h"

#include <QTemporaryDir>

#include <cstdint>
#include <optional>
#include <string>

namespace onceover {

// One installation into which files are imported as the program does it, without a process for
// each.
class CsvWorld
{
public:
    CsvWorld();

    struct Answer
    {
        // STORED, SAME_FILE, SAME_STATEMENTS, or the code of the refusal.
        std::string outcome;
        // Of the refusal.
        std::string message;
        std::int64_t line = 0;
        std::int64_t records = 0;
    };

    Answer import(
        const std::string& bytes,
        const std::string& account = {},
        const std::string& provider = {},
        const std::string& currency = {});
    // A new database.
    void startAnew();

    std::string cell(const std::string& sql);

    StoreFixture& fixture() { return m_fixture; }

    const std::string& database() const { return m_database; }

private:
    std::string write(const std::string& bytes);

    StoreFixture m_fixture;
    std::string m_database;
    std::optional<PgImportStore> m_lines;
    std::optional<PgMatchStore> m_matches;
    std::optional<MatchStep> m_matching;
    SystemClock m_clock;
    RandomIdSource m_ids;
    QTemporaryDir m_files;
    std::optional<Connection> m_owner;
    int m_count = 0;
};

} // namespace onceover
