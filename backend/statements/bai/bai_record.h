// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/parse_log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// A record of a BAI2 file with its continuations (88).
struct BaiRecord
{
    // "16"; empty when there is none.
    std::string code;
    std::int64_t line = 0;
    // What stands behind the code's comma, without the slash at the end, of the record itself and
    // of each continuation.
    std::vector<std::string> parts;
    // Records that the trailers count: the record and its continuations.
    std::int64_t count = 0;
};

// Whether the text begins with a record: a code that exists and the fields that it must have. Text
// that happens to begin with two digits and a comma is none.
bool opensBaiRecord(std::string_view text);

// The records of one physical line: some banks put several on a line, each ended by its slash. A
// slash within text ends nothing.
std::vector<std::string_view> baiRecordsOf(std::string_view line);

// Whether the line ends in a slash.
bool endsBaiRecord(std::string_view line);

// All fields of a record without text, over its continuations. ",/" is one empty field.
std::vector<std::string> baiFieldsOf(const BaiRecord& record);

// A detail record's fields and, behind them, its text.
struct BaiDetail
{
    std::string typeCode;
    std::string amount;
    std::string fundsType;
    // What the funds type brings with it: date and time, or amounts by day.
    std::vector<std::string> fundsFields;
    std::string bankReference;
    std::string customerReference;
    // Its lines.
    std::string text;
};

BaiDetail baiDetailOf(const BaiRecord& record);

// How many fields follow a funds type; `next` is the field behind it (the number of days of D).
// Nothing where that cannot be told.
std::optional<std::size_t> baiFundsFields(std::string_view fundsType, std::string_view next);

// An amount without a decimal point, in minor units, with or without a sign. Nothing, with a
// refusal, for anything else.
std::optional<std::int64_t> readBaiAmount(std::string_view text, ParseLog& log);

} // namespace onceover
