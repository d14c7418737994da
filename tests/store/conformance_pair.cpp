// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/conformance_pair.h"

#include "tests/simulation/desk_functions.h"
#include "tests/simulation/intake_functions.h"
#include "tests/simulation/machine_functions.h"

#include <algorithm>
#include <set>

namespace onceover {

namespace {

constexpr std::int64_t kHourUs = 3'600'000'000;

template <typename Value>
std::string codeOf(const Result<Value>& result)
{
    return result ? std::string() : result.error().code();
}

template <typename Value, typename Text>
std::string textOf(const Result<Value>& result, const Text& text)
{
    return result ? text(*result) : result.error().code();
}

std::string describe(const AttemptFacts& attempt)
{
    return std::to_string(attempt.generation) + " " + std::string(toText(attempt.fate)) + " "
           + (attempt.closedBy ? std::string(toText(*attempt.closedBy)) : "open") + " "
           + (attempt.answer ? std::string(toText(*attempt.answer)) : "-");
}

// What a look reads, without ids and times, which differ.
std::string describe(const LookFacts& facts)
{
    std::string text =
        std::string(toText(facts.status)) + " version " + std::to_string(facts.evidenceVersion)
        + " contradiction " + (facts.hasContradiction ? "yes" : "no") + " candidates "
        + std::to_string(facts.candidateCount) + " looks " + std::to_string(facts.lookCount);
    for (const AttemptFacts& attempt : facts.attempts)
        text += "; attempt " + describe(attempt);
    std::multiset<std::string> lines;
    for (const Evidence& seen : facts.evidence)
        lines.insert(
            "; seen " + std::string(toText(seen.source)) + " " + std::string(toText(seen.kind))
            + " " + seen.state + (seen.attemptId ? " named" : "")
            + (seen.recordId ? " record" : ""));
    for (const LinkedRecord& record : facts.records)
        lines.insert(
            "; record " + record.role + " " + record.state + " "
            + std::to_string(record.amountMinor));
    for (const std::string& line : lines)
        text += line;
    return text;
}

// The second core of the installation, which is awaited as well.
CoreIdentity otherCore()
{
    CoreIdentity core;
    core.coreId = StoreFixture::coreId(2);
    core.journalId = StoreFixture::coreId(12);
    core.bootNonce = StoreFixture::coreId(22);
    return core;
}

} // namespace

ConformancePair::ConformancePair(
    DeskWorld& world, PgPaymentStore& store, const CoreIdentity& core, int number)
    : m_world(world)
    , m_store(store)
    , m_core(core)
    , m_number(number)
    , m_chance(static_cast<std::uint64_t>(number))
    , m_twin(m_twinNowUs, simulation::Defence::None, m_coverage)
{
    putProviderInForce();
    const std::string key = "pair" + std::to_string(number);
    const std::string paymentId = m_world.accept(key, m_profile.name, 1250);
    m_real.paymentId = *Uuid::fromText(paymentId);
    m_real.reference = m_world.reference(paymentId);
    simulation::Intent intent{"shop", key, "payee", "DE02 1203", 1250, "EUR", m_profile.name, 0};
    simulate([&](simulation::Transaction& transaction) {
        simulation::registerCore(transaction, m_core);
        simulation::registerCore(transaction, otherCore());
        m_twin.prove(m_core.coreId);
        m_twin.prove(otherCore().coreId);
        m_copy.paymentId = simulation::accept(transaction, intent).paymentId;
        return std::string();
    });
    m_copy.reference = m_twin.tables.payments.at(m_copy.paymentId).reference;
    remember();
}

void ConformancePair::putProviderInForce()
{
    m_profile.name = "pair" + std::to_string(m_number);
    m_profile.version = 1;
    m_profile.keyCollapses = m_chance.perMille(700);
    m_profile.keyLifetimeMs = m_profile.keyCollapses ? 86'400'000 : 0;
    m_profile.queryByKey = true;
    m_profile.queryAuthoritative = m_chance.perMille(800);
    m_profile.maxAutomaticPermits = m_chance.below(4);
    m_profile.longestProcessingMs = m_chance.perMille(150) ? 3'600'000 : 0;
    m_profile.lookDelaysMs = {0};
    const auto flag = [](bool isSet) {
        return isSet ? "true" : "false";
    };
    const std::string body = R"({"name":")" + m_profile.name + R"(","max_automatic_permits":)"
                             + std::to_string(m_profile.maxAutomaticPermits)
                             + R"(,"capabilities":{"key_collapses":)" + flag(m_profile.keyCollapses)
                             + R"(,"key_lifetime_ms":)" + std::to_string(m_profile.keyLifetimeMs)
                             + R"(,"query_by_key":true,"query_authoritative":)"
                             + flag(m_profile.queryAuthoritative)
                             + R"(},"times":{"visibility_lag_ms":0,"longest_processing_ms":)"
                             + std::to_string(m_profile.longestProcessingMs)
                             + R"(,"retry_delay_ms":0,"look_delays_ms":[0]}})";
    StoreFixture::insertProfile(m_world.owner, m_profile.name, body);
    m_twin.putProfileInForce(m_profile);
}

void ConformancePair::remember()
{
    const std::string paymentId = m_real.paymentId.toText();
    m_real.digest = m_world.digest(paymentId);
    m_real.version = m_world.version(paymentId);
    const simulation::PaymentRow& row = m_twin.tables.payments.at(m_copy.paymentId);
    m_copy.digest = simulation::digestOf(row);
    m_copy.version = std::to_string(row.version);
}

std::string ConformancePair::simulate(const Work& work)
{
    try {
        simulation::Transaction transaction(m_twin);
        std::string answer = work(transaction);
        transaction.commit();
        return answer;
    } catch (const simulation::Refusal& refusal) {
        return refusal.code;
    } catch (const simulation::Violation& violation) {
        return "violation " + violation.rule + " " + violation.detail;
    }
}

std::string ConformancePair::compareFacts(const std::string& call)
{
    const auto real = m_store.lookFacts(m_real.paymentId);
    if (!real)
        return call + ": no facts: " + real.error().code();
    m_real.nowUs = real->nowUs;
    simulation::Transaction transaction(m_twin);
    const LookFacts twin = simulation::lookFacts(transaction, m_copy.paymentId);
    m_copy.nowUs = twin.nowUs;
    if (describe(*real) == describe(twin))
        return "";
    return call + "\n  database:  " + describe(*real) + "\n  simulator: " + describe(twin);
}

std::string ConformancePair::compare(
    const std::string& call, const std::string& real, const std::string& twin)
{
    if (real != twin)
        return call + ": the database says \"" + real + "\", the simulator \"" + twin + "\"";
    return compareFacts(call + " (" + real + ")");
}

std::string ConformancePair::step()
{
    m_twinNowUs += 1000;
    if (auto differs = compareFacts("before a step"); !differs.empty())
        return differs;
    const int choice = m_chance.below(24);
    if (choice >= 20)
        return serverStep(choice);
    if (choice < 8)
        return sendingStep(choice);
    return choice < 14 ? judgingStep(choice) : peopleStep(choice);
}

std::string ConformancePair::sendingStep(int choice)
{
    if (choice < 3)
        return claim();
    if (choice < 4)
        return readyToCall();
    if (choice < 6)
        return record();
    if (choice < 7)
        return abandon();
    const auto over = m_store.expireLeases(m_core, 100);
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        simulation::expireLeases(transaction, m_core, 100);
        return std::string();
    });
    return compare("expire_leases", codeOf(over), twin);
}

std::string ConformancePair::judgingStep(int choice)
{
    if (choice < 11)
        return recordEvidence();
    if (choice < 13)
        return applyVerdict();
    const auto granted = m_store.grantAutomatic(m_core, m_real.paymentId);
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        const bool isGranted = simulation::grantAutomatic(transaction, m_core, m_copy.paymentId);
        return std::string(isGranted ? "granted" : "nothing");
    });
    return compare(
        "grant_automatic",
        textOf(
            granted,
            [](const auto& permit) { return std::string(permit ? "granted" : "nothing"); }),
        twin);
}

std::string ConformancePair::claim()
{
    ClaimRequest request;
    request.provider = m_profile.name;
    // Sometimes an id that was used before.
    if (m_lastAttempt.isNull() || m_chance.perMille(900))
        m_lastAttempt = StoreFixture::attemptId(m_number * 1000 + ++m_nextId);
    request.attemptIds = {m_lastAttempt};
    request.leaseMs = m_chance.perMille(150) ? 0 : 600'000;
    const auto real = m_store.claim(m_core, request);
    if (real && !real->attempts.empty())
        m_realClaim = real->attempts.front();
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        return std::to_string(simulation::claim(transaction, m_core, request).size());
    });
    m_twinNowUs += 1000;
    return compare(
        "claim",
        textOf(
            real, [](const ClaimAnswer& answer) { return std::to_string(answer.attempts.size()); }),
        twin);
}

std::string ConformancePair::readyToCall()
{
    if (!m_realClaim)
        return "";
    const std::string body = "body " + std::to_string(m_realClaim->generation)
                             + (m_chance.perMille(50) ? " changed" : "");
    const Uuid attemptId = m_realClaim->submission.attemptId;
    const auto real = m_store.readyToCall(m_core, 1, *m_realClaim, body);
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        simulation::readyToCall(transaction, m_core, attemptId, 1, body);
        return std::string();
    });
    return compare("ready_to_call", codeOf(real), twin);
}

std::string ConformancePair::record()
{
    static constexpr Answer kAnswers[] = {
        Answer::Succeeded,
        Answer::RejectedFinal,
        Answer::RejectedRetryable,
        Answer::RejectedRetryable,
        Answer::Processing,
        Answer::Exists,
        Answer::NotSent,
        Answer::Unknown,
        Answer::Unknown,
        Answer::Unknown};
    AttemptResult result;
    result.attemptId = m_lastAttempt;
    result.result.answer = m_chance.oneOf(kAnswers);
    result.result.reason = "deadline";
    result.result.requestBytes = result.result.answer == Answer::NotSent ? 0 : 10;
    result.result.bodySha256 = std::string(toText(result.result.answer));
    if (result.result.answer == Answer::Succeeded && m_chance.perMille(800))
        result.result.providerId = "ch" + std::to_string(m_number) + "-1";
    const auto said = [](const std::vector<RecordedResult>& all) {
        return all.front().outcome + " " + all.front().code + " " + all.front().status;
    };
    const auto real = m_store.recordResults(m_core, {result});
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        return said(simulation::recordResults(transaction, m_core, {result}));
    });
    return compare("record_results", textOf(real, said), twin);
}

std::string ConformancePair::abandon()
{
    const bool wasCalled = m_chance.perMille(500);
    const Uuid boot = m_chance.perMille(700) ? m_core.bootId : StoreFixture::coreId(99);
    const auto real = m_store.abandon(m_core, m_lastAttempt, boot, wasCalled, "test");
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        return simulation::abandon(transaction, m_core, m_lastAttempt, boot, wasCalled);
    });
    return compare("abandon", textOf(real, [](const std::string& status) { return status; }), twin);
}

NewEvidence ConformancePair::evidenceOf(const Side& side, int shape, const Uuid& id) const
{
    static constexpr const char* kStates[] = {
        "SUCCEEDED", "SUCCEEDED", "SUCCEEDED", "DECLINED", "PROCESSING"};
    NewEvidence evidence;
    evidence.evidenceId = id;
    evidence.source = EvidenceSource::Query;
    evidence.askedAtUs = side.nowUs - (shape % 7 == 0 ? kHourUs : 0);
    evidence.answeredAtUs = evidence.askedAtUs;
    evidence.couldSeeUntilUs = evidence.askedAtUs;
    if (shape < 40) {
        evidence.kind = EvidenceKind::Absent;
        return evidence;
    }
    if (shape < 50) {
        evidence.kind = EvidenceKind::Inconclusive;
        return evidence;
    }
    evidence.kind = EvidenceKind::Found;
    ChargeRecord record;
    record.id = "ch" + std::to_string(m_number) + "-" + std::to_string(shape % 4 == 0 ? 2 : 1);
    record.state = kStates[shape % 5];
    record.amount = Money(shape % 11 == 0 ? 1200 : 1250, *Currency::fromCode("EUR"));
    record.reference = side.reference;
    record.providerKey = side.reference + "-1";
    evidence.state = record.state;
    evidence.record = record;
    return evidence;
}

std::string ConformancePair::recordEvidence()
{
    const int shape = m_chance.below(100);
    const Uuid id = StoreFixture::attemptId(900'000'000 + m_number * 1000 + ++m_nextId);
    const auto said = [](const RecordedEvidence& recorded) {
        return std::string(recorded.isMaterial ? "material " : "repeat ")
               + std::to_string(recorded.evidenceVersion)
               + (recorded.openedContradiction ? " contradiction" : "");
    };
    NewEvidence real = evidenceOf(m_real, shape, id);
    NewEvidence copy = evidenceOf(m_copy, shape, id);
    if (shape < 50 && !m_lastAttempt.isNull() && m_chance.perMille(600)) {
        real.attemptId = m_lastAttempt;
        copy.attemptId = m_lastAttempt;
    }
    const auto recorded = m_store.recordEvidence(m_core, m_real.paymentId, real);
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        return said(simulation::recordEvidence(transaction, m_core, m_copy.paymentId, copy));
    });
    return compare("record_evidence " + std::to_string(shape), textOf(recorded, said), twin);
}

std::string ConformancePair::applyVerdict()
{
    static constexpr VerdictKind kKinds[] = {
        VerdictKind::Happened,
        VerdictKind::NotHappened,
        VerdictKind::NotHappened,
        VerdictKind::Wait,
        VerdictKind::Ambiguous,
        VerdictKind::Contradiction,
        VerdictKind::Exhausted};
    Verdict verdict;
    verdict.kind = m_chance.oneOf(kKinds);
    verdict.reason = m_chance.perMille(300) ? "PARTIAL" : "x";
    const std::int64_t version = m_twin.tables.payments.at(m_copy.paymentId).evidenceVersion
                                 + (m_chance.perMille(100) ? 1 : 0);
    const auto real = m_store.applyVerdict(m_core, m_real.paymentId, version, verdict);
    const std::string twin = simulate([&](simulation::Transaction& transaction) {
        return simulation::applyVerdict(transaction, m_core, m_copy.paymentId, version, verdict);
    });
    return compare(
        "apply_verdict " + std::string(toText(verdict.kind)),
        textOf(real, [](const std::string& status) { return status; }),
        twin);
}

} // namespace onceover
