// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/intake_functions.h"

#include "backend/domain/reference.h"
#include "tests/simulation/machine_functions.h"
#include "tests/simulation/payment_change.h"

#include <algorithm>

namespace onceover::simulation {

namespace {

bool isExpressible(const ProviderProfile& can, const std::string& currency)
{
    return can.currencies.empty()
           || std::find(can.currencies.begin(), can.currencies.end(), currency)
                  != can.currencies.end();
}

// Whether an equal payment came under another key within the source's window.
bool isSuspectedDouble(Transaction& transaction, const PaymentRow& row)
{
    auto& doubles = transaction.database().tables.doubles;
    const std::string key = row.source + "\n" + row.payee + "\n" + row.payeeAccount + "\n"
                            + std::to_string(row.amountMinor) + row.currency;
    const auto known = doubles.find(key);
    const bool isDouble =
        known != doubles.end()
        && known->second.lastAtUs > transaction.nowUs() - transaction.database().doubleWindowUs;
    doubles[key] = {row.paymentId, transaction.nowUs()};
    return isDouble;
}

bool isSameIntent(const PaymentRow& row, const Intent& intent)
{
    return row.payee == intent.payee && row.payeeAccount == intent.payeeAccount
           && row.amountMinor == intent.amountMinor && row.currency == intent.currency
           && row.provider == intent.provider && row.sendBeforeUs == intent.sendBeforeUs;
}

AcceptAnswer acceptFirst(Transaction& transaction, const Intent& intent, const ProviderProfile& can)
{
    PaymentRow row;
    row.paymentId = transaction.database().nextId();
    row.reference =
        Reference::of(Uuid::version7(1, {}), intent.source, intent.idempotencyKey).text();
    row.source = intent.source;
    row.idempotencyKey = intent.idempotencyKey;
    row.payee = intent.payee;
    row.payeeAccount = intent.payeeAccount;
    row.amountMinor = intent.amountMinor;
    row.currency = intent.currency;
    row.provider = intent.provider;
    row.sendBeforeUs = intent.sendBeforeUs;
    PaymentRow& stored = transaction.insert(std::move(row));
    transaction.database().tables.operations[{intent.source, intent.idempotencyKey}] =
        stored.paymentId;
    if (!isExpressible(can, intent.currency)) {
        stored.status = PaymentStatus::Failed;
        stored.failureKind = "INVALID";
        return {"REFUSED", "intake.not_expressible", stored.paymentId};
    }
    PaymentChange(transaction, stored).grantPermit(Ground::First, stored.paymentId, 1);
    stored.isHeld = isSuspectedDouble(transaction, stored);
    return {"ACCEPTED", stored.isHeld ? "intake.held" : "intake.accepted", stored.paymentId};
}

AcceptAnswer acceptInvalid(Transaction& transaction, PaymentRow& row, const ProviderProfile& can)
{
    if (!isExpressible(can, row.currency))
        return {"REFUSED", "intake.not_expressible", row.paymentId};
    PaymentChange change(transaction, row);
    change.grantPermit(Ground::First, row.paymentId, 1);
    change.changeStatus(PaymentStatus::Pending, "");
    row.isHeld = isSuspectedDouble(transaction, row);
    return {"ACCEPTED", row.isHeld ? "intake.held" : "intake.accepted", row.paymentId};
}

} // namespace

AcceptAnswer accept(Transaction& transaction, const Intent& intent)
{
    requireArmed(transaction);
    const ProviderProfile* can = transaction.database().profile(intent.provider);
    if (can == nullptr)
        return {"REFUSED", "provider.unknown", {}};
    const auto& operations = transaction.database().tables.operations;
    const auto known = operations.find({intent.source, intent.idempotencyKey});
    if (known == operations.end())
        return acceptFirst(transaction, intent, *can);
    PaymentRow& row = transaction.lock(known->second);
    if (!isSameIntent(row, intent))
        return {"REFUSED", "intake.different_intent", row.paymentId};
    switch (row.status) {
    case PaymentStatus::Pending:
    case PaymentStatus::Submitting:
        return {"IN_PROGRESS", "intake.in_progress", row.paymentId};
    case PaymentStatus::Unknown:
    case PaymentStatus::Review:
        return {"OUTCOME_UNKNOWN", "intake.outcome_unknown", row.paymentId};
    case PaymentStatus::Failed:
        if (row.failureKind == "DECIDED")
            return {"DECIDED_NOT_PROVEN", "intake.decided_not_proven", row.paymentId};
        if (row.failureKind == "INVALID")
            return acceptInvalid(transaction, row, *can);
        if (PaymentChange(transaction, row).grantNext(false))
            return {"ACCEPTED", "intake.retried", row.paymentId};
        break;
    case PaymentStatus::Succeeded:
        break;
    }
    return {"REPLAYED", "intake.replayed", row.paymentId};
}

} // namespace onceover::simulation
