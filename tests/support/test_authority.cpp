// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_authority.h"

#include <cstdio>
#include <cstdlib>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

namespace onceover {

namespace {

constexpr long kDaySeconds = 24L * 3600;

using Key = std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)>;
using Certificate = std::unique_ptr<X509, void (*)(X509*)>;

void require(bool isDone, const char* what)
{
    if (!isDone) {
        std::fprintf(stderr, "test authority: %s\n", what);
        ERR_print_errors_fp(stderr);
        std::abort();
    }
}

Key freshKey()
{
    Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    require(key != nullptr, "key");
    return key;
}

void addExtension(X509* certificate, X509* issuer, int kind, const std::string& value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
    require(extension != nullptr, value.c_str());
    require(X509_add_ext(certificate, extension, -1) == 1, value.c_str());
    X509_EXTENSION_free(extension);
}

// Unsigned.
Certificate blankCertificate(
    EVP_PKEY* key, const std::string& name, int validFromDays, int validToDays)
{
    Certificate certificate(X509_new(), &X509_free);
    std::uint64_t serial = 0;
    require(
        certificate && RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial) == 1,
        "certificate");
    X509_set_version(certificate.get(), X509_VERSION_3);
    ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), serial >> 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), validFromDays * kDaySeconds);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), validToDays * kDaySeconds);
    X509_NAME* subject = X509_get_subject_name(certificate.get());
    require(
        X509_NAME_add_entry_by_txt(
            subject,
            "CN",
            MBSTRING_UTF8,
            reinterpret_cast<const unsigned char*>(name.c_str()),
            -1,
            -1,
            0) == 1
            && X509_set_pubkey(certificate.get(), key) == 1,
        "subject");
    return certificate;
}

template <typename Write>
std::string pem(const Write& write)
{
    BIO* memory = BIO_new(BIO_s_mem());
    require(memory != nullptr && write(memory) == 1, "PEM");
    char* data = nullptr;
    const long size = BIO_get_mem_data(memory, &data);
    std::string text(data, static_cast<std::size_t>(size));
    BIO_free(memory);
    return text;
}

TestCertificate asPem(X509* certificate, EVP_PKEY* key)
{
    return {pem([&](BIO* to) { return PEM_write_bio_X509(to, certificate); }), pem([&](BIO* to) {
                return PEM_write_bio_PrivateKey(to, key, nullptr, nullptr, 0, nullptr, nullptr);
            })};
}

} // namespace

TestAuthority::TestAuthority(const std::string& name)
    : m_key(freshKey())
    , m_certificate(blankCertificate(m_key.get(), name, -2, 60))
{
    X509* own = m_certificate.get();
    X509_set_issuer_name(own, X509_get_subject_name(own));
    addExtension(own, own, NID_basic_constraints, "critical,CA:TRUE");
    addExtension(own, own, NID_key_usage, "critical,keyCertSign,cRLSign");
    addExtension(own, own, NID_subject_key_identifier, "hash");
    require(X509_sign(own, m_key.get(), EVP_sha256()) > 0, "signature");
}

TestAuthority::~TestAuthority() = default;

std::string TestAuthority::certificate() const
{
    return pem([&](BIO* to) { return PEM_write_bio_X509(to, m_certificate.get()); });
}

TestCertificate TestAuthority::issue(
    const std::string& alternativeName, int validFromDays, int validToDays) const
{
    const Key key = freshKey();
    const Certificate issued = blankCertificate(key.get(), "server", validFromDays, validToDays);
    X509_set_issuer_name(issued.get(), X509_get_subject_name(m_certificate.get()));
    addExtension(issued.get(), m_certificate.get(), NID_basic_constraints, "CA:FALSE");
    addExtension(issued.get(), m_certificate.get(), NID_subject_alt_name, alternativeName);
    require(X509_sign(issued.get(), m_key.get(), EVP_sha256()) > 0, "signature");
    return asPem(issued.get(), key.get());
}

TestCertificate TestAuthority::selfSigned(const std::string& alternativeName)
{
    const Key key = freshKey();
    const Certificate own = blankCertificate(key.get(), "server", -1, 30);
    X509_set_issuer_name(own.get(), X509_get_subject_name(own.get()));
    addExtension(own.get(), own.get(), NID_subject_alt_name, alternativeName);
    require(X509_sign(own.get(), key.get(), EVP_sha256()) > 0, "signature");
    return asPem(own.get(), key.get());
}

} // namespace onceover
