// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_match_store.h"

#include "backend/store/store_sql.h"

#include <utility>

namespace onceover {

namespace {

// A page of lines that all have many rivals takes longer than a single statement elsewhere.
constexpr std::chrono::seconds kPatience{60};

} // namespace

PgMatchStore::PgMatchStore(ConnectionSettings settings, const std::optional<Uuid>& coreId)
    : m_session(std::move(settings), kPatience)
    , m_coreId(coreId)
{}

Result<Rows> PgMatchStore::run(std::string_view name, const Params& params)
{
    const auto connection = m_session.open();
    if (!connection)
        return Failure(connection.error());
    return PgSession::runCommitted(
        **connection, storeStatement(name), params, m_session.deadline());
}

Result<std::string> PgMatchStore::takeFreeRecords(
    const std::optional<Uuid>& importId, const std::optional<Uuid>& after, int limit)
{
    const auto rows =
        run("take_free_records", Params().uuid(m_coreId).uuid(importId).uuid(after).int64(limit));
    if (!rows)
        return Failure(rows.error());
    return (*rows)[0].text("lines").value_or("[]");
}

Result<std::string> PgMatchStore::matchWorld(
    const std::string& layer,
    const std::vector<Uuid>& recordIds,
    const std::vector<std::string>& names,
    const std::vector<std::string>& beginnings)
{
    const auto rows =
        run("match_world",
            Params().uuid(m_coreId).text(layer).uuidArray(recordIds).textArray(names).textArray(
                beginnings));
    if (!rows)
        return Failure(rows.error());
    return (*rows)[0].text("world").value_or("");
}

Result<MatchCounts> PgMatchStore::applyMatches(
    const std::vector<Uuid>& recordIds, const std::string& matches)
{
    const auto rows =
        run("apply_matches", Params().uuid(m_coreId).uuidArray(recordIds).json(matches));
    if (!rows)
        return Failure(rows.error());
    const Row row = (*rows)[0];
    return MatchCounts{
        static_cast<int>(row.int64("linked").value_or(0)),
        static_cast<int>(row.int64("candidates").value_or(0))};
}

Result<int> PgMatchStore::findLatePayments()
{
    const auto rows = run("find_late_payments", Params().uuid(m_coreId));
    if (!rows)
        return Failure(rows.error());
    return static_cast<int>((*rows)[0].int64("late").value_or(0));
}

Result<std::string> PgMatchStore::backTestWork()
{
    const auto rows = run("back_test_work", Params().uuid(m_coreId));
    if (!rows)
        return Failure(rows.error());
    return (*rows)[0].text("work").value_or("");
}

Result<void> PgMatchStore::recordBackTest(const Uuid& testId, const std::string& test)
{
    const auto rows = run("record_back_test", Params().uuid(m_coreId).uuid(testId).json(test));
    if (!rows)
        return Failure(rows.error());
    return {};
}

} // namespace onceover
