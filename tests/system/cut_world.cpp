// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/cut_world.h"

#include "backend/audit/record_check.h"
#include "backend/store/pg_audit_reader.h"
#include "tests/support/quick_directory.h"

namespace onceover {

CutWorld::CutWorld(
    StoreFixture& fixture,
    const std::string& database,
    TcpGate& gate,
    const ConnectionSettings& route)
    : m_fixture(fixture)
    , m_database(database)
    , m_gate(gate)
    , m_owner(fixture.connectOwner(database))
    , m_intake(fixture.connect("m_intake", database))
    , m_directory(freshQuickDirectory("onceover-cuts"))
    , m_core(m_directory, StoreFixture::coreId(1), route)
{
    m_core.restart();
}

CutWorld::~CutWorld()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_directory, ignored);
}

CutWorld::Payment CutWorld::accept()
{
    const std::string key = "cut-" + std::to_string(100'000 + ++m_accepted);
    const Rows rows = mustRun(
        m_intake,
        "select payment_id, reference from onceover.accept($1)",
        Params().json(
            R"({"source":"shop","idempotency_key":")" + key
            + R"(","kind":"PAYOUT","direction":"OUT","payee":"Payee )" + key
            + R"(","payee_account":"DE02 1203","amount_minor":1250,"currency":"EUR",)"
            + R"("provider":"card"})"));
    return {rows[0].text("payment_id").value_or(""), rows[0].text("reference").value_or("")};
}

std::string CutWorld::status(const Payment& payment)
{
    const Rows rows = mustRun(
        m_owner,
        "select status || coalesce(' ' || coalesce(unknown_reason, review_reason, failure_kind), "
        "'') as status from onceover.payments where payment_id = $1",
        Params().text(payment.id));
    return rows[0].text("status").value_or("");
}

bool CutWorld::isArmed()
{
    const Rows rows = mustRun(
        m_owner, "select count(*) as armed from onceover.incarnations where state = 'ARMED'");
    return rows[0].int64("armed") == 1;
}

std::string CutWorld::complaintAbout(const Payment& payment)
{
    const int requests = provider().requestsFor(payment.reference);
    if (requests > 1)
        return "sent " + std::to_string(requests) + " times";
    const Rows rows = mustRun(
        m_owner,
        "select status, failure_kind, next_look_at is not null as has_look, exists (select from "
        "onceover.attempts a where a.payment_id = p.payment_id and a.lease_until is not null and "
        "not exists (select from onceover.closures c where c.attempt_id = a.attempt_id)) as "
        "is_leased from onceover.payments p where payment_id = $1",
        Params().text(payment.id));
    const std::string status = rows[0].text("status").value_or("");
    const bool isSent = requests == 1;
    const bool isLegal =
        status == "SUBMITTING" || status == "UNKNOWN"
        || (isSent ? status == "SUCCEEDED" : status == "PENDING" || status == "FAILED");
    if (!isLegal)
        return status + " after " + std::to_string(requests) + " requests";
    if (status == "UNKNOWN" && rows[0].boolean("has_look") != true)
        return "UNKNOWN without a next look";
    if (status == "SUBMITTING" && rows[0].boolean("is_leased") != true)
        return "SUBMITTING without a lease that ends";
    return complaintAboutAttempts(payment, false);
}

std::string CutWorld::complaintAboutEnd(const Payment& payment)
{
    const int requests = provider().requestsFor(payment.reference);
    if (requests != 1)
        return "sent " + std::to_string(requests) + " times";
    if (const std::string now = status(payment); now != "SUCCEEDED")
        return "ends as " + now;
    return complaintAboutAttempts(payment, true);
}

std::string CutWorld::complaintAboutAttempts(const Payment& payment, bool isOver)
{
    const auto journal = m_core.journal();
    const Rows rows = mustRun(
        m_owner,
        "select a.attempt_id, exists (select from onceover.ready_calls r where r.attempt_id = "
        "a.attempt_id) as is_ready, exists (select from onceover.results r where r.attempt_id = "
        "a.attempt_id) as has_result, exists (select from onceover.closures c where c.attempt_id = "
        "a.attempt_id) as is_closed from onceover.attempts a where a.payment_id = $1",
        Params().text(payment.id));
    for (const Row& row : rows) {
        const std::string name = "attempt " + row.text("attempt_id").value_or("");
        const Uuid id = Uuid::fromText(row.text("attempt_id").value_or("")).value_or(Uuid());
        const bool isReady = row.boolean("is_ready").value_or(false);
        const bool hasResult = row.boolean("has_result").value_or(false);
        const bool isClosed = row.boolean("is_closed").value_or(false);
        const auto found = journal.find(id);
        if (found == journal.end())
            return name + " is not in the journal";
        const CutCore::Witness& witness = found->second;
        if (provider().wasCalled(id) && !(witness.hasCalling && isReady))
            return name + " was called before it was announced in journal and database";
        if (hasResult && !witness.hasResult)
            return name + " has a result that the journal does not know";
        if (witness.isRecorded && !hasResult)
            return name + " is RECORDED in the journal alone";
        if (!witness.abandoned.empty() && !isClosed)
            return name + " is ABANDONED in the journal alone";
        if (isOver && !(isClosed && witness.isOver()))
            return name + " is still open";
    }
    return {};
}

std::string CutWorld::complaintOfAuditor()
{
    RecordCheck check;
    PgAuditReader::Sink sink;
    sink.chain = [&](const AuditChain& chain) {
        check.beginChain(chain);
    };
    sink.event = [&](const AuditEvent& event) {
        check.addEvent(event);
    };
    sink.chainsEnd = [&] {
        check.endChains();
    };
    sink.payment = [&](const std::string& payment, const std::string& status) {
        check.addPayment(payment, status);
    };
    sink.balance =
        [&](const std::string& account, const std::string& currency, std::int64_t balance) {
            check.addBalance(account, currency, balance);
        };
    sink.possible = [&](const std::string& currency, std::int64_t possible) {
        check.addPossible(currency, possible);
    };
    PgAuditReader reader(m_fixture.postgres().settingsFor("kim", "kim", m_database));
    if (const auto read = reader.readAll(sink); !read)
        return read.error().detail();
    check.finish();
    if (check.status() == RecordCheck::Status::Pass)
        return {};
    return check.findings().empty() ? toText(check.status()) : check.findings().front().detail;
}

} // namespace onceover
