// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/found_reference.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

// Identifiers that we or our provider choose come before those that others choose.
constexpr std::array<std::string_view, 6> kFirstFields = {
    "end_to_end_id",
    "instruction_id",
    "transaction_id",
    "customer",
    "payment_information_id",
    "creditor_reference"};

std::string upper(std::string_view text)
{
    std::string raised(text);
    for (char& character : raised) {
        if (character >= 'a' && character <= 'z')
            character = static_cast<char>(character - 'a' + 'A');
    }
    return raised;
}

bool isWordCharacter(char character)
{
    const bool isDigit = character >= '0' && character <= '9';
    return isDigit || (character >= 'A' && character <= 'Z')
           || static_cast<unsigned char>(character) >= 0x80;
}

// The number after "REFERENCE-" where it stands as a whole word; nothing for the bare reference.
std::optional<int> generationIn(const std::string& raised, const Reference& reference)
{
    constexpr std::size_t kMostDigits = 4;
    const auto position = raised.find(reference.text() + "-");
    if (position == std::string::npos)
        return std::nullopt;
    std::size_t digit = position + reference.text().size() + 1;
    int generation = 0;
    std::size_t count = 0;
    for (; digit < raised.size() && raised[digit] >= '0' && raised[digit] <= '9'
           && count < kMostDigits;
         ++count)
        generation = generation * 10 + (raised[digit++] - '0');
    const bool isWhole = digit == raised.size() || !isWordCharacter(raised[digit]);
    return count > 0 && isWhole && generation > 0 ? std::optional(generation) : std::nullopt;
}

void addFrom(std::string_view text, std::string_view field, std::vector<FoundReference>& found)
{
    for (const Reference& reference : Reference::findIn(text)) {
        const bool isKnown =
            std::any_of(found.begin(), found.end(), [&reference](const FoundReference& each) {
                return each.reference == reference;
            });
        if (!isKnown)
            found.push_back(FoundReference{
                reference, generationIn(upper(text), reference), std::string(field)});
    }
}

} // namespace

std::vector<FoundReference> referencesOf(const RecordReferences& references, std::string_view text)
{
    std::vector<FoundReference> found;
    for (const std::string_view field : kFirstFields) {
        const auto identifier = references.find(field);
        if (identifier != references.end())
            addFrom(identifier->second, field, found);
    }
    for (const auto& [field, value] : references)
        addFrom(value, field, found);
    addFrom(text, kTextField, found);
    return found;
}

} // namespace onceover
