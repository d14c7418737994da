// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/site.h"

#include "app/core/connection_site.h"
#include "app/core/demo_site.h"

namespace onceover {

Result<std::unique_ptr<Site>> openSite(const Arguments& arguments)
{
    const auto directory = arguments.value("--dir");
    const auto file = arguments.value("--connection");
    if (directory && file)
        return Failure(Error::notHappened(
            "usage.option", "--dir and --connection name two databases; give one of them."));
    if (file) {
        auto site = ConnectionSite::open(*file);
        if (!site)
            return Failure(site.error());
        return std::unique_ptr<Site>(std::move(*site));
    }
    auto site = DemoSite::open(
        directory ? std::filesystem::path(*directory) : PrivateCluster::defaultDirectory());
    if (!site)
        return Failure(site.error());
    return std::unique_ptr<Site>(std::move(*site));
}

} // namespace onceover
