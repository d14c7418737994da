// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/found_reference.h"

#include "backend/matching/text_reading.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

constexpr std::size_t kLength = 16;
constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

// Identifiers that we or our provider choose come before those that others choose.
constexpr std::array<std::string_view, 6> kFirstFields = {
    "end_to_end_id",
    "instruction_id",
    "transaction_id",
    "customer",
    "payment_information_id",
    "creditor_reference"};

// The number after "REFERENCE-" where it stands as a whole word; nothing for the bare reference.
std::optional<int> generationAfter(
    const TextReading& reading, std::string_view text, std::size_t end, const Reference& reference)
{
    constexpr std::size_t kMostDigits = 4;
    const std::string& characters = reading.characters();
    if (end >= reading.size() || reading.isParted(end))
        return std::nullopt;
    std::size_t index = end;
    int generation = 0;
    for (; index < reading.size() && (index == end || !reading.beginsWord(index)); ++index) {
        const char digit = characters[index];
        if (digit < '0' || digit > '9' || index - end >= kMostDigits)
            return std::nullopt;
        generation = generation * 10 + (digit - '0');
    }
    // The hyphen itself: "REFERENCE 2" is two words, not a key.
    const std::string wanted = reference.text() + "-";
    const auto same = [](char left, char right) {
        return left
               == (right >= 'a' && right <= 'z' ? static_cast<char>(right - 'a' + 'A') : right);
    };
    const bool hasHyphen = std::search(
                               text.begin(),
                               text.end(),
                               wanted.begin(),
                               wanted.end(),
                               [&same](char each, char sought) { return same(sought, each); })
                           != text.end();
    return hasHyphen && generation > 0 ? std::optional(generation) : std::nullopt;
}

Spelling spellingOf(const TextReading& reading, std::size_t first)
{
    Spelling spelling = reading.isLower(first) ? Spelling::Normalised : Spelling::Exact;
    for (std::size_t index = first + 1; index < first + kLength; ++index) {
        if (reading.followsInvisible(index))
            return Spelling::Disguised;
        if (reading.isFolded(index))
            spelling = Spelling::Normalised;
    }
    return reading.notes().hasDirection ? Spelling::Disguised : spelling;
}

// Crockford's alphabet leaves these letters out because people confuse them with its digits.
std::string withoutConfusion(std::string_view text)
{
    std::string clear(text);
    for (char& character : clear)
        character = character == 'O' ? '0' : character == 'I' || character == 'L' ? '1' : character;
    return clear;
}

// Whether 16 characters from here are whole words with nothing between them that parts them.
bool isWhole(const TextReading& reading, std::size_t first)
{
    const std::size_t last = first + kLength - 1;
    if (!reading.beginsWord(first) || last >= reading.size() || !reading.endsWord(last))
        return false;
    for (std::size_t index = first + 1; index <= last; ++index) {
        if (reading.isParted(index))
            return false;
    }
    return true;
}

void addTo(std::vector<FoundReference>& found, FoundReference added)
{
    const auto known = std::find_if(found.begin(), found.end(), [&added](const auto& each) {
        return each.reference == added.reference;
    });
    if (known == found.end())
        found.push_back(std::move(added));
    else if (added.spelling < known->spelling)
        *known = std::move(added);
}

} // namespace

std::vector<FoundReference> referencesIn(std::string_view text, std::string_view field)
{
    std::vector<FoundReference> found;
    if (text.size() < kLength)
        return found;
    const TextReading reading(text);
    for (std::size_t first = 0; first + kLength <= reading.size(); ++first) {
        if (!isWhole(reading, first))
            continue;
        const std::string characters = reading.characters().substr(first, kLength);
        if (const auto reference = Reference::fromText(characters)) {
            const auto generation = generationAfter(reading, text, first + kLength, *reference);
            addTo(found, {*reference, generation, std::string(field), spellingOf(reading, first)});
            continue;
        }
        const auto alike =
            Reference::fromText(withoutConfusion(reading.likeness().substr(first, kLength)));
        if (alike)
            addTo(found, {*alike, std::nullopt, std::string(field), Spelling::LookAlike});
    }
    return found;
}

std::vector<FoundReference> namesOf(const RecordReferences& references, std::string_view text)
{
    std::vector<FoundReference> found;
    const auto addAll = [&found](std::string_view value, std::string_view field) {
        for (FoundReference& each : referencesIn(value, field))
            addTo(found, std::move(each));
    };
    for (const std::string_view field : kFirstFields) {
        const auto identifier = references.find(field);
        if (identifier != references.end())
            addAll(identifier->second, field);
    }
    for (const auto& [field, value] : references) {
        if (std::find(kFirstFields.begin(), kFirstFields.end(), field) == kFirstFields.end())
            addAll(value, field);
    }
    addAll(text, kTextField);
    return found;
}

std::vector<FoundReference> referencesOf(const RecordReferences& references, std::string_view text)
{
    std::vector<FoundReference> found = namesOf(references, text);
    found.erase(
        std::remove_if(
            found.begin(),
            found.end(),
            [](const FoundReference& each) { return isForPeople(each.spelling); }),
        found.end());
    return found;
}

std::optional<FoundBeginning> beginningIn(std::string_view text, std::string_view field)
{
    constexpr std::size_t kShortest = 8;
    const bool isCut = text.size() == 16 || text.size() == 35;
    if (!isCut)
        return std::nullopt;
    const TextReading reading(text);
    if (!reading.notes().isPlain() || reading.isEmpty())
        return std::nullopt;
    std::size_t first = reading.size() - 1;
    while (first > 0 && !reading.beginsWord(first))
        --first;
    std::string characters = reading.characters().substr(first);
    const bool canBegin = characters.size() >= kShortest && characters.size() < kLength
                          && characters.find_first_not_of(kAlphabet) == std::string::npos;
    // The word must reach the field's end: a blank or full stop there means that nothing was cut.
    const char last = text.back();
    const bool reachesEnd = (last >= '0' && last <= '9') || (last >= 'A' && last <= 'Z')
                            || (last >= 'a' && last <= 'z');
    if (!canBegin || !reachesEnd)
        return std::nullopt;
    return FoundBeginning{std::move(characters), std::string(field)};
}

} // namespace onceover
