// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/status_command.h"

#include "app/core/reading.h"

namespace onceover {

std::string_view StatusCommand::summary() const
{
    return "counts and amounts by status and currency";
}

std::string_view StatusCommand::help() const
{
    return "status [--dir DIR | --connection FILE] [--as LOGIN] [--json]";
}

ExitCode StatusCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    return runReading(
        *this, {}, words, streams, [](PgReview& review, const Arguments&, Output& output) {
            const auto totals = review.status();
            if (!totals)
                return output.failure(totals.error());
            for (const StatusTotal& total : *totals) {
                Json object;
                object["type"] = "status";
                object["status"] = total.status;
                object["currency"] = total.currency;
                object["count"] = total.count;
                object["amount_minor"] = total.amountMinor;
                output.line(
                    object,
                    total.status + " " + std::to_string(total.count) + " payments, "
                        + amountText(total.amountMinor, total.currency));
            }
            return ExitCode::Done;
        });
}

} // namespace onceover
