// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_format.h"

#include <algorithm>
#include <array>

namespace onceover {

namespace {

struct NameRow
{
    std::string_view name;
    FormatName format;
};

constexpr std::array kNames = std::to_array<NameRow>({
    {"camt.052", {StatementFormat::BankMessage, "camt.052"}},
    {"camt.053", {StatementFormat::BankMessage, "camt.053"}},
    {"camt.054", {StatementFormat::BankMessage, "camt.054"}},
    {"pain.002", {StatementFormat::BankMessage, "pain.002"}},
    {"mt940", {StatementFormat::Mt, {}}},
    {"mt942", {StatementFormat::Mt, {}}},
    {"bai2", {StatementFormat::Bai2, {}}},
    {"csv", {StatementFormat::Csv, {}}},
});

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool isBlank(char character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

// What is left when the marks of an encoding are taken away: enough to tell the format.
std::string plainHead(std::string_view head)
{
    if (head.starts_with("\xef\xbb\xbf"))
        head.remove_prefix(3);
    else if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff"))
        head.remove_prefix(2);
    std::string plain;
    for (const char byte : head.substr(0, kFormatHeadBytes)) {
        if (byte != '\0')
            plain += byte;
    }
    const auto visible =
        std::find_if(plain.begin(), plain.end(), [](char each) { return !isBlank(each); });
    plain.erase(plain.begin(), visible);
    return plain;
}

// Whether the text, at the beginning of a line, opens one of the fields every such file has.
bool opensSwiftField(std::string_view text)
{
    for (const std::string_view tag :
         {":20:", ":25:", ":28C:", ":28:", ":60F:", ":60M:", ":61:", ":62F:", ":34F:"}) {
        if (text.starts_with(tag))
            return true;
    }
    return text.starts_with("{1:F") || text.starts_with("{4:");
}

bool hasSwiftField(std::string_view plain)
{
    bool isLineStart = true;
    for (std::size_t position = 0; position < plain.size(); ++position) {
        const char each = plain[position];
        // Files joined by DOS have its end-of-file mark between them, and no line end.
        const bool isBreak = each == '\n' || each == '\r' || each == '\x1a';
        if (isLineStart && !isBreak && opensSwiftField(plain.substr(position)))
            return true;
        isLineStart = isBreak;
    }
    return false;
}

// "01," opens a BAI2 file; another two digits and a comma in a line that ends in a slash is one
// that begins in the wrong place.
bool hasBaiRecord(std::string_view plain)
{
    if (plain.size() < 3 || !isDigit(plain[0]) || !isDigit(plain[1]) || plain[2] != ',')
        return false;
    std::string_view line = plain.substr(0, plain.find_first_of("\r\n"));
    while (!line.empty() && isBlank(line.back()))
        line.remove_suffix(1);
    return plain.starts_with("01,") || line.ends_with('/');
}

} // namespace

std::optional<FormatName> formatNamed(std::string_view name)
{
    const auto* row = std::find_if(
        kNames.begin(), kNames.end(), [name](const NameRow& each) { return each.name == name; });
    return row == kNames.end() ? std::nullopt : std::optional(row->format);
}

std::string formatNames()
{
    std::string names;
    for (const NameRow& each : kNames)
        names += (names.empty() ? "" : ", ") + std::string(each.name);
    return names;
}

std::optional<StatementFormat> formatOf(std::string_view head, ParseLog& log)
{
    const auto refuse = [&log](const char* code, const std::string& message) {
        log.refuseField(code, message, {});
        return std::nullopt;
    };
    if (head.empty())
        return refuse("statement.empty_file", "the file is empty");
    const std::string plain = plainHead(head);
    if (plain.empty())
        return refuse("statement.empty_file", "the file holds nothing but blanks");
    if (plain.front() == '<')
        return StatementFormat::BankMessage;
    if (hasSwiftField(plain))
        return StatementFormat::Mt;
    if (hasBaiRecord(plain))
        return StatementFormat::Bai2;
    std::string kind = "no statement in a format that is known";
    if (plain.starts_with("PK"))
        kind = "a ZIP archive";
    else if (plain.starts_with("%PDF"))
        kind = "a PDF document";
    else if (plain.starts_with("OFXHEADER"))
        kind = "an OFX file";
    else if (plain.starts_with("!Type:"))
        kind = "a QIF file";
    return refuse(
        "statement.unsupported_format", "this is " + kind + "; what is read: " + formatNames());
}

} // namespace onceover
