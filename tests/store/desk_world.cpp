// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/desk_world.h"

#include <cstdio>
#include <cstdlib>

namespace onceover {

void Findings::equal(std::string_view what, const std::string& actual, const std::string& expected)
{
    if (actual != expected && m_complaint.empty()) {
        m_complaint = std::string(what) + ": is \"" + actual + "\", should be \"" + expected + "\"";
    }
}

void Findings::isTrue(std::string_view what, bool actual)
{
    equal(what, actual ? "true" : "false", "true");
}

DeskWorld::DeskWorld(StoreFixture& fixture, const std::string& installation)
    : EngineWorld(fixture, installation)
    , liwei(fixture.connect("liwei", database))
    , liwei2(fixture.connect("liwei2", database))
    , ana(fixture.connect("ana", database))
    , omar(fixture.connect("omar", database))
    , m_fixture(&fixture)
{}

Connection DeskWorld::connect(const std::string& login) const
{
    return m_fixture->connect(login, database);
}

std::string DeskWorld::freshId()
{
    char text[40];
    std::snprintf(text, sizeof text, "00000000-0000-4000-8000-%012d", ++m_nextId);
    return text;
}

int DeskWorld::send(const std::string& payment, int leaseMs)
{
    // Older payments may wait too; each is claimed on the way.
    for (int tries = 0; tries < 200; ++tries) {
        if (!claim(++m_nextAttempt, column(payment, "provider"), leaseMs)) {
            break;
        }
        if (column(payment, "status") == "SUBMITTING") {
            return m_nextAttempt;
        }
    }
    std::fprintf(stderr, "desk world: payment %s is not claimed\n", payment.c_str());
    std::abort();
}

std::string DeskWorld::unknownPayment(const std::string& provider, std::int64_t amountMinor)
{
    const std::string payment = accept("desk" + std::to_string(++m_nextKey), provider, amountMinor);
    record(send(payment), "UNKNOWN");
    return payment;
}

std::string DeskWorld::reviewPayment(const std::string& provider, std::int64_t amountMinor)
{
    const std::string payment = unknownPayment(provider, amountMinor);
    take(liwei, payment);
    return payment;
}

std::string DeskWorld::openAttemptPayment()
{
    const std::string payment = accept("desk" + std::to_string(++m_nextKey));
    send(payment, 0);
    mustRun(core, "select onceover.expire_leases($1, 100)", Params().uuid(StoreFixture::coreId(1)));
    take(liwei, payment);
    return payment;
}

std::string DeskWorld::heldPayment()
{
    const std::string payee = "Twin " + std::to_string(++m_nextKey);
    accept("first" + payee, "card", 700, payee);
    return accept("second" + payee, "card", 700, payee);
}

void DeskWorld::showCharge(const std::string& payment)
{
    evidence(
        payment,
        "FOUND",
        charge(
            "ch_" + payment,
            std::atoll(column(payment, "amount_minor").c_str()),
            reference(payment)));
}

std::string DeskWorld::digest(const std::string& payment)
{
    return scalar("select onceover.case_digest($1)", Params().text(payment));
}

std::string DeskWorld::version(const std::string& payment)
{
    return column(payment, "version");
}

std::string DeskWorld::reference(const std::string& payment)
{
    return column(payment, "reference");
}

std::string DeskWorld::call(Connection& who, std::string_view sql, const Params& params)
{
    constexpr std::string_view kPrefix = "onceover.";
    const std::string code = codeOf(who, sql, params);
    return code.rfind(kPrefix, 0) == 0 ? code.substr(kPrefix.size()) : code;
}

std::string DeskWorld::take(
    Connection& who, const std::string& payment, const std::string& reason, const std::string& note)
{
    return call(
        who,
        "select onceover.take($1::uuid, $2::uuid, $3, $4)",
        Params().text(freshId()).text(payment).text(reason).text(note));
}

std::string DeskWorld::reasonFor(const std::string& kind)
{
    return kind == "RELEASE" ? "NOT_A_DOUBLE" : kind == "CANCEL" ? "NO_LONGER_OWED" : "OTHER";
}

std::string DeskWorld::proposeOn(
    Connection& who,
    const std::string& id,
    const std::string& payment,
    const std::string& kind,
    const std::string& options,
    const std::string& digest,
    const std::string& version)
{
    return call(
        who,
        "select onceover.propose($1::uuid, $2::uuid, $3, $4, 'because', $5::jsonb, $6, $7::bigint)",
        Params()
            .text(id)
            .text(payment)
            .text(kind)
            .text(reasonFor(kind))
            .json(options)
            .text(digest)
            .text(version));
}

std::string DeskWorld::propose(
    Connection& who,
    const std::string& id,
    const std::string& payment,
    const std::string& kind,
    const std::string& options)
{
    return proposeOn(who, id, payment, kind, options, digest(payment), version(payment));
}

std::string DeskWorld::approve(
    Connection& who, const std::string& id, const std::string& decision, const std::string& digest)
{
    return call(
        who,
        "select onceover.approve($1::uuid, $2::uuid, $3)",
        Params().text(id).text(decision).text(digest));
}

std::string DeskWorld::approve(Connection& who, const std::string& decision)
{
    return approve(
        who,
        freshId(),
        decision,
        scalar(
            "select digest from onceover.proposals where decision_id = $1",
            Params().text(decision)));
}

std::string DeskWorld::withdraw(Connection& who, const std::string& id, const std::string& decision)
{
    return call(
        who,
        "select onceover.withdraw($1::uuid, $2::uuid, 'no longer')",
        Params().text(id).text(decision));
}

std::string DeskWorld::readCommand(Connection& who, const std::string& id)
{
    const Rows rows = mustRun(
        who,
        "select a ->> 'outcome' || coalesce(' ' || (a ->> 'state'), '') as answer from "
        "onceover.read_command($1::uuid) a",
        Params().text(id));
    return *rows[0].text("answer");
}

std::string DeskWorld::stateOf(const std::string& decision)
{
    return scalar(
        "select state from review.decisions where decision_id = $1", Params().text(decision));
}

std::string DeskWorld::openPermits(const std::string& payment)
{
    return scalar(
        "select count(*) from review.permits where payment_id = $1 and used_as = 'OPEN'",
        Params().text(payment));
}

void DeskWorld::runAsOwner(const std::string& sql)
{
    mustRun(owner, sql);
}

void DeskWorld::alterProposal(const std::string& decision, const std::string& assignment)
{
    runAsOwner("alter table onceover.proposals disable trigger append_only");
    runAsOwner(
        "update onceover.proposals set " + assignment + " where decision_id = '" + decision + "'");
    runAsOwner("alter table onceover.proposals enable always trigger append_only");
}

} // namespace onceover
