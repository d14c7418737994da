// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace onceover {

// What of a provider's body may be stored and shown: at most 4 KiB, valid UTF-8 without control
// characters, runs of 13 to 19 digits that begin like a card number (blanks and hyphens inside
// allowed) masked but for the last four, IBANs with right check digits masked but for the ends, and
// secrets (Bearer, sk_, rk_, whsec_) masked altogether. The hash beside it covers the body as
// received.
std::string redactedExcerpt(std::string_view body);

} // namespace onceover
