// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/payments_command.h"

#include "app/core/reading.h"
#include "backend/domain/payment_status.h"

namespace onceover {

std::string_view PaymentsCommand::summary() const
{
    return "the payments, all or of one status";
}

std::string_view PaymentsCommand::help() const
{
    return "payments [--status S] [--dir DIR | --connection FILE] [--as LOGIN] [--json]";
}

ExitCode PaymentsCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue = {"--status"};
    return runReading(
        *this,
        line,
        words,
        streams,
        [](PgReview& review, const Arguments& arguments, Output& output) {
            const auto status = arguments.value("--status");
            if (status && !paymentStatusFromText(*status)) {
                output.note("no such status: " + *status);
                return ExitCode::Usage;
            }
            const auto read = review.payments(status, [&](const std::string& json) {
                Json object;
                object["type"] = "payment";
                object.update(readable(json));
                output.line(
                    object,
                    textOf(object, "reference") + " " + textOf(object, "status") + " "
                        + amountText(
                            object.value("amount_minor", std::int64_t{0}),
                            textOf(object, "currency"))
                        + " " + textOf(object, "payee"));
            });
            return read ? ExitCode::Done : output.failure(read.error());
        });
}

} // namespace onceover
