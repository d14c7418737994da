// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

// What a provider declares it can do, as far as the rules of the machine need it. Read from an
// approved profile file; request templates and answer tables stay with the adapter. Every time span
// is in milliseconds.
struct ProviderProfile
{
    std::string name;
    std::int64_t version = 0;
    // Lower-case hexadecimal SHA-256 of the profile's bytes: what two people approve.
    std::string sha256;
    std::string baseUrl;

    // A second request with the same provider key within keyLifetimeMs causes no second charge.
    bool keyCollapses = false;
    // 0 means that the provider promises no lifetime; absent keys have 0.
    std::int64_t keyLifetimeMs = 0;
    // The provider refuses a second charge with the same merchant number for ever (answer EXISTS).
    bool uniqueMerchantNumber = false;
    // Charges can be asked for by our provider key or reference.
    bool queryByKey = false;
    // The source that answers the query is the provider's own book, complete and searchable by our
    // key.
    bool queryAuthoritative = false;
    // All charges of a span of time can be listed.
    bool list = false;
    bool webhook = false;
    bool settlementFile = false;
    bool bankStatement = false;
    // A successful answer repeats the account that was paid.
    bool echoesAccount = false;

    // How long after its execution a charge may still be missing from queries and lists.
    std::int64_t visibilityLagMs = 0;
    // How long after the last request byte the provider may still execute it.
    std::int64_t longestProcessingMs = 0;
    // How long late evidence is watched for after a payment was settled by people.
    std::int64_t lateWindowMs = 0;
    // When an unknown outcome goes to people although looks go on.
    std::int64_t exhaustedAfterMs = 0;
    // How long PROCESSING stays outside the people's queue.
    std::int64_t processingSlaMs = 0;

    std::int64_t connectTimeoutMs = 0;
    std::int64_t answerTimeoutMs = 0;
    std::int64_t queryTimeoutMs = 0;
    // Calls that may run at once, submissions and queries together.
    int concurrency = 1;

    // How many permits of grounds NOT_SENT and REJECTED_RETRYABLE together one payment gets without
    // people.
    int maxAutomaticPermits = 0;
    std::int64_t retryDelayMs = 0;
    // When to look after an outcome became unknown: delays between looks; the last one repeats for
    // ever.
    std::vector<std::int64_t> lookDelaysMs;

    // Of the field that carries the bare reference; the alphabet lists every permitted character.
    int referenceMaxLength = 0;
    std::string referenceAlphabet;
    // Upper-case ISO 4217 codes; empty means every currency.
    std::vector<std::string> currencies;
};

} // namespace onceover
