// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/journal.h"
#include "backend/domain/submission.h"
#include "tests/simulation/violation.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace onceover::simulation {

class Database;
class Rates;
struct PaymentRow;

// Judges from outside: what left over the wire, what the provider executed, what people said. It
// reads the database only to compare, and throws Violation where a guarantee is broken.
class Oracle
{
public:
    Oracle(const Database& database, const Rates& rates, const std::int64_t& nowUs)
        : m_database(database)
        , m_rates(rates)
        , m_nowUs(nowUs)
    {}

    // CALLING is durable.
    void calling(const JournalCalling& calling);
    // The database gave these attempts to a core.
    void claimed(const Uuid& paymentId, const Uuid& attemptId);
    // The database said yes to this call.
    void madeReady(const Uuid& attemptId);
    // The first byte leaves; whether CALLING is on the core's disk by now.
    void firstByte(const Submission& submission, std::string_view body, bool isCallingOnDisk);

    // The provider breaks its word about the number of charges of this payment.
    void excuse(const std::string& reference) { m_excused.insert(reference); }

    // The provider executed a charge.
    void charged(const std::string& reference, const std::string& providerKey);
    // A decision that the payment is not to be sent came into force.
    void refusedByPeople(const std::string& reference);
    // One person holds the payment back, or two let it go.
    void held(const std::string& reference, bool isHeld);
    // The database was fenced.
    void fenced();
    // The database is again as it was then: what people decided since is lost with it, which only
    // seals outside would show.
    // Asked before it is.
    void rolledBack(std::int64_t toUs, const std::set<std::string>& held);

    const std::set<std::string>& heldNow() const { return m_held; }

    // Everything has come to rest.
    void judgeEnd(bool isLedgerKnown) const;

    int chargesOf(const std::string& reference) const;

    std::size_t callCount() const { return m_sent.size(); }

private:
    struct Call
    {
        std::string reference;
        Uuid permitId;
        std::string ground;
        bool isAfterRefusal = false;
        bool isSent = false;
    };

    const PaymentRow* paymentOf(const std::string& reference) const;
    static void need(bool isHeld, const char* rule, const std::string& detail);
    void judgePayment(const PaymentRow& row) const;
    int resendsOf(const std::string& reference) const;

    const Database& m_database;
    const Rates& m_rates;
    const std::int64_t& m_nowUs;
    std::map<Uuid, Call> m_calls;
    std::map<Uuid, Uuid> m_permits;
    std::map<Uuid, std::int64_t> m_readyAtUs;
    std::set<Uuid> m_sent;
    std::map<std::string, std::string> m_bodies;
    std::map<std::string, int> m_charges;
    std::set<std::string> m_excused;
    std::set<std::string> m_held;
    std::map<std::string, std::int64_t> m_refusedAtUs;
    std::int64_t m_fencedAtUs = 0;
    // Attempts that a rollback took away, and when: a call that was made ready before is under way.
    std::map<Uuid, std::int64_t> m_lostAtUs;
};

} // namespace onceover::simulation
