// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/payment_store.h"
#include "tests/simulation/transaction.h"

#include <string>
#include <vector>

namespace onceover::simulation {

// The machine's functions of the database, each within a transaction of the caller. They throw
// Refusal with the database's code, or RowLocked where the database would wait.

void requireArmed(Transaction& transaction);
// This core has found its journal in this start of the server.
void requireWitness(Transaction& transaction, const Uuid& coreId);
void requireCore(Transaction& transaction, const Uuid& coreId);
void registerCore(Transaction& transaction, const CoreIdentity& core);
bool heartbeat(Transaction& transaction, const CoreIdentity& core);

std::vector<ClaimedAttempt> claim(
    Transaction& transaction, const CoreIdentity& core, const ClaimRequest& request);
void readyToCall(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& attemptId,
    std::int64_t epoch,
    const std::string& body);
AttemptLook lookUpAttempt(
    Transaction& transaction, const CoreIdentity& core, const Uuid& attemptId);
std::vector<RecordedResult> recordResults(
    Transaction& transaction, const CoreIdentity& core, const std::vector<AttemptResult>& results);
std::string abandon(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& attemptId,
    const Uuid& bootId,
    bool wasCalled);
int expireLeases(Transaction& transaction, const CoreIdentity& core, int limit);
int endOverdue(Transaction& transaction, const CoreIdentity& core, int limit);
// What was stored while nothing moved takes effect. A fence of this world is final: what is stored
// behind it never does.
int settleStored(Transaction& transaction, const CoreIdentity& core, int limit);

std::vector<Uuid> takeDueLooks(
    Transaction& transaction,
    const CoreIdentity& core,
    const std::string& provider,
    int limit,
    std::int64_t leaseMs);
LookFacts lookFacts(Transaction& transaction, const Uuid& paymentId);
RecordedEvidence recordEvidence(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& paymentId,
    const NewEvidence& evidence);
std::string applyVerdict(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& paymentId,
    std::int64_t evidenceVersion,
    const Verdict& verdict);
void scheduleLook(
    Transaction& transaction,
    const CoreIdentity& core,
    const Uuid& paymentId,
    const Verdict& verdict);
std::vector<Uuid> paymentsToRetry(
    Transaction& transaction, const CoreIdentity& core, const std::string& provider, int limit);
bool grantAutomatic(Transaction& transaction, const CoreIdentity& core, const Uuid& paymentId);
void fence(Transaction& transaction);

// The payment of an attempt; Refusal attempt.unknown when it is not this core's.
PaymentRow& lockOfAttempt(Transaction& transaction, const Uuid& attemptId, const Uuid& coreId);
// Links a shown charge to the payment that it names.
enum class Link
{
    None,
    Proof,
    Duplicate,
    Candidate,
    Known,
    Foreign,
};
Link linkRecord(Transaction& transaction, PaymentRow& row, const Uuid& recordId);
// A stored answer, and stored evidence, takes effect: when it comes or later. Whether the evidence
// opened a contradiction.
void takeAnswer(Transaction& transaction, PaymentRow& row, const Uuid& attemptId);
bool takeEffect(Transaction& transaction, PaymentRow& row, const Uuid& evidenceId);
// The machine's proof that an attempt is absent; null when there is none.
const EvidenceRow* absenceEvidence(const PaymentRow& row, const Attempt& attempt);
bool isAbsenceProven(const PaymentRow& row);

} // namespace onceover::simulation
