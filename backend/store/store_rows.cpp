// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/store_rows.h"

#include "backend/domain/currency.h"

#include <utility>

namespace onceover {

namespace {

Failure unexpected(std::string what)
{
    return Failure(Error::possible("store.unexpected", std::move(what)));
}

} // namespace

Result<ClaimedAttempt> claimedAttemptOf(const Row& row, const std::string& provider)
{
    const auto uuid = [&](const char* column) {
        return Uuid::fromText(row.text(column).value_or(""));
    };
    const auto currency = Currency::fromCode(row.text("currency").value_or(""));
    const auto attemptId = uuid("attempt_id");
    const auto paymentId = uuid("payment_id");
    const auto permitId = uuid("permit_id");
    if (!currency || !attemptId || !paymentId || !permitId)
        return unexpected("The claim's answer is not understood.");
    ClaimedAttempt attempt{
        Submission{
            provider,
            row.int64("profile_version").value_or(0),
            *attemptId,
            row.text("reference").value_or(""),
            row.text("provider_key").value_or(""),
            Money(row.int64("amount_minor").value_or(0), *currency),
            row.text("direction").value_or(""),
            row.text("payee").value_or(""),
            row.text("payee_account").value_or(""),
            row.text("source").value_or(""),
            row.text("idempotency_key").value_or("")},
        *paymentId,
        *permitId,
        static_cast<int>(row.int64("ordinal").value_or(1)),
        static_cast<int>(row.int64("generation").value_or(1)),
        row.text("ground").value_or(""),
        row.text("kind").value_or(""),
        row.text("fingerprint").value_or(""),
        static_cast<int>(row.int64("fingerprint_version").value_or(1)),
        row.int64("epoch").value_or(0),
        row.text("stored_body")};
    return attempt;
}

Result<ServerCheck> serverCheckOf(const Row& row)
{
    const std::string state = row.text("state").value_or("");
    if (state != "ARMED" && state != "CHECKING" && state != "FENCED")
        return unexpected("The state of the database is not understood: " + state);
    ServerCheck check;
    check.state = state == "ARMED"      ? FenceState::Armed
                  : state == "CHECKING" ? FenceState::Checking
                                        : FenceState::Fenced;
    check.why = row.text("why").value_or("");
    check.mark = {
        row.text("tenant").value_or(""),
        row.text("system_identifier").value_or(""),
        row.text("timeline").value_or(""),
        row.int64("epoch").value_or(0)};
    check.startedAtUs = row.int64("server_started_us").value_or(0);
    check.knownRecords = static_cast<std::uint64_t>(row.int64("known_records").value_or(0));
    const std::string core = row.text("core_state").value_or("");
    check.isAdmitted = core == "ADMITTED";
    check.isRetired = core == "RETIRED";
    check.isProven = row.boolean("is_proven").value_or(false);
    check.awaited = row.text("awaited").value_or("");
    return check;
}

std::string_view textOf(WitnessedState state)
{
    switch (state) {
    case WitnessedState::Called:
        return "CALLED";
    case WitnessedState::Recorded:
        return "RECORDED";
    case WitnessedState::Closed:
        return "CLOSED";
    case WitnessedState::Void:
        break;
    }
    return "VOID";
}

} // namespace onceover
