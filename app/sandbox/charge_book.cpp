// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/charge_book.h"

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

// One index for all look-ups: what ('k' key, 'm' merchant number, 'r' reference, 'p' provider),
// provider, value.
std::string indexKey(char what, const std::string& provider, const std::string& value)
{
    return std::string(1, what) + '\n' + provider + '\n' + value;
}

bool isShown(const Charge& charge, std::int64_t atUs)
{
    return !charge.forgotten && charge.visibleAtUs <= atUs;
}

} // namespace

void ChargeBook::apply(const Json& line)
{
    const std::string kind = textIn(line, "kind");
    if (kind == "request") {
        ++m_allRequests;
        ++m_requests[textIn(line, "provider")];
        const std::int64_t rule = integerIn(line, "script_rule", -1);
        if (rule >= 0)
            ++m_scriptUses[rule];
    } else if (kind == "charge" || kind == "decline") {
        applyCharge(line);
    } else if (kind == "pending") {
        applyPending(line);
    }
}

void ChargeBook::applyCharge(const Json& line)
{
    const Charge charge = Charge::fromLedger(line);
    if (m_pending.erase(charge.id) == 0)
        ++m_ids;
    if (charge.status == "succeeded")
        ++m_succeeded;
    if (line.contains("answer_status"))
        remember(line, false);
    else if (charge.status == "declined")
        m_memory.erase(indexKey('k', charge.provider, charge.key));
    store(charge);
}

void ChargeBook::applyPending(const Json& line)
{
    ++m_ids;
    PendingCharge pending;
    pending.charge = Charge::fromLedger(line);
    pending.dueUs = integerIn(line, "due_us");
    pending.shown = flagIn(line, "shown", false);
    pending.then = textIn(line, "then", "succeeded");
    pending.duplicate = flagIn(line, "duplicate", false);
    pending.visibilityDelayMs = integerIn(line, "visibility_delay_ms");
    pending.fingerprint = textIn(line, "fingerprint");
    pending.storesAnswer = flagIn(line, "stores_answer", false);
    if (pending.storesAnswer)
        remember(line, !pending.shown);
    if (pending.shown)
        store(pending.charge);
    m_pending.emplace(pending.charge.id, std::move(pending));
}

void ChargeBook::remember(const Json& line, bool inProgress)
{
    KeyMemory memory;
    memory.fingerprint = textIn(line, "fingerprint");
    memory.storedUs = integerIn(line, "at_us");
    memory.inProgress = inProgress;
    memory.status = static_cast<int>(integerIn(line, "answer_status"));
    memory.body = textIn(line, "answer_body");
    m_memory[indexKey('k', textIn(line, "provider"), textIn(line, "key"))] = std::move(memory);
}

void ChargeBook::store(const Charge& charge)
{
    const auto known = m_byId.find(charge.id);
    if (known != m_byId.end()) {
        m_charges[known->second] = charge;
        return;
    }
    const std::size_t position = m_charges.size();
    m_charges.push_back(charge);
    m_byId.emplace(charge.id, position);
    m_index[indexKey('p', charge.provider, {})].push_back(position);
    m_index[indexKey('r', charge.provider, charge.reference)].push_back(position);
    m_index[indexKey('k', charge.provider, charge.key)].push_back(position);
    if (!charge.merchantNumber.empty())
        m_index[indexKey('m', charge.provider, charge.merchantNumber)].push_back(position);
}

std::int64_t ChargeBook::requestCount(const std::string& provider) const
{
    const auto found = m_requests.find(provider);
    return found == m_requests.end() ? 0 : found->second;
}

const KeyMemory* ChargeBook::memory(const std::string& provider, const std::string& key) const
{
    const auto found = m_memory.find(indexKey('k', provider, key));
    return found == m_memory.end() ? nullptr : &found->second;
}

bool ChargeBook::hasMerchantNumber(const std::string& provider, const std::string& number) const
{
    const auto found = m_index.find(indexKey('m', provider, number));
    if (found != m_index.end()) {
        for (const std::size_t position : found->second) {
            if (m_charges[position].status != "declined")
                return true;
        }
    }
    return std::any_of(m_pending.begin(), m_pending.end(), [&](const auto& entry) {
        const Charge& charge = entry.second.charge;
        return charge.provider == provider && charge.merchantNumber == number;
    });
}

std::vector<const Charge*> ChargeBook::visible(
    const std::vector<std::size_t>& positions, std::int64_t atUs) const
{
    std::vector<const Charge*> result;
    for (const std::size_t position : positions) {
        if (isShown(m_charges[position], atUs))
            result.push_back(&m_charges[position]);
    }
    return result;
}

std::vector<const Charge*> ChargeBook::byKey(
    const std::string& provider, const std::string& key, std::int64_t atUs) const
{
    std::vector<std::size_t> positions;
    for (const char what : {'k', 'm'}) {
        const auto found = m_index.find(indexKey(what, provider, key));
        if (found != m_index.end())
            positions.insert(positions.end(), found->second.begin(), found->second.end());
    }
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    return visible(positions, atUs);
}

std::vector<const Charge*> ChargeBook::byReference(
    const std::string& provider, const std::string& reference, std::int64_t atUs) const
{
    const auto found = m_index.find(indexKey('r', provider, reference));
    return found == m_index.end() ? std::vector<const Charge*>() : visible(found->second, atUs);
}

std::vector<const Charge*> ChargeBook::all(const std::string& provider, std::int64_t atUs) const
{
    const auto found = m_index.find(indexKey('p', provider, {}));
    return found == m_index.end() ? std::vector<const Charge*>() : visible(found->second, atUs);
}

std::optional<std::int64_t> ChargeBook::oldestHiddenUs(
    const std::string& provider, std::int64_t atUs) const
{
    const auto found = m_index.find(indexKey('p', provider, {}));
    if (found == m_index.end())
        return std::nullopt;
    for (const std::size_t position : found->second) {
        const Charge& charge = m_charges[position];
        if (!charge.forgotten && charge.delayDeclared && charge.visibleAtUs > atUs)
            return charge.createdUs;
    }
    return std::nullopt;
}

} // namespace onceover
