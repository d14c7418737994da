// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/parse_log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// How a statement file is read. A bank message says itself which one it is.
enum class StatementFormat : std::uint8_t
{
    BankMessage,
    Mt,
    Bai2,
    Csv,
};

// What a person may call a format: "camt.053", "mt940", "csv" …
struct FormatName
{
    StatementFormat format = StatementFormat::BankMessage;
    // The message that must be in the file, "camt.054"; empty where the format says enough.
    std::string_view family;
};

// Nothing for a name that is not one of formatNames().
std::optional<FormatName> formatNamed(std::string_view name);
// "camt.052, camt.053, …", for messages.
std::string formatNames();

// Bytes of a file that show its format.
inline constexpr std::size_t kFormatHeadBytes = 4096;

// The format of a file by its first bytes, up to kFormatHeadBytes of them. Refuses what is none
// that is read, naming what it looks like.
std::optional<StatementFormat> formatOf(std::string_view head, ParseLog& log);

} // namespace onceover
