// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/money_text.h"

#include "backend/domain/currency.h"
#include "backend/domain/money.h"

#include <QCoreApplication>

#include <optional>

namespace onceover {

namespace {

std::optional<Currency> currencyOf(const QString& code)
{
    return Currency::fromCode(code.toStdString());
}

QString grouped(const QString& digits, QChar group)
{
    QString text;
    for (qsizetype at = 0; at < digits.size(); ++at) {
        if (at > 0 && (digits.size() - at) % 3 == 0)
            text += group;
        text += digits.at(at);
    }
    return text;
}

} // namespace

QString MoneyText::number(std::int64_t amountMinor, const QString& currency, Separators separators)
{
    const auto known = currencyOf(currency);
    QString decimal = known ? QString::fromStdString(Money(amountMinor, *known).toDecimal())
                            : QString::number(amountMinor);
    const bool isNegative = decimal.startsWith(QLatin1Char('-'));
    if (isNegative)
        decimal.remove(0, 1);
    const auto dot = decimal.indexOf(QLatin1Char('.'));
    QString text = grouped(dot < 0 ? decimal : decimal.left(dot), separators.group);
    if (dot >= 0)
        text += separators.decimal + decimal.mid(dot + 1);
    // The true minus sign is as wide as a digit, so that columns stay aligned.
    if (isNegative)
        text.prepend(QChar(0x2212));
    if (!known)
        text += QCoreApplication::translate("MoneyText", " minor units");
    return text;
}

QString MoneyText::amount(std::int64_t amountMinor, const QString& currency, Separators separators)
{
    // A no-break space: code and number never part at a line end.
    return currency + QChar(0x00a0) + number(amountMinor, currency, separators);
}

bool MoneyText::parse(
    const QString& text, const QString& currency, std::int64_t& amountMinor, Separators separators)
{
    const auto known = currencyOf(currency);
    if (!known)
        return false;
    QString plain = text.trimmed();
    plain.remove(separators.group);
    plain.replace(separators.decimal, QLatin1Char('.'));
    const auto money = Money::fromDecimal(plain.toStdString(), *known);
    if (!money)
        return false;
    amountMinor = money->amountMinor();
    return true;
}

} // namespace onceover
