// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/reading_options.h"

namespace onceover {

void addReadingOptions(CommandLine& line)
{
    line.withValue.insert({"--format", "--encoding"});
}

Result<ReadingChoice> readingChoice(const Arguments& arguments)
{
    ReadingChoice choice;
    choice.encoding.chosen = arguments.value("--encoding").value_or("");
    const auto name = arguments.value("--format");
    if (!name)
        return choice;
    choice.format = formatNamed(*name);
    if (!choice.format)
        return Failure(Error::notHappened(
            "usage.format",
            "\"" + *name + "\" is no format: choose one of " + formatNames() + "."));
    return choice;
}

} // namespace onceover
