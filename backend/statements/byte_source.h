// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sha256.h"
#include "backend/statements/refusal.h"

#include <cstdint>
#include <functional>
#include <string_view>

#include <tl/expected.hpp>

namespace onceover {

// What one pass over a source was.
struct PassedBytes
{
    Sha256 sha256{};
    std::int64_t bytes = 0;
};

// Bytes that can be read from the beginning more than once: what a column means shows at the end of
// a file, and memory must not hold it.
class ByteSource
{
public:
    virtual ~ByteSource() = default;

    // Hands over the bytes in pieces; false from `each` ends the pass early. The digest is of what
    // was handed over.
    virtual tl::expected<PassedBytes, Refusal> pass(
        const std::function<bool(std::string_view)>& each) const = 0;

protected:
    ByteSource() = default;
    ByteSource(const ByteSource&) = default;
    ByteSource& operator=(const ByteSource&) = default;
};

} // namespace onceover
