// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/mt/mt_narrative.h"

#include "backend/statements/field_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace onceover {

namespace {

// A subfield that is this long was cut by the bank, not ended by it.
constexpr std::size_t kFullSubfield = 27;
constexpr std::string_view kSeparators = "?>+~^<!";

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool isUpper(char character)
{
    return character >= 'A' && character <= 'Z';
}

std::string joinedLines(MtLines lines, std::string_view between)
{
    std::string text;
    for (const std::string& line : lines) {
        if (!text.empty())
            text += between;
        text += line;
    }
    return text;
}

void keep(std::string_view key, std::string_view value, StatementReferences& references)
{
    if (!isNoReference(value))
        references.emplace(key, collapsed(value));
}

// The separator of a structured field and where its first subfield begins; npos when it has none.
std::size_t structuredStart(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    for (const std::size_t position : {begin, begin + 3}) {
        const bool hasCode = position == begin
                             || (text.size() > position
                                 && std::all_of(
                                     text.begin() + static_cast<std::ptrdiff_t>(begin),
                                     text.begin() + static_cast<std::ptrdiff_t>(position),
                                     isDigit));
        if (hasCode && text.size() > position + 2
            && kSeparators.find(text[position]) != std::string_view::npos
            && isDigit(text[position + 1]) && isDigit(text[position + 2]))
            return position;
    }
    return std::string_view::npos;
}

struct KeywordRow
{
    std::string_view word;
    // Empty where the value is text.
    std::string_view key;
};

// Of the purpose lines of the German structure.
constexpr std::array kKeywords = std::to_array<KeywordRow>({
    {"EREF+", kEndToEndId},
    {"KREF+", kCustomer},
    {"MREF+", kMandateId},
    {"CRED+", {}},
    {"DEBT+", {}},
    {"COAM+", {}},
    {"OAMT+", {}},
    {"SVWZ+", {}},
    {"ABWA+", {}},
    {"ABWE+", {}},
    {"PURP+", {}},
    {"IBAN+", {}},
    {"BIC+", {}},
});

struct Found
{
    std::size_t position = std::string_view::npos;
    const KeywordRow* row = nullptr;
};

Found nextKeyword(std::string_view text, std::size_t from)
{
    // All end with a plus, which texts have few of.
    for (std::size_t plus = text.find('+', from); plus != std::string_view::npos;
         plus = text.find('+', plus + 1)) {
        const std::string_view before = text.substr(from, plus + 1 - from);
        for (const KeywordRow& row : kKeywords) {
            if (before.ends_with(row.word))
                return Found{plus + 1 - row.word.size(), &row};
        }
    }
    return {};
}

void readKeywords(std::string_view purpose, MtNarrative& narrative)
{
    Found found = nextKeyword(purpose, 0);
    while (found.row != nullptr) {
        const std::size_t begin = found.position + found.row->word.size();
        const Found next = nextKeyword(purpose, begin);
        const std::string_view value =
            purpose.substr(begin, std::min(next.position, purpose.size()) - begin);
        if (!found.row->key.empty())
            keep(found.row->key, value.substr(0, value.find('\n')), narrative.references);
        if (found.row->word == "IBAN+" && narrative.counterpartyAccount.empty())
            narrative.counterpartyAccount = collapsed(value.substr(0, value.find('\n')));
        found = next;
    }
}

// Subfields that belong together: cut ones are joined, ended ones stand on lines of their own.
void appendSubfield(std::string_view value, bool& isCut, std::string& target)
{
    if (value.empty())
        return;
    if (!target.empty() && !isCut)
        target += '\n';
    target += value;
    isCut = value.size() >= kFullSubfield;
}

void readStructured(std::string_view text, std::size_t start, MtNarrative& narrative)
{
    const char separator = text[start];
    std::string purpose;
    std::string posting;
    bool isPurposeCut = false;
    bool isNameCut = false;
    std::size_t position = start;
    while (position < text.size()) {
        const int number = (text[position + 1] - '0') * 10 + (text[position + 2] - '0');
        std::size_t end = position + 3;
        while (end < text.size()
               && !(
                   text[end] == separator && end + 2 < text.size() && isDigit(text[end + 1])
                   && isDigit(text[end + 2])))
            ++end;
        const std::string_view value = text.substr(position + 3, end - position - 3);
        if (number == 0)
            posting = std::string(value);
        else if ((number >= 20 && number <= 29) || (number >= 60 && number <= 65))
            appendSubfield(value, isPurposeCut, purpose);
        else if (number == 31 || (number == 38 && !trimmed(value).empty()))
            narrative.counterpartyAccount = collapsed(value);
        else if (number == 32 || number == 33)
            appendSubfield(value, isNameCut, narrative.counterpartyName);
        position = end;
    }
    narrative.counterpartyName = collapsed(narrative.counterpartyName);
    readKeywords(purpose, narrative);
    narrative.text = posting + (posting.empty() || purpose.empty() ? "" : "\n") + purpose;
}

constexpr std::array<std::string_view, 34> kCodes = {
    "EREF", "PREF", "KREF", "MARF", "MREF", "CSID", "CREF", "CNTP", "ORDP", "BENM", "NAME", "IBAN",
    "BIC",  "REMI", "USTD", "STRD", "TRTP", "RTRN", "RTRC", "ISDT", "PURP", "ULTD", "ULTC", "TRCD",
    "OCMT", "CHGS", "ACCW", "IREF", "ADDR", "ID",   "TRAN", "BAI",  "ACNO", "EXCH"};

struct CodeFound
{
    // Of the slash before the code.
    std::size_t position = std::string_view::npos;
    std::string_view code;
};

CodeFound nextCode(std::string_view text, std::size_t from)
{
    for (std::size_t slash = text.find('/', from); slash != std::string_view::npos;
         slash = text.find('/', slash + 1)) {
        const std::string_view rest = text.substr(slash + 1);
        const std::string_view code = rest.substr(0, rest.find('/'));
        if (code.size() < rest.size()
            && std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end())
            return CodeFound{slash, code};
    }
    return {};
}

// "/CNTP/account/BIC/name/city/".
void readCounterparty(std::string_view value, MtNarrative& narrative)
{
    std::array<std::string_view, 3> parts;
    for (std::string_view& part : parts) {
        part = value.substr(0, value.find('/'));
        value.remove_prefix(std::min(part.size() + 1, value.size()));
    }
    narrative.counterpartyAccount = collapsed(parts[0]);
    narrative.counterpartyName = collapsed(parts[2]);
}

void readCode(std::string_view code, std::string_view value, MtNarrative& narrative)
{
    const std::string_view bare = value.substr(0, value.find_last_not_of("/ ") + 1);
    if (code == "EREF")
        keep(kEndToEndId, bare, narrative.references);
    else if (code == "PREF")
        keep(kPaymentInformationId, bare, narrative.references);
    else if (code == "KREF")
        keep(kCustomer, bare, narrative.references);
    else if (code == "IREF")
        keep(kInstructionId, bare, narrative.references);
    else if (code == "MARF" || code == "MREF")
        keep(kMandateId, bare, narrative.references);
    else if (code == "RTRN" || code == "RTRC")
        narrative.returnReason = std::string(bare.substr(0, 35));
    else if (code == "CNTP")
        readCounterparty(value, narrative);
    else if (code == "IBAN" || code == "ACNO")
        narrative.counterpartyAccount = collapsed(bare);
    else if (code == "NAME" && narrative.counterpartyName.empty())
        narrative.counterpartyName = collapsed(bare);
}

// Whether the text begins with a code between slashes.
bool isCoded(std::string_view text)
{
    const std::string_view whole = trimmed(text);
    if (whole.size() < 5 || whole.front() != '/')
        return false;
    const auto end = whole.find('/', 1);
    return end != std::string_view::npos && end >= 3 && end <= 5
           && std::all_of(
               whole.begin() + 1, whole.begin() + static_cast<std::ptrdiff_t>(end), isUpper);
}

void readCoded(std::string_view text, MtNarrative& narrative)
{
    CodeFound found = nextCode(text, 0);
    while (!found.code.empty()) {
        const std::size_t begin = found.position + found.code.size() + 2;
        // The slash that ends a value may begin the next code.
        const CodeFound next = nextCode(text, begin - 1);
        const std::size_t end = std::min(next.position, text.size());
        readCode(
            found.code,
            end > begin ? text.substr(begin, end - begin) : std::string_view{},
            narrative);
        found = next;
    }
}

// Every line collapsed, without those that hold nothing.
std::string withoutEmptyLines(std::string_view rest)
{
    std::string text;
    text.reserve(rest.size());
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const std::string kept = collapsed(line);
        if (kept.empty())
            continue;
        if (!text.empty())
            text += '\n';
        text += kept;
    }
    return text;
}

} // namespace

MtNarrative readMtNarrative(MtLines lines)
{
    MtNarrative narrative;
    const std::string folded = joinedLines(lines, "");
    const std::size_t start = structuredStart(folded);
    if (start != std::string_view::npos) {
        readStructured(folded, start, narrative);
    } else if (isCoded(folded)) {
        readCoded(folded, narrative);
        narrative.text = folded;
    } else {
        narrative.text = joinedLines(lines, "\n");
    }
    narrative.text = withoutEmptyLines(narrative.text);
    return narrative;
}

} // namespace onceover
