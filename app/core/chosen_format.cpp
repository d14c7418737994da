// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/chosen_format.h"

namespace onceover {

Result<std::optional<FormatName>> chosenFormat(const Arguments& arguments)
{
    const auto name = arguments.value("--format");
    if (!name)
        return std::optional<FormatName>();
    const auto format = formatNamed(*name);
    if (!format)
        return Failure(Error::notHappened(
            "usage.format",
            "\"" + *name + "\" is no format: choose one of " + formatNames() + "."));
    return format;
}

} // namespace onceover
