// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/mt/mt_entry_line.h"

#include "backend/statements/field_text.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace onceover {

namespace {

constexpr std::size_t kLongestReference = 35;
// How many line ends within the line itself are undone.
constexpr std::size_t kMostPieces = 4;

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool isLetter(char character)
{
    return character >= 'A' && character <= 'Z';
}

// The parts of the line as printed.
struct Parts
{
    std::string_view valueDay;
    std::string_view entryDay;
    std::string_view mark;
    std::string_view amount;
    // Type and references.
    std::string_view rest;
};

std::string_view takeFront(std::string_view& text, std::size_t count)
{
    const std::string_view front = text.substr(0, count);
    text.remove_prefix(front.size());
    return front;
}

std::string_view takeBlanks(std::string_view& text)
{
    return takeFront(text, std::min(text.find_first_not_of(' '), text.size()));
}

std::string_view takeMark(std::string_view& text)
{
    for (const std::string_view mark : {"RC", "RD", "EC", "ED", "C", "D"}) {
        if (text.starts_with(mark))
            return takeFront(text, mark.size());
    }
    return {};
}

// Nothing when the line ends before its amount and type are complete, or is another shape.
std::optional<Parts> partsOf(std::string_view text)
{
    Parts parts;
    if (text.size() < 8 || !std::all_of(text.begin(), text.begin() + 6, isDigit))
        return std::nullopt;
    parts.valueDay = takeFront(text, 6);
    const bool hasEntryDay =
        text.size() > 4 && std::all_of(text.begin(), text.begin() + 4, isDigit);
    if (hasEntryDay)
        parts.entryDay = takeFront(text, 4);
    takeBlanks(text);
    parts.mark = takeMark(text);
    if (parts.mark.empty())
        return std::nullopt;
    if (!text.empty() && isLetter(text.front()))
        text.remove_prefix(1);
    takeBlanks(text);
    const std::size_t end = std::min(text.find_first_not_of("0123456789,."), text.size());
    parts.amount = takeFront(text, end);
    takeBlanks(text);
    if (parts.amount.empty() || text.empty() || !isLetter(text.front()))
        return std::nullopt;
    parts.rest = text;
    return parts;
}

// What banks write in the place of a reference to say where else it stands.
bool isPointer(std::string_view text)
{
    constexpr std::array<std::string_view, 7> kPointers = {
        "EREF", "PREF", "MARF", "KREF+", "EREF+", "RIKREF+", "KREF"};
    constexpr std::size_t kLongestPointer = 7;
    return text.size() <= kLongestPointer
           && std::find(kPointers.begin(), kPointers.end(), text) != kPointers.end();
}

// Under each of the keys.
void addReference(
    std::initializer_list<std::string_view> keys, std::string_view text, StatementEntry& entry)
{
    if (isNoReference(text) || isPointer(text))
        return;
    const std::string reference = collapsed(text);
    for (const std::string_view key : keys)
        entry.references.emplace(key, reference);
}

void appendLine(std::string_view text, std::string& target)
{
    const std::string line = collapsed(text);
    if (line.empty())
        return;
    if (!target.empty())
        target += '\n';
    target += line;
}

// Behind a reference padded to its 16 places banks print a name.
void takeCustomerReference(std::string_view text, StatementEntry& entry)
{
    const std::string_view whole = trimmed(text);
    const auto gap = whole.find("  ");
    const std::size_t end = gap != std::string_view::npos && whole.size() > 16 ? gap : whole.size();
    const std::string_view reference = whole.substr(0, std::min(end, kLongestReference));
    addReference({kCustomer}, reference, entry);
    appendLine(whole.substr(reference.size()), entry.text);
}

void takeReferences(std::string_view rest, StatementEntry& entry)
{
    // "NTRF" and the like: a letter and a code of three characters.
    entry.typeCode = std::string(trimmed(takeFront(rest, 4)));
    const auto slashes = rest.find("//");
    takeCustomerReference(rest.substr(0, slashes), entry);
    if (slashes == std::string_view::npos)
        return;
    const std::string_view bank = trimmed(rest.substr(slashes + 2));
    if (bank.size() > kLongestReference) {
        appendLine(bank, entry.text);
        return;
    }
    addReference({kBank, kAccountServicer}, bank, entry);
}

bool takeDays(
    const Parts& parts, const MtEntryContext& context, StatementEntry& entry, ParseLog& log)
{
    const auto value = readMtDay(parts.valueDay, log);
    if (!value)
        return false;
    const auto booking = readMtEntryDay(parts.entryDay, value->day, context.openingDay, log);
    if (!booking)
        return false;
    entry.valueDate = value->day;
    entry.printedValueDate = value->printed;
    entry.bookingDate = booking->day;
    return true;
}

} // namespace

bool readMtEntry(MtLines lines, const MtEntryContext& context, StatementEntry& entry, ParseLog& log)
{
    // Nearly every line is whole: only a broken one is put together.
    std::string joined;
    std::size_t used = lines.empty() ? 0 : 1;
    std::optional<Parts> parts = lines.empty() ? std::nullopt : partsOf(lines.front());
    while (!parts && used < std::min(lines.size(), kMostPieces)) {
        if (used == 1)
            joined = lines.front();
        joined += lines[used++];
        parts = partsOf(joined);
    }
    if (!parts)
        return log.refuse(
            "statement.entry_line",
            "\"" + (lines.empty() ? std::string() : lines.front().substr(0, 60))
                + "\" is no statement line: date, mark, amount and type are wanted");
    if (used > 1)
        log.warn("statement.line_broken", "a statement line is broken before its amount or type");
    entry.currency = context.currency;
    if (!takeDays(*parts, context, entry, log))
        return false;
    const auto amount = readMtAmount(parts->amount, context.currency, log);
    if (!amount)
        return false;
    const bool isIn = parts->mark == "C" || parts->mark == "RD" || parts->mark == "EC";
    entry.amountMinor = isIn ? *amount : -*amount;
    entry.isReversal = parts->mark.front() == 'R';
    entry.status = parts->mark.front() == 'E' ? EntryStatus::Pending : EntryStatus::Booked;
    takeReferences(parts->rest, entry);
    for (std::size_t position = used; position < lines.size(); ++position)
        appendLine(lines[position], entry.text);
    return true;
}

} // namespace onceover
