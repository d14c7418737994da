// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/match_store.h"
#include "backend/store/pg_session.h"

#include <string_view>

namespace onceover {

// Matching in PostgreSQL, under an ingest's login or, with a core's id, under that core's. A
// connection of its own; one thread.
class PgMatchStore final : public MatchStore
{
public:
    explicit PgMatchStore(
        ConnectionSettings settings, const std::optional<Uuid>& coreId = std::nullopt);

    Result<std::string> takeFreeRecords(
        const std::optional<Uuid>& importId, const std::optional<Uuid>& after, int limit) override;
    Result<std::string> matchWorld(
        const std::string& layer,
        const std::vector<Uuid>& recordIds,
        const std::vector<std::string>& names,
        const std::vector<std::string>& beginnings) override;
    Result<MatchCounts> applyMatches(
        const std::vector<Uuid>& recordIds, const std::string& matches) override;
    Result<int> findLatePayments() override;
    Result<std::string> backTestWork() override;
    Result<void> recordBackTest(const Uuid& testId, const std::string& test) override;

private:
    Result<Rows> run(std::string_view name, const Params& params);

    PgSession m_session;
    std::optional<Uuid> m_coreId;
};

} // namespace onceover
