// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/payment_command.h"

#include "app/core/reading.h"

#include <ostream>

namespace onceover {

std::string_view PaymentCommand::summary() const
{
    return "everything about one payment";
}

std::string_view PaymentCommand::help() const
{
    return "payment REFERENCE|ID [--dir DIR | --connection FILE] [--as LOGIN] [--json]";
}

ExitCode PaymentCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.minRest = line.maxRest = 1;
    return runReading(
        *this,
        line,
        words,
        streams,
        [](PgReview& review, const Arguments& arguments, Output& output) {
            const auto found = review.payment(arguments.rest().front());
            if (!found)
                return output.failure(found.error());
            if (!*found)
                return output.failure(Error::notHappened(
                    "payment.unknown", "There is no payment " + arguments.rest().front() + "."));
            // The payment's own columns stand at the top, beside what hangs on it.
            Json object;
            object["type"] = "payment";
            Json parts = readable(**found);
            object.update(parts["payment"]);
            parts.erase("payment");
            object.update(parts);
            if (output.isJson())
                output.line(object, "");
            else
                output.out() << object.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
            return ExitCode::Done;
        });
}

} // namespace onceover
