// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"

#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// The permanent reference of an intent: 15 Crockford base-32 digits from SHA-256 of (tenant,
// source, idempotency key) and a Luhn mod 32 check character of the same alphabet. A pure function
// of the intent, so that it survives the loss of the database; the database computes the same value
// (onceover.reference_of).
class Reference
{
public:
    static Reference of(
        const Uuid& tenant, std::string_view source, std::string_view idempotencyKey);

    // Accepts exactly 16 characters with a right check character; lower case is raised, nothing
    // else is changed: O/0 and I/1 are never folded.
    static std::optional<Reference> fromText(std::string_view text);

    // Whether fromText() would accept it; allocates nothing.
    static bool isReference(std::string_view text);

    const std::string& text() const { return m_text; }

    friend auto operator<=>(const Reference&, const Reference&) = default;

private:
    explicit Reference(std::string text);

    std::string m_text;
};

} // namespace onceover
