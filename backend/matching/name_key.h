// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace onceover {

// A reference of 16 base-32 digits as a number; zero for none. Equal exactly when the references
// are.
struct NameKey
{
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    bool isNone() const { return (high | low) == 0; }

    friend bool operator==(const NameKey&, const NameKey&) = default;
};

// Takes a right reference in capitals (Reference::text()).
NameKey nameKeyOf(std::string_view referenceText);

// The key of a text that is nothing but a right reference in capitals; none for any other, which
// may still show one (referencesIn).
NameKey plainNameKey(std::string_view text);

} // namespace onceover
