// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_kind.h"

#include "backend/statements/statement_format.h"

#include <algorithm>
#include <array>
#include <string>

namespace onceover {

namespace {

struct MessageRow
{
    std::string_view name;
    std::string_view family;
};

constexpr std::array kMessages = std::to_array<MessageRow>({
    {"BkToCstmrStmt", "camt.053"},
    {"BkToCstmrAcctRpt", "camt.052"},
    {"BkToCstmrDbtCdtNtfctn", "camt.054"},
    {"CstmrPmtStsRpt", "pain.002"},
    // The first editions named the message after themselves.
    {"pain.002.001.01", "pain.002"},
    {"pain.002.001.02", "pain.002"},
    {"CstmrCdtTrfInitn", "pain.001"},
    {"CstmrDrctDbtInitn", "pain.008"},
});

// The newest edition whose differences the path table covers.
constexpr int kNewestVersion = 12;
constexpr std::string_view kVersionPart = ".001.";
constexpr std::string_view kIsoPrefix = "urn:iso:std:iso:20022:tech:xsd:";
constexpr std::string_view kSixPrefix = "http://www.six-interbank-clearing.com/";

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

const MessageRow* rowOf(std::string_view local)
{
    const auto* row =
        std::find_if(kMessages.begin(), kMessages.end(), [local](const MessageRow& each) {
            if (!local.starts_with(each.name))
                return false;
            // The first edition wrote "BkToCstmrStmtV01".
            const std::string_view rest = local.substr(each.name.size());
            return rest.empty()
                   || (rest.size() == 3 && rest[0] == 'V' && isDigit(rest[1]) && isDigit(rest[2]));
        });
    return row == kMessages.end() ? nullptr : row;
}

// 0 when the namespace names no edition of the family.
int versionOf(std::string_view space, std::string_view family)
{
    const std::string prefix = std::string(family) + std::string(kVersionPart);
    const auto position = space.find(prefix);
    if (position == std::string_view::npos)
        return 0;
    const std::string_view digits = space.substr(position + prefix.size(), 2);
    if (digits.size() != 2 || !isDigit(digits[0]) || !isDigit(digits[1]))
        return 0;
    return (digits[0] - '0') * 10 + (digits[1] - '0');
}

// "camt.054" out of a namespace, empty where it names no family.
std::string_view familyIn(std::string_view space)
{
    for (const std::string_view area : {"camt.", "pain.", "pacs."}) {
        const auto position = space.find(area);
        if (position != std::string_view::npos && position + 8 <= space.size())
            return space.substr(position, 8);
    }
    return {};
}

} // namespace

bool isMessageName(std::string_view local)
{
    return rowOf(local) != nullptr;
}

std::string_view familyOfMessage(std::string_view local)
{
    const MessageRow* row = rowOf(local);
    return row == nullptr ? std::string_view{} : row->family;
}

bool isStatementFamily(std::string_view family)
{
    return family == "camt.052" || family == "camt.053" || family == "camt.054"
           || family == "pain.002";
}

void warnOfNamespace(std::string_view space, std::string_view family, ParseLog& log)
{
    const int version = versionOf(space, family);
    const std::string_view named = familyIn(space);
    if (space.empty())
        log.warn(
            "statement.namespace_missing",
            "the file names no namespace: it was read by its element names");
    else if (!named.empty() && named != family)
        log.warn(
            "statement.namespace_differs",
            "the namespace names another message than the one in the file");
    else if (version < 1 || version > kNewestVersion)
        log.warn(
            "statement.unknown_version",
            "the file's " + std::string(family)
                + " version is not known: it was read by its element names");
    else if (!space.starts_with(kIsoPrefix) && !space.starts_with(kSixPrefix))
        log.warn(
            "statement.namespace_unusual",
            "the namespace is not the standard's: the file was read by its element names");
}

void refuseWithoutMessage(std::string_view rootName, std::string_view rootNamespace, ParseLog& log)
{
    const std::string_view family = familyIn(rootNamespace);
    if (isStatementFamily(family)) {
        log.refuseField(
            "statement.no_container",
            "the " + std::string(family) + " document contains no message of its kind",
            {});
        return;
    }
    const std::string what =
        family.empty() ? "no bank statement" : "a " + std::string(family) + " document";
    log.refuseField(
        "statement.unsupported_format",
        "the root element is <" + std::string(rootName) + ">: this is " + what
            + "; what is read: " + formatNames(),
        {});
}

} // namespace onceover
