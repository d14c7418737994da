// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/lost_payments.h"

#include "tests/support/shipped_profile.h"

#include <nlohmann/json.hpp>

namespace onceover {

CoreAnswer LostPayments::start()
{
    if (!m_sandbox.start())
        return {};
    auto profile = nlohmann::ordered_json::parse(shippedProfileText("sandbox-legacy"));
    profile["base_url"] = "http://127.0.0.1:" + std::to_string(m_sandbox.port()) + "/legacy";
    profile["times"]["exhausted_after_ms"] = 86'400'000;
    return m_core.create({QByteArray::fromStdString(profile.dump())});
}

QString LostPayments::reference()
{
    ++m_payments;
    const QString number = QString::number(m_payments);
    m_sandbox.addFault(
        quoted("{'match':{'payee':'Payee ") + number.toLatin1()
        + quoted("'},'fault':'charge_then_drop'}"));
    const QString reference = m_core.accept(
        {{QStringLiteral("source"), QStringLiteral("erp")},
         {QStringLiteral("idempotency_key"), QStringLiteral("bill-") + number},
         {QStringLiteral("kind"), QStringLiteral("PAYMENT")},
         {QStringLiteral("direction"), QStringLiteral("OUT")},
         {QStringLiteral("payee"), QStringLiteral("Payee ") + number},
         {QStringLiteral("payee_account"), QStringLiteral("DE89370400440532013000")},
         {QStringLiteral("amount_minor"), 1250},
         {QStringLiteral("currency"), QStringLiteral("EUR")},
         {QStringLiteral("provider"), QStringLiteral("sandbox-legacy")}});
    const QJsonObject payment = m_core.passUntil(reference, "UNKNOWN", 3);
    return payment[QStringLiteral("status")] == QLatin1String("UNKNOWN") ? reference : QString();
}

} // namespace onceover
