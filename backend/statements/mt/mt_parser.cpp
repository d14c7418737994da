// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/mt/mt_parser.h"

#include "backend/statements/encoding/plain_run.h"
#include "backend/statements/field_text.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace onceover {

namespace {

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool isOneOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

// The tag that a line opens, without its colons; empty where it opens none. Two digits and perhaps
// a letter, ":NS:" of German banks, and the message type that some print as a tag.
std::string_view tagOf(std::string_view line)
{
    if (line.size() < 4 || line.front() != ':')
        return {};
    const std::string_view tag = line.substr(1, std::min(line.find(':', 1), line.size()) - 1);
    if (tag.size() + 2 > line.size() || tag.size() < 2 || tag.size() > 4)
        return {};
    if (tag == "NS")
        return tag;
    const bool isNumber = std::all_of(tag.begin(), tag.end(), isDigit);
    const bool hasLetter =
        tag.size() == 3 && isDigit(tag[0]) && isDigit(tag[1]) && tag[2] >= 'A' && tag[2] <= 'Z';
    return isNumber || hasLetter ? tag : std::string_view{};
}

// Whether the line stops within a tag: ":" or ":8" or ":62F".
bool breaksTag(std::string_view line)
{
    line = trimmed(line);
    return !line.empty() && line.size() <= 4 && line.front() == ':'
           && std::all_of(line.begin() + 1, line.end(), [](char each) {
                  return isDigit(each) || (each >= 'A' && each <= 'Z');
              });
}

// Without control characters, which some gateways leave in. Blanks at the end stay: banks fold text
// behind them.
void clean(std::string_view raw, std::string& text)
{
    if (plainRun(raw) == raw.size()) {
        text = raw;
        return;
    }
    text.clear();
    for (const char each : raw) {
        if (static_cast<unsigned char>(each) >= 0x20)
            text += each;
        else if (each == '\t')
            text += ' ';
    }
    if (text.starts_with("\xef\xbb\xbf"))
        text.erase(0, 3);
}

// Whether a message begins with this line.
bool opensMessage(std::string_view line)
{
    return line.empty() || line.starts_with(":20:") || line.starts_with("{")
           || line.starts_with("$") || line.starts_with(":940") || line.starts_with("0000 0")
           || line.starts_with("940");
}

} // namespace

MtParser::MtParser(StatementSink& sink, const StatementLimits& limits)
    : LineParser(limits, "the file contains no statement: no field :60F: or :61:")
    , m_builder(sink, log())
{}

bool MtParser::endFile()
{
    return (!m_isHolding || process(m_held, {})) && closeField() && m_builder.finish();
}

bool MtParser::takeLine(std::string_view raw, std::int64_t number)
{
    if (trimmed(raw).empty())
        return true;
    clean(raw, m_next.text);
    m_next.number = number;
    if (trimmed(m_next.text).empty())
        return true;
    if (m_isHolding && breaksTag(m_held.text)) {
        std::string joined = std::string(trimmed(m_held.text)) + m_next.text;
        if (!tagOf(joined).empty()) {
            m_held.text = std::move(joined);
            return true;
        }
    }
    const bool isProcessed = !m_isHolding || process(m_held, m_next.text);
    // Both lines keep what they have allocated.
    std::swap(m_held, m_next);
    m_isHolding = true;
    return isProcessed;
}

bool MtParser::process(const Line& line, std::string_view next)
{
    log().setLine(line.number);
    const std::string_view text = line.text;
    if (isMessageEnd(text, next)) {
        const auto block = text.find("{1:");
        return endMessage()
               && (block == std::string_view::npos
                   || enterBlocks(text.substr(block), line.number, next));
    }
    const auto block = text.starts_with('$') ? text.find('{') : 0;
    if (block != std::string_view::npos && text.substr(block).starts_with("{1:"))
        return endMessage() && enterBlocks(text.substr(block), line.number, next);
    if (m_section != Section::Entries && text.starts_with('{'))
        return enterBlocks(text, line.number, next);
    const std::string_view tag = tagOf(text);
    if (!tag.empty() && mayOpen(tag, text.substr(tag.size() + 2), next))
        return openField(tag, text.substr(tag.size() + 2), line);
    if (m_tag.empty())
        return true;
    m_fieldBytes += text.size() + sizeof(std::string);
    if (m_fieldBytes > limits().textBytes)
        return log().refuseField(
            "statement.text_length", "a field is longer than 64 KiB", ":" + m_tag + ":");
    addLine(text);
    return true;
}

// A line that is only a dash may be text that the bank folded there; it ends the message where the
// balance is closed or another message follows.
bool MtParser::isMessageEnd(std::string_view text, std::string_view next) const
{
    if (text.starts_with("-}"))
        return true;
    const std::string_view bare = trimmed(text);
    if (bare != "-" && bare != "-XXX")
        return false;
    return m_section != Section::Entries || opensMessage(next);
}

bool MtParser::enterBlocks(std::string_view text, std::int64_t number, std::string_view next)
{
    const auto type = text.find("{2:");
    const bool isInterim =
        type != std::string_view::npos && text.substr(std::min(type + 4, text.size()), 3) == "942";
    const auto body = text.find("{4:");
    if (type != std::string_view::npos || body != std::string_view::npos) {
        if (m_section != Section::Header && !(endMessage() && m_builder.beginMessage(number)))
            return false;
        m_section = Section::Header;
        m_tag.clear();
    }
    if (isInterim)
        m_builder.setInterim();
    if (body == std::string_view::npos)
        return true;
    const std::string_view rest = trimmed(text.substr(body + 3));
    return rest.empty() || process(Line{std::string(rest), number}, next);
}

bool MtParser::mayOpen(std::string_view tag, std::string_view value, std::string_view next) const
{
    if (tag == "61" || tag == "86")
        return true;
    const bool isInText =
        m_section == Section::Entries || (m_section == Section::Trailer && m_tag == "86");
    if (isOneOf(tag, {"62F", "62M", "90C", "90D", "NS"}))
        return true;
    if (isOneOf(tag, {"60F", "60M"}))
        return !isInText || looksLikeBalance(value);
    if (tag.starts_with("64") || tag.starts_with("65"))
        return m_section == Section::Trailer || value.starts_with('C') || value.starts_with('D');
    if (isOneOf(tag, {"13D", "34F"}))
        return m_section != Section::Entries;
    if (tag == "20")
        return m_section != Section::Entries || next.starts_with(":21:") || next.starts_with(":25")
               || next.starts_with(":28");
    if (isOneOf(tag, {"21", "25", "25P", "28", "28C", "13", "12", "26", "940", "942", "9401"}))
        return !isInText;
    return false;
}

bool MtParser::openField(std::string_view tag, std::string_view value, const Line& line)
{
    if (!closeField())
        return false;
    log().setLine(line.number);
    const bool isHeaderTag =
        tag.front() <= '2' && isOneOf(tag, {"20", "21", "25", "25P", "28", "28C", "13"});
    // Messages follow each other with nothing between, or without their :20:.
    const bool isNewMessage =
        (tag == "20" && (m_section != Section::Header || m_hasReference))
        || (isHeaderTag && (m_section == Section::Trailer || m_section == Section::Outside))
        || ((tag == "60F" || tag == "60M") && m_section != Section::Header);
    if (isNewMessage) {
        if (!m_builder.beginMessage(line.number))
            return false;
        m_section = Section::Header;
        m_hasReference = false;
    }
    m_hasReference = m_hasReference || tag == "20";
    if (tag.starts_with("60") || tag == "61")
        m_section = Section::Entries;
    else if (
        tag.starts_with("62") || tag.starts_with("90")
        || (m_section == Section::Entries && (tag.starts_with("64") || tag.starts_with("65"))))
        m_section = Section::Trailer;
    m_tag = tag;
    m_lineCount = 0;
    addLine(value);
    m_fieldBytes = value.size();
    m_fieldLine = line.number;
    return true;
}

// The strings of earlier fields are used again.
void MtParser::addLine(std::string_view text)
{
    if (m_lineCount == m_lines.size())
        m_lines.emplace_back();
    m_lines[m_lineCount++] = text;
}

bool MtParser::closeField()
{
    if (m_tag.empty())
        return true;
    log().setLine(m_fieldLine);
    log().setField(":" + m_tag + ":");
    const bool isTaken = m_builder.field(m_tag, MtLines(m_lines.data(), m_lineCount), m_fieldLine);
    log().setField({});
    m_tag.clear();
    return isTaken;
}

bool MtParser::endMessage()
{
    if (!closeField() || !m_builder.endMessage())
        return false;
    m_section = Section::Outside;
    m_hasReference = false;
    return true;
}

} // namespace onceover
