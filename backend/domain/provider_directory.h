// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/provider.h"
#include "backend/domain/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace onceover {

// Port: the providers whose profiles are in force. Used by one thread; the providers it hands out
// are thread-safe and may outlive a refresh.
class ProviderDirectory
{
public:
    virtual ~ProviderDirectory() = default;

    // Reads which profile versions are in force.
    virtual Result<void> refresh() = 0;
    // The newest version of each, in the order of names.
    virtual std::vector<std::shared_ptr<Provider>> inForce() const = 0;
    // Null when this version is not known.
    virtual std::shared_ptr<Provider> find(const std::string& name, std::int64_t version) const = 0;
};

} // namespace onceover
