// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/bai/bai_parser.h"

#include <utility>

namespace onceover {

BaiParser::BaiParser(StatementSink& sink, const StatementLimits& limits)
    : LineParser(limits, "the file contains no account: no record 03")
    , m_builder(sink, log())
{}

bool BaiParser::endFile()
{
    return closeRecord() && m_builder.finish();
}

bool BaiParser::takeLine(std::string_view line, std::int64_t number)
{
    if (trimmed(line).empty())
        return true;
    if (number == 1 && line.starts_with("\xef\xbb\xbf"))
        line.remove_prefix(3);
    for (const std::string_view record : baiRecordsOf(line)) {
        if (!takeRecord(record, number))
            return false;
    }
    return true;
}

bool BaiParser::takeRecord(std::string_view text, std::int64_t number)
{
    const std::string_view whole = trimmed(text);
    if (whole.empty())
        return true;
    log().setLine(number);
    const std::string_view code = whole.substr(0, 2);
    if (!opensBaiRecord(whole)) {
        // Only a text that has not ended yet can wrap onto a line of its own.
        const bool mayWrap = !m_isEnded && m_record.code == "16";
        if (!mayWrap)
            return log().refuseField(
                "statement.record_code",
                "\"" + std::string(whole.substr(0, 40)) + "\" is no record of a BAI2 file",
                std::string(code));
        log().warn(
            "statement.line_without_record_code",
            "a text wraps onto a line without the record code 88");
        return append(whole, false);
    }
    if (code == "88" && !m_record.code.empty())
        return append(whole.substr(3), true);
    if (!closeRecord())
        return false;
    log().setLine(number);
    if (code == "88")
        return log().refuseField(
            "statement.record_order", "a continuation stands before any record", "88");
    m_record = BaiRecord{std::string(code), number, {}, 0};
    m_recordBytes = 0;
    return append(whole.substr(3), true);
}

bool BaiParser::append(std::string_view text, bool isRecord)
{
    m_recordBytes += text.size() + sizeof(std::string);
    if (m_recordBytes > limits().textBytes)
        return log().refuseField(
            "statement.text_length",
            "a record with its continuations is longer than 64 KiB",
            m_record.code);
    m_record.parts.emplace_back(text);
    m_record.count += isRecord ? 1 : 0;
    m_isEnded = endsBaiRecord(text);
    return true;
}

bool BaiParser::closeRecord()
{
    if (m_record.code.empty())
        return true;
    const BaiRecord record = std::exchange(m_record, BaiRecord{});
    log().setLine(record.line);
    log().setField(record.code);
    const bool isTaken = m_builder.record(record);
    log().setField({});
    return isTaken;
}

} // namespace onceover
