// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sandbox/charge.h"
#include "app/sandbox/json_fields.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace onceover {

// What a provider remembers under an idempotency key.
struct KeyMemory
{
    std::string fingerprint;
    std::int64_t storedUs = 0;
    bool inProgress = false;
    int status = 0;
    std::string body;
};

// A charge that will be executed, or refused, at a later time.
struct PendingCharge
{
    Charge charge;
    std::int64_t dueUs = 0; // 0: never by itself
    bool shown = false;     // processing, visible to queries; otherwise nobody sees it yet
    std::string then;       // succeeded or declined
    bool duplicate = false;
    std::int64_t visibilityDelayMs = 0;
    std::string fingerprint;
    bool storesAnswer = false;
};

// The state of all providers, made of nothing but ledger lines: the same function applies them at
// start and live, so a restarted sandbox knows exactly what the killed one knew.
class ChargeBook
{
public:
    void apply(const Json& line);

    // Requests of this provider that were received completely so far.
    std::int64_t requestCount(const std::string& provider) const;

    std::int64_t requestCount() const { return m_allRequests; }

    std::int64_t chargeCount() const { return m_succeeded; }

    // Number for the next charge id; grows with every id that was given out.
    std::int64_t nextIdNumber() const { return m_ids; }

    const KeyMemory* memory(const std::string& provider, const std::string& key) const;
    bool hasMerchantNumber(const std::string& provider, const std::string& number) const;

    // Charges that query and list may show now, oldest first. A key matches the idempotency key or
    // the merchant number.
    std::vector<const Charge*> byKey(
        const std::string& provider, const std::string& key, std::int64_t atUs) const;
    std::vector<const Charge*> byReference(
        const std::string& provider, const std::string& reference, std::int64_t atUs) const;
    std::vector<const Charge*> all(const std::string& provider, std::int64_t atUs) const;

    // The creation time of the oldest charge whose declared delay still hides it.
    std::optional<std::int64_t> oldestHiddenUs(
        const std::string& provider, std::int64_t atUs) const;

    const std::map<std::string, PendingCharge>& pending() const { return m_pending; }

    // How often each rule of the script file was used, by its position.
    const std::map<std::int64_t, std::int64_t>& scriptUses() const { return m_scriptUses; }

private:
    void applyCharge(const Json& line);
    void applyPending(const Json& line);
    void remember(const Json& line, bool inProgress);
    void store(const Charge& charge);
    std::vector<const Charge*> visible(
        const std::vector<std::size_t>& positions, std::int64_t atUs) const;

    std::vector<Charge> m_charges; // in order of creation
    std::unordered_map<std::string, std::size_t> m_byId;
    std::unordered_map<std::string, std::vector<std::size_t>> m_index; // see indexKey in the .cpp
    std::map<std::string, PendingCharge> m_pending;
    std::unordered_map<std::string, KeyMemory> m_memory;
    std::map<std::string, std::int64_t> m_requests;
    std::map<std::int64_t, std::int64_t> m_scriptUses;
    std::int64_t m_allRequests = 0;
    std::int64_t m_succeeded = 0;
    std::int64_t m_ids = 0;
};

} // namespace onceover
