// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

// OpenSSL's own types, named here so that no header includes OpenSSL's.
struct evp_pkey_st;
struct x509_st;

namespace onceover {

// A certificate and its private key as PEM.
struct TestCertificate
{
    std::string certificate;
    std::string key;
};

// A certificate authority of a test's own, made of fresh keys in memory. Ends the program when
// OpenSSL refuses.
class TestAuthority
{
public:
    explicit TestAuthority(const std::string& name);
    ~TestAuthority();

    TestAuthority(const TestAuthority&) = delete;
    TestAuthority& operator=(const TestAuthority&) = delete;

    // What trusts it: the authority's own certificate, as PEM.
    std::string certificate() const;

    // For a server. `alternativeName` as OpenSSL writes it: "IP:127.0.0.1" or "DNS:example.test".
    // The days are counted from now and may be negative.
    TestCertificate issue(
        const std::string& alternativeName, int validFromDays = -1, int validToDays = 30) const;

    // Signed by nobody but itself.
    static TestCertificate selfSigned(const std::string& alternativeName);

private:
    std::unique_ptr<evp_pkey_st, void (*)(evp_pkey_st*)> m_key;
    std::unique_ptr<x509_st, void (*)(x509_st*)> m_certificate;
};

} // namespace onceover
