// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/charge.h"

#include "app/sandbox/wall_clock.h"

namespace onceover {

Json Charge::asAnswer() const
{
    Json answer{
        {"id", id},
        {"status", status},
        {"amount", amountMinor},
        {"currency", currency},
        {"reference", reference},
        {"merchant_number", merchantNumber},
        {"payee_account", payeeAccount},
        {"created", createdUs / kUsPerSecond}};
    if (status == "declined")
        answer["decline_code"] = declineCode;
    return answer;
}

Json Charge::asLedgerFields() const
{
    return Json{
        {"id", id},
        {"provider", provider},
        {"key", key},
        {"reference", reference},
        {"merchant_number", merchantNumber},
        {"amount", amountMinor},
        {"currency", currency},
        {"payee", payee},
        {"payee_account", payeeAccount},
        {"status", status},
        {"decline_code", declineCode},
        {"created_us", createdUs},
        {"visible_at_us", visibleAtUs},
        {"delay_declared", delayDeclared},
        {"forgotten", forgotten},
        {"injected_duplicate", injectedDuplicate}};
}

Charge Charge::fromLedger(const Json& line)
{
    Charge charge;
    charge.id = textIn(line, "id");
    charge.provider = textIn(line, "provider");
    charge.key = textIn(line, "key");
    charge.reference = textIn(line, "reference");
    charge.merchantNumber = textIn(line, "merchant_number");
    charge.payee = textIn(line, "payee");
    charge.payeeAccount = textIn(line, "payee_account");
    charge.amountMinor = integerIn(line, "amount");
    charge.currency = textIn(line, "currency");
    charge.status = textIn(line, "status");
    charge.declineCode = textIn(line, "decline_code");
    charge.createdUs = integerIn(line, "created_us");
    charge.visibleAtUs = integerIn(line, "visible_at_us");
    charge.delayDeclared = flagIn(line, "delay_declared", true);
    charge.forgotten = flagIn(line, "forgotten", false);
    charge.injectedDuplicate = flagIn(line, "injected_duplicate", false);
    return charge;
}

} // namespace onceover
