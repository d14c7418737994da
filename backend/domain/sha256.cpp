// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/sha256.h"

#include <cstdlib>

#include <openssl/evp.h>

namespace onceover {

Sha256 sha256(std::string_view bytes)
{
    Sha256 digest{};
    unsigned int length = 0;
    // The one-shot digest of a built-in algorithm fails only when memory is exhausted; no digest is
    // worse than no process.
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1
        || length != digest.size())
        std::abort();
    return digest;
}

std::string toHex(const Sha256& digest)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    text.reserve(digest.size() * 2);
    for (const std::uint8_t byte : digest) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 0x0f];
    }
    return text;
}

} // namespace onceover
