// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_payment_store.h"

#include "backend/store/look_facts_json.h"
#include "backend/store/store_json.h"
#include "backend/store/store_rows.h"
#include "backend/store/store_sql.h"

#include <utility>

namespace onceover {

namespace {

Failure unexpected(std::string what)
{
    return Failure(Error::possible("store.unexpected", std::move(what)));
}

Result<void> withoutRows(const Result<Rows>& rows)
{
    if (!rows)
        return Failure(rows.error());
    return {};
}

std::vector<Uuid> uuidsOf(const Rows& rows, std::string_view column)
{
    std::vector<Uuid> ids;
    for (const Row& row : rows) {
        if (const auto id = Uuid::fromText(row.text(column).value_or("")))
            ids.push_back(*id);
    }
    return ids;
}

} // namespace

PgPaymentStore::PgPaymentStore(ConnectionSettings settings, std::chrono::milliseconds timeout)
    : m_session(std::move(settings), timeout)
{}

Result<Rows> PgPaymentStore::read(std::string_view name, const Params& params)
{
    const auto connection = m_session.current();
    if (!connection)
        return Failure(connection.error());
    return PgSession::run(**connection, storeStatement(name), params, m_session.deadline());
}

Result<Rows> PgPaymentStore::write(std::string_view name, const Params& params)
{
    const auto connection = m_session.current();
    if (!connection)
        return Failure(connection.error());
    return PgSession::runCommitted(
        **connection, storeStatement(name), params, m_session.deadline());
}

Result<void> PgPaymentStore::registerCore(const CoreIdentity& core)
{
    if (const auto opened = m_session.open(); !opened)
        return Failure(opened.error());
    return withoutRows(write(
        "register_core",
        Params()
            .uuid(core.coreId)
            .text(core.name)
            .text(core.host)
            .uuid(core.journalId)
            .uuid(core.bootNonce)
            .text(core.programVersion)));
}

Result<bool> PgPaymentStore::heartbeat(const CoreIdentity& core, std::uint64_t journalRecords)
{
    const auto rows = read(
        "heartbeat",
        Params()
            .uuid(core.coreId)
            .uuid(core.bootNonce)
            .int64(static_cast<std::int64_t>(journalRecords))
            .int64(m_beats));
    if (!rows)
        return Failure(rows.error());
    m_beats = (*rows)[0].int64("beats").value_or(m_beats);
    return (*rows)[0].boolean("is_paused").value_or(false);
}

Result<void> PgPaymentStore::setPaused(const CoreIdentity& core, bool isPaused)
{
    return withoutRows(write("set_core_paused", Params().uuid(core.coreId).boolean(isPaused)));
}

Result<ServerCheck> PgPaymentStore::beginCheck(
    const CoreIdentity& core, std::uint64_t journalRecords)
{
    const auto rows = write(
        "begin_check",
        Params()
            .uuid(core.coreId)
            .uuid(core.bootNonce)
            .int64(static_cast<std::int64_t>(journalRecords)));
    if (!rows)
        return Failure(rows.error());
    auto check = serverCheckOf((*rows)[0]);
    if (check)
        check->session = m_session.number();
    return check;
}

Result<std::vector<MissingAttempt>> PgPaymentStore::findMissing(
    const CoreIdentity& core, const std::vector<WitnessedAttempt>& attempts)
{
    std::vector<Uuid> ids;
    std::vector<std::string> states;
    for (const WitnessedAttempt& attempt : attempts) {
        ids.push_back(attempt.attemptId);
        states.emplace_back(textOf(attempt.state));
    }
    const auto rows =
        write("find_missing", Params().uuid(core.coreId).uuidArray(ids).textArray(states));
    if (!rows)
        return Failure(rows.error());
    std::vector<MissingAttempt> missing;
    for (const Row& row : *rows) {
        const auto id = Uuid::fromText(row.text("attempt_id").value_or(""));
        if (!id)
            return unexpected("The answer about missing attempts is not understood.");
        missing.push_back({*id, row.text("finding").value_or("")});
    }
    return missing;
}

Result<void> PgPaymentStore::finishCheck(
    const CoreIdentity& core, std::int64_t startedAtUs, std::uint64_t journalRecords)
{
    return withoutRows(write(
        "finish_check",
        Params()
            .uuid(core.coreId)
            .uuid(core.bootNonce)
            .int64(startedAtUs)
            .int64(static_cast<std::int64_t>(journalRecords))));
}

Result<ClaimAnswer> PgPaymentStore::claim(const CoreIdentity& core, const ClaimRequest& request)
{
    const auto connection = m_session.current();
    if (!connection)
        return Failure(connection.error());
    const Deadline deadline = m_session.deadline();
    auto transaction = Transaction::begin(**connection, deadline);
    if (!transaction)
        return Failure(
            Error::notHappened(transaction.error().code(), transaction.error().detail()));
    const auto rows = transaction->execute(
        storeStatement("claim"),
        Params()
            .uuid(core.coreId)
            .uuid(core.bootId)
            .text(request.provider)
            .uuidArray(request.attemptIds)
            .int64(request.leaseMs),
        deadline);
    // COMMIT was never sent: whatever happened, nothing is claimed.
    if (!rows)
        return Failure(Error::notHappened(rows.error().code(), rows.error().detail()));
    ClaimAnswer answer;
    answer.session = m_session.number();
    for (const Row& row : *rows) {
        auto attempt = claimedAttemptOf(row, request.provider);
        if (!attempt)
            return Failure(Error::notHappened(attempt.error().code(), attempt.error().detail()));
        answer.attempts.push_back(std::move(*attempt));
    }
    const CommitOutcome outcome = transaction->commit(deadline);
    if (outcome.isRolledBack())
        return Failure(Error::notHappened(outcome.error()->code(), outcome.error()->detail()));
    answer.commit = outcome.isCommitted() ? ClaimCommit::Committed : ClaimCommit::InDoubt;
    return answer;
}

Result<void> PgPaymentStore::readyToCall(
    const CoreIdentity& core,
    std::uint64_t session,
    const ClaimedAttempt& attempt,
    const std::string& body)
{
    if (session != m_session.number())
        return Failure(
            Error::notHappened("claim.other_session", "The session that made the claim is gone."));
    return withoutRows(write(
        "ready_to_call",
        Params()
            .uuid(core.coreId)
            .uuid(attempt.submission.attemptId)
            .int64(attempt.epoch)
            .text(body)));
}

Result<AttemptLook> PgPaymentStore::lookUpAttempt(const CoreIdentity& core, const Uuid& attemptId)
{
    const auto rows = write("look_up_attempt", Params().uuid(core.coreId).uuid(attemptId));
    if (!rows)
        return Failure(rows.error());
    const std::string state = (*rows)[0].text("state").value_or("");
    if (state == "CLAIMED")
        return AttemptLook::Claimed;
    if (state == "VOID")
        return AttemptLook::Void;
    return unexpected("The state of an attempt id is not understood: " + state);
}

Result<std::vector<RecordedResult>> PgPaymentStore::recordResults(
    const CoreIdentity& core, const std::vector<AttemptResult>& results)
{
    const auto rows =
        write("record_results", Params().uuid(core.coreId).json(resultsJson(results)));
    if (!rows)
        return Failure(rows.error());
    std::vector<RecordedResult> recorded;
    for (const Row& row : *rows) {
        RecordedResult result;
        result.attemptId = Uuid::fromText(row.text("attempt_id").value_or("")).value_or(Uuid());
        result.outcome = row.text("outcome").value_or("");
        result.code = row.text("code").value_or("");
        result.detail = row.text("detail").value_or("");
        result.status = row.text("status").value_or("");
        recorded.push_back(std::move(result));
    }
    return recorded;
}

Result<std::string> PgPaymentStore::abandon(
    const CoreIdentity& core,
    const Uuid& attemptId,
    const Uuid& bootId,
    bool wasCalled,
    const std::string& why)
{
    const auto rows = write(
        "abandon",
        Params().uuid(core.coreId).uuid(attemptId).uuid(bootId).boolean(wasCalled).text(why));
    if (!rows)
        return Failure(rows.error());
    return (*rows)[0].text("status").value_or("");
}

Result<int> PgPaymentStore::expireLeases(const CoreIdentity& core, int limit)
{
    const auto rows = write("expire_leases", Params().uuid(core.coreId).int64(limit));
    if (!rows)
        return Failure(rows.error());
    return static_cast<int>((*rows)[0].int64("ended").value_or(0));
}

Result<int> PgPaymentStore::settleStored(const CoreIdentity& core, int limit)
{
    const auto rows = write("settle_stored", Params().uuid(core.coreId).int64(limit));
    if (!rows)
        return Failure(rows.error());
    return static_cast<int>((*rows)[0].int64("settled").value_or(0));
}

Result<int> PgPaymentStore::endOverdue(const CoreIdentity& core, int limit)
{
    const auto rows = write("end_overdue", Params().uuid(core.coreId).int64(limit));
    if (!rows)
        return Failure(rows.error());
    return static_cast<int>((*rows)[0].int64("ended").value_or(0));
}

Result<std::vector<Uuid>> PgPaymentStore::takeDueLooks(
    const CoreIdentity& core, const std::string& provider, int limit, std::int64_t leaseMs)
{
    const auto rows = write(
        "take_due_looks", Params().uuid(core.coreId).text(provider).int64(limit).int64(leaseMs));
    if (!rows)
        return Failure(rows.error());
    return uuidsOf(*rows, "payment_id");
}

Result<LookFacts> PgPaymentStore::lookFacts(const Uuid& paymentId)
{
    const auto rows = read("look_input", Params().uuid(paymentId));
    if (!rows)
        return Failure(rows.error());
    return lookFactsFromJson((*rows)[0].text("facts").value_or(""));
}

Result<RecordedEvidence> PgPaymentStore::recordEvidence(
    const CoreIdentity& core, const Uuid& paymentId, const NewEvidence& evidence)
{
    const auto rows = write(
        "record_evidence", Params().uuid(core.coreId).uuid(paymentId).json(evidenceJson(evidence)));
    if (!rows)
        return Failure(rows.error());
    const Row row = (*rows)[0];
    RecordedEvidence recorded;
    recorded.isMaterial = row.boolean("is_material").value_or(false);
    recorded.evidenceVersion = row.int64("evidence_version").value_or(0);
    recorded.openedContradiction = row.boolean("opened_contradiction").value_or(false);
    return recorded;
}

Result<std::string> PgPaymentStore::applyVerdict(
    const CoreIdentity& core,
    const Uuid& paymentId,
    std::int64_t evidenceVersion,
    const Verdict& verdict)
{
    const auto rows = write(
        "apply_verdict",
        Params()
            .uuid(core.coreId)
            .uuid(paymentId)
            .int64(evidenceVersion)
            .text(toText(verdict.kind))
            .text(verdict.reason));
    if (!rows)
        return Failure(rows.error());
    return (*rows)[0].text("status").value_or("");
}

Result<void> PgPaymentStore::scheduleLook(
    const CoreIdentity& core, const Uuid& paymentId, const Verdict& verdict)
{
    return withoutRows(write(
        "schedule_look",
        Params()
            .uuid(core.coreId)
            .uuid(paymentId)
            .int64(verdict.nextLookUs)
            .int64(verdict.nextEvidenceUs)
            .json(conditionsJson(verdict.conditions))));
}

Result<std::vector<Uuid>> PgPaymentStore::paymentsToRetry(
    const CoreIdentity& core, const std::string& provider, int limit)
{
    const auto rows =
        read("payments_to_retry", Params().uuid(core.coreId).text(provider).int64(limit));
    if (!rows)
        return Failure(rows.error());
    return uuidsOf(*rows, "payment_id");
}

Result<std::optional<Uuid>> PgPaymentStore::grantAutomatic(
    const CoreIdentity& core, const Uuid& paymentId)
{
    const auto rows = write("grant_automatic", Params().uuid(core.coreId).uuid(paymentId));
    if (!rows)
        return Failure(rows.error());
    return Uuid::fromText((*rows)[0].text("permit_id").value_or(""));
}

Result<void> PgPaymentStore::fence(const CoreIdentity& core, const std::string& why)
{
    return withoutRows(write("fence", Params().uuid(core.coreId).text(why)));
}

Result<std::vector<PgPaymentStore::ProfileRow>> PgPaymentStore::profilesInForce()
{
    const auto rows = read("profiles_in_force", Params());
    if (!rows)
        return Failure(rows.error());
    std::vector<ProfileRow> profiles;
    for (const Row& row : *rows)
        profiles.push_back(
            {row.text("provider").value_or(""),
             row.int64("version").value_or(0),
             row.text("body").value_or(""),
             row.text("sha256").value_or("")});
    return profiles;
}

} // namespace onceover
