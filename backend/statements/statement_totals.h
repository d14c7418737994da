// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/field_text.h"
#include "backend/statements/parse_log.h"
#include "backend/statements/statement.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace onceover {

// The file's own control figures, each as printed; nothing where it is missing or cannot be read.
struct ControlFigures
{
    std::optional<std::int64_t> count;
    std::string sum;
};

// Sums up one statement and compares it with its balances and control figures.
class StatementTotals
{
public:
    // False when a sum does not fit.
    bool add(const StatementEntry& entry, ParseLog& log);

    ControlFigures& all() { return m_all; }

    ControlFigures& credits() { return m_credits; }

    ControlFigures& debits() { return m_debits; }

    // Fills sums, ties and controlTotalsHold, and warns of what does not agree.
    bool settle(Statement& statement, ParseLog& log) const;

private:
    struct Counter
    {
        std::int64_t entries = 0;
        std::int64_t sumMinor = 0;
    };

    bool settleTies(Statement& statement, const CurrencyTotal& total, ParseLog& log) const;
    void settleControl(Statement& statement, ParseLog& log) const;

    std::map<std::string, CurrencyTotal, std::less<>> m_booked;
    // Signed sum of booked reversals by currency: tells a bank that prints reversals with the
    // original direction.
    std::map<std::string, std::int64_t, std::less<>> m_reversals;
    // Every entry of any status and currency, for the control figures.
    Counter m_everyCredit;
    Counter m_everyDebit;
    std::int64_t m_entryCount = 0;
    bool m_hasSeveralCurrencies = false;
    std::string m_currency;
    ControlFigures m_all;
    ControlFigures m_credits;
    ControlFigures m_debits;
};

} // namespace onceover
