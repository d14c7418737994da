// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/name_index.h"

#include "backend/matching/found_reference.h"
#include "backend/matching/identifier.h"
#include "backend/matching/text_reading.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

constexpr std::size_t kShortestName = 6;
constexpr std::size_t kLongestName = 64;
// Where banks' fields end.
constexpr std::array<std::size_t, 2> kFieldLengths = {16, 35};

std::string exactKey(std::string_view field, std::string_view value)
{
    return std::string(field) + "\n" + std::string(value);
}

// Provider ids stand in whatever field the bank has room in.
bool standsAnywhere(std::string_view field)
{
    return field == kProviderIdField;
}

void addBeginning(
    std::string_view text, std::string_view field, std::uint32_t position, RecordNames& names)
{
    if (const auto beginning = beginningIn(text, field))
        names.beginnings.push_back(nameBeginning(position, beginning->characters));
}

template <typename Map>
void addAll(
    const Map& map,
    const std::string& key,
    std::uint32_t position,
    Spelling spelling,
    RecordNames& names)
{
    const auto [first, last] = map.equal_range(key);
    for (auto each = first; each != last; ++each)
        names.pairs.push_back({position, each->second, spelling});
}

} // namespace

NameIndex::NameIndex(std::span<const PaymentFacts> payments)
{
    m_references.reserve(payments.size());
    for (std::uint32_t index = 0; index < payments.size(); ++index) {
        m_references.emplace_back(payments[index].reference.text(), index);
        for (const PaymentIdentifier& identifier : payments[index].identifiers)
            addIdentifier(identifier, index);
    }
    std::sort(m_references.begin(), m_references.end());
}

void NameIndex::addIdentifier(const PaymentIdentifier& identifier, std::uint32_t payment)
{
    const std::string_view value = trimmedIdentifier(identifier.value);
    if (isPlaceholder(value))
        return;
    m_exact.emplace(exactKey(identifier.field, value), payment);
    const std::string folded = foldedIdentifier(value);
    // Whatever was added before it by the same payment under another field counts once: pairs are
    // made one later.
    if (folded.size() >= kShortestName && folded.size() <= kLongestName
        && folded.find('?') == std::string::npos) {
        m_folded.emplace(folded, payment);
        if (standsAnywhere(identifier.field))
            m_exact.emplace(exactKey("", value), payment);
    }
    const std::string alike = resembling(value);
    if (alike.size() > 1)
        m_alike.emplace(alike, payment);
    for (const std::size_t length : kFieldLengths) {
        if (value.size() > length)
            m_cut.emplace(foldedIdentifier(value.substr(0, length)), payment);
    }
}

RecordNames NameIndex::namesIn(const RecordFacts& record, std::uint32_t position) const
{
    RecordNames names;
    addReferences(record, position, names);
    for (const auto& [field, value] : record.references)
        addField(value, field, position, names);
    addBeginning(record.text, kTextField, position, names);
    addText(record.text, position, names);
    return names;
}

void NameIndex::addReferences(
    const RecordFacts& record, std::uint32_t position, RecordNames& names) const
{
    const auto found = namesOf(record.references, record.text);
    if (found.size() == 1) {
        names.name = nameKeyOf(found.front().reference.text());
        names.spelling = found.front().spelling;
        return;
    }
    for (const FoundReference& each : found) {
        const auto payment = std::lower_bound(
            m_references.begin(),
            m_references.end(),
            std::make_pair(each.reference.text(), std::uint32_t{0}));
        if (payment != m_references.end() && payment->first == each.reference.text())
            names.pairs.push_back({position, payment->second, each.spelling});
        else if (!isForPeople(each.spelling))
            // It names a payment that is not here, and perhaps one that is.
            names.name = nameKeyOf(each.reference.text());
    }
}

void NameIndex::addField(
    std::string_view value,
    std::string_view field,
    std::uint32_t position,
    RecordNames& names) const
{
    const std::string_view text = trimmedIdentifier(value);
    if (isPlaceholder(text))
        return;
    addBeginning(value, field, position, names);
    const bool isDamaged = damageOf(text).has_value();
    names.isDamaged = names.isDamaged || isDamaged;
    if (m_exact.empty())
        return;
    addAll(m_alike, resembling(text), position, Spelling::LookAlike, names);
    if (isDamaged)
        return;
    // The apostrophe that protects text from a spreadsheet is not the bank's.
    addAll(m_exact, exactKey(field, text), position, Spelling::Exact, names);
    addAll(m_exact, exactKey("", text), position, Spelling::Exact, names);
    addText(text, position, names);
}

void NameIndex::addText(std::string_view text, std::uint32_t position, RecordNames& names) const
{
    if (m_exact.empty() || text.empty())
        return;
    const TextReading reading(text);
    const Spelling spelling =
        reading.notes().hasInvisible ? Spelling::Disguised : Spelling::Normalised;
    for (std::size_t first = 0; first < reading.size(); ++first) {
        if (!reading.beginsWord(first))
            continue;
        std::string word;
        for (std::size_t last = first; last < reading.size() && word.size() < kLongestName;
             ++last) {
            if (last > first && reading.isParted(last))
                break;
            word += reading.characters()[last];
            if (!reading.endsWord(last) || word.size() < kShortestName)
                continue;
            addAll(m_folded, word, position, spelling, names);
            if (const auto rest = creditorReferenceRest(word))
                addAll(m_folded, *rest, position, spelling, names);
        }
    }
    if (std::find(kFieldLengths.begin(), kFieldLengths.end(), text.size()) != kFieldLengths.end())
        addAll(m_cut, reading.characters(), position, Spelling::Truncated, names);
    addAll(m_alike, resembling(text), position, Spelling::LookAlike, names);
}

} // namespace onceover
