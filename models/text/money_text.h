// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChar>
#include <QString>

#include <cstdint>

namespace onceover {

// Amounts as people read them: ISO 4217 decimals from our own table, grouping and decimal sign of
// the interface language, western digits and the currency code always. Integer arithmetic only.
class MoneyText
{
public:
    // What separates groups of three digits and the decimals.
    struct Separators
    {
        QChar group;
        QChar decimal;
    };

    static Separators english() { return {QLatin1Char(','), QLatin1Char('.')}; }

    // "EUR 1,250.00". A currency that ISO 4217 does not list is shown in minor units and says so:
    // "XXX 125000 minor units".
    static QString amount(
        std::int64_t amountMinor, const QString& currency, Separators separators = english());

    // "1,250.00" without the code, for columns whose code stands beside it; same rules.
    static QString number(
        std::int64_t amountMinor, const QString& currency, Separators separators = english());

    // Reads "1,250.00" or "1250" typed by a person into minor units. False where it is not exact.
    static bool parse(
        const QString& text,
        const QString& currency,
        std::int64_t& amountMinor,
        Separators separators = english());
};

} // namespace onceover
