// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/sha256_stream.h"

#include <cstdlib>

#include <openssl/evp.h>

namespace onceover {

namespace {

// OpenSSL's digest of a built-in algorithm fails only when memory is exhausted or after misuse; a
// wrong digest would be worse than no process.
void require(bool isDone)
{
    if (!isDone)
        std::abort();
}

} // namespace

struct Sha256Stream::Context
{
    EVP_MD_CTX* digest = EVP_MD_CTX_new();

    Context()
    {
        require(digest != nullptr && EVP_DigestInit_ex(digest, EVP_sha256(), nullptr) == 1);
    }

    ~Context() { EVP_MD_CTX_free(digest); }

    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
};

Sha256Stream::Sha256Stream()
    : m_context(std::make_unique<Context>())
{}

Sha256Stream::~Sha256Stream() = default;
Sha256Stream::Sha256Stream(Sha256Stream&& other) noexcept = default;
Sha256Stream& Sha256Stream::operator=(Sha256Stream&& other) noexcept = default;

void Sha256Stream::add(std::string_view bytes)
{
    require(
        m_context != nullptr
        && EVP_DigestUpdate(m_context->digest, bytes.data(), bytes.size()) == 1);
}

Sha256 Sha256Stream::finish()
{
    Sha256 digest{};
    unsigned int length = 0;
    require(
        m_context != nullptr && EVP_DigestFinal_ex(m_context->digest, digest.data(), &length) == 1);
    require(length == digest.size());
    m_context.reset();
    return digest;
}

} // namespace onceover
