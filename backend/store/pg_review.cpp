// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_review.h"

#include "backend/store/store_sql.h"

#include <utility>

namespace onceover {

namespace {

constexpr int kPage = 500;

} // namespace

PgReview::PgReview(ConnectionSettings settings)
    : m_session(std::move(settings))
{}

Result<Rows> PgReview::read(std::string_view name, const Params& params)
{
    const auto connection = m_session.open();
    if (!connection)
        return Failure(connection.error());
    return PgSession::run(**connection, storeStatement(name), params, m_session.deadline());
}

Result<InstallationState> PgReview::installation()
{
    const auto rows = read("review_installation", Params());
    if (!rows)
        return Failure(rows.error());
    if (rows->isEmpty())
        return Failure(Error::notHappened(
            "installation.missing", "The database is migrated but not installed."));
    const Row row = (*rows)[0];
    InstallationState state;
    state.isDemo = row.boolean("is_demo").value_or(false);
    state.schemaVersion = row.int64("schema_version").value_or(0);
    state.incarnationState = row.text("incarnation_state").value_or("");
    state.incarnationWhy = row.text("incarnation_why").value_or("");
    return state;
}

Result<std::vector<CoreWitness>> PgReview::witnesses()
{
    const auto rows = read("review_witnesses", Params());
    if (!rows)
        return Failure(rows.error());
    std::vector<CoreWitness> witnesses;
    for (const Row& row : *rows)
        witnesses.push_back(
            {row.text("core_id").value_or(""),
             row.text("name").value_or(""),
             row.text("host").value_or(""),
             row.text("core_state").value_or(""),
             row.text("witness_state").value_or(""),
             row.int64("server_started_us").value_or(0),
             row.int64("last_seen_us").value_or(0),
             row.int64("open_attempt_count").value_or(0),
             row.text("open_attempt_ids").value_or(""),
             row.text("digest").value_or(""),
             row.text("open_decision_id").value_or(""),
             row.text("open_decision_kind").value_or(""),
             row.text("open_proposed_by_name").value_or("")});
    return witnesses;
}

Result<std::vector<StatusTotal>> PgReview::status()
{
    const auto rows = read("review_status", Params());
    if (!rows)
        return Failure(rows.error());
    std::vector<StatusTotal> totals;
    for (const Row& row : *rows)
        totals.push_back(
            {row.text("status").value_or(""),
             row.text("currency").value_or(""),
             row.int64("payment_count").value_or(0),
             row.int64("amount_minor").value_or(0)});
    return totals;
}

Result<std::vector<AccountBalance>> PgReview::ledger()
{
    const auto rows = read("review_ledger", Params());
    if (!rows)
        return Failure(rows.error());
    std::vector<AccountBalance> balances;
    for (const Row& row : *rows)
        balances.push_back(
            {row.text("account").value_or(""),
             row.text("currency").value_or(""),
             row.int64("balance_minor").value_or(0)});
    return balances;
}

Result<void> PgReview::payments(
    const std::optional<std::string>& status,
    const std::function<void(const std::string& json)>& take)
{
    std::optional<Uuid> after;
    for (;;) {
        const auto rows = read("review_payments", Params().text(status).uuid(after).int64(kPage));
        if (!rows)
            return Failure(rows.error());
        for (const Row& row : *rows) {
            take(row.text("payment").value_or(""));
            after = Uuid::fromText(row.text("payment_id").value_or(""));
        }
        if (rows->size() < static_cast<std::size_t>(kPage) || !after)
            return {};
    }
}

Result<void> PgReview::sources(
    const std::optional<std::string>& type,
    const std::function<void(const std::string& json)>& take)
{
    const auto rows = read("review_sources", Params().text(type));
    if (!rows)
        return Failure(rows.error());
    for (const Row& row : *rows)
        take(row.text("told").value_or(""));
    return {};
}

Result<std::optional<CaseKey>> PgReview::caseKey(const std::string& idOrReference)
{
    const auto rows = read("review_case", Params().text(idOrReference));
    if (!rows)
        return Failure(rows.error());
    if (rows->isEmpty())
        return std::optional<CaseKey>();
    const Row row = (*rows)[0];
    CaseKey key;
    key.paymentId = Uuid::fromText(row.text("payment_id").value_or("")).value_or(Uuid());
    key.version = row.int64("version").value_or(0);
    key.digest = row.text("digest").value_or("");
    return std::optional<CaseKey>(key);
}

Result<CoreKey> PgReview::coreKey(const std::string& idOrName)
{
    const auto rows = read("review_core", Params().text(idOrName));
    if (!rows)
        return Failure(rows.error());
    if (rows->isEmpty())
        return Failure(Error::notHappened("core.unknown", "There is no core " + idOrName + "."));
    if (rows->size() > 1)
        return Failure(Error::notHappened(
            "core.several", "Several cores have this name; name one by its id."));
    const Row row = (*rows)[0];
    return CoreKey{
        Uuid::fromText(row.text("core_id").value_or("")).value_or(Uuid()),
        row.text("digest").value_or("")};
}

Result<UploadKey> PgReview::uploadKey(const std::string& idOrSha256)
{
    const auto rows = read("review_upload", Params().text(idOrSha256));
    if (!rows)
        return Failure(rows.error());
    if (rows->isEmpty())
        return Failure(
            Error::notHappened("upload.unknown", "No person uploaded a file " + idOrSha256 + "."));
    const Row row = (*rows)[0];
    return UploadKey{
        Uuid::fromText(row.text("upload_id").value_or("")).value_or(Uuid()),
        row.text("digest").value_or(""),
        row.text("state").value_or("")};
}

Result<void> PgReview::files(int limit, const std::function<void(const std::string& json)>& take)
{
    const auto rows = read("review_files", Params().int64(limit));
    if (!rows)
        return Failure(rows.error());
    for (const Row& row : *rows)
        take(row.text("file").value_or(""));
    return {};
}

Result<std::optional<std::string>> PgReview::payment(const std::string& idOrReference)
{
    const auto rows = read("review_payment", Params().text(idOrReference));
    if (!rows)
        return Failure(rows.error());
    if (rows->isEmpty())
        return std::optional<std::string>();
    return (*rows)[0].text("payment");
}

} // namespace onceover
