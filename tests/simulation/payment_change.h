// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/simulation/transaction.h"

#include <string>

namespace onceover::simulation {

// The steps that every function of the database is made of, on one locked payment: status, permit,
// fate, contradiction.
class PaymentChange
{
public:
    // `person` is 0 for machines.
    PaymentChange(Transaction& transaction, PaymentRow& row, int person = 0)
        : m_transaction(transaction)
        , m_row(row)
        , m_person(person)
    {}

    void changeStatus(PaymentStatus to, const std::string& reason, const std::string& basis = {});
    void grantPermit(
        Ground ground, const Uuid& groundRef, int generation, std::int64_t notBeforeUs = 0);
    void revokePermit();
    void setFate(const Uuid& attemptId, Fate fate, FateBasis basis, const Uuid& ref);
    static void moveAccount(Attempt& attempt, Account to);
    // True if it is new.
    bool openContradiction(const std::string& kind, const std::string& ref);
    // Once a call is over, a settled payment with a disagreement on record goes to people.
    void reviewWhatDisagrees();
    void materialEvidence();
    void voidOpenProposal(ProposalEnd as = ProposalEnd::Void);
    void endExpiredProposal();
    // FAILED to PENDING where the rules allow it; true if granted.
    bool grantNext(bool isBounded);
    bool mayRetry(bool isBounded) const;
    bool keyOutlives(int generation, std::int64_t sendMs) const;

    const ProviderProfile* profile() const;

private:
    bool failsBlindly() const;

    Transaction& m_transaction;
    PaymentRow& m_row;
    int m_person;
};

} // namespace onceover::simulation
