// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/ledger_command.h"

#include "app/core/reading.h"

namespace onceover {

std::string_view LedgerCommand::summary() const
{
    return "balances by account and currency";
}

std::string_view LedgerCommand::help() const
{
    return "ledger [--dir DIR | --connection FILE] [--as LOGIN] [--json]";
}

ExitCode LedgerCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    return runReading(
        *this, {}, words, streams, [](PgReview& review, const Arguments&, Output& output) {
            const auto balances = review.ledger();
            if (!balances)
                return output.failure(balances.error());
            for (const AccountBalance& balance : *balances) {
                Json object;
                object["type"] = "account";
                object["account"] = balance.account;
                object["currency"] = balance.currency;
                object["balance_minor"] = balance.balanceMinor;
                output.line(
                    object,
                    balance.account + " " + amountText(balance.balanceMinor, balance.currency));
            }
            return ExitCode::Done;
        });
}

} // namespace onceover
