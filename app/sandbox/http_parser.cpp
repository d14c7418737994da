// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/http_parser.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace onceover {

namespace {

bool isTokenCharacter(char c)
{
    const bool alphanumeric =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return alphanumeric || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool isToken(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isTokenCharacter);
}

bool isFieldText(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte == '\t' || (byte >= 0x20 && byte != 0x7f);
    });
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& c : result) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return result;
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

std::optional<std::string> percentDecoded(std::string_view text, bool plusIsBlank)
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && plusIsBlank) {
            result += ' ';
        } else if (text[i] == '%') {
            unsigned value = 0;
            const char* const digits = text.data() + i + 1;
            if (i + 2 >= text.size()
                || std::from_chars(digits, digits + 2, value, 16).ptr != digits + 2)
                return std::nullopt;
            result += static_cast<char>(value);
            i += 2;
        } else {
            result += text[i];
        }
    }
    return result;
}

} // namespace

HttpParser::State HttpParser::refuse(int status)
{
    m_refusalStatus = status;
    return State::Refused;
}

HttpParser::State HttpParser::feed(std::string_view bytes)
{
    m_buffer.append(bytes);
    if (!m_headDone) {
        const State state = parseHead();
        if (state != State::Complete)
            return state;
        m_headDone = true;
    }
    return m_buffer.size() >= m_bodyBytes ? State::Complete : State::NeedMore;
}

HttpRequest HttpParser::take()
{
    m_request.body = m_buffer.substr(0, m_bodyBytes);
    m_buffer.erase(0, m_bodyBytes);
    m_bodyBytes = 0;
    m_headDone = false;
    return std::exchange(m_request, HttpRequest());
}

HttpParser::State HttpParser::parseHead()
{
    const std::size_t end = m_buffer.find("\r\n\r\n");
    if (end == std::string::npos)
        return m_buffer.size() > kMaxHeadBytes ? refuse(431) : State::NeedMore;
    if (end > kMaxHeadBytes)
        return refuse(431);
    const std::string_view head(m_buffer.data(), end + 2);
    std::size_t at = head.find("\r\n");
    if (!parseRequestLine(head.substr(0, at)))
        return refuse(400);
    at += 2;
    while (at < head.size()) {
        const std::size_t lineEnd = head.find("\r\n", at);
        if (!parseHeaderLine(head.substr(at, lineEnd - at)))
            return refuse(400);
        if (m_request.headers.size() > kMaxHeaders)
            return refuse(431);
        at = lineEnd + 2;
    }
    if (const int status = checkHeaders(); status != 0)
        return refuse(status);
    m_buffer.erase(0, end + 4);
    return State::Complete;
}

bool HttpParser::parseRequestLine(std::string_view line)
{
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == std::string_view::npos || last == first || !isFieldText(line))
        return false;
    const std::string_view version = line.substr(last + 1);
    if (version != "HTTP/1.1" && version != "HTTP/1.0")
        return false;
    m_request.keepAlive = version == "HTTP/1.1";
    m_request.method = std::string(line.substr(0, first));
    return isToken(m_request.method) && parseTarget(line.substr(first + 1, last - first - 1));
}

bool HttpParser::parseTarget(std::string_view target)
{
    if (target.empty() || target.front() != '/' || target.find(' ') != std::string_view::npos)
        return false;
    const std::size_t mark = target.find('?');
    const auto path = percentDecoded(target.substr(0, mark), false);
    if (!path)
        return false;
    m_request.path = *path;
    std::string_view rest =
        mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
    while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
        const std::size_t equals = pair.find('=');
        const auto name = percentDecoded(pair.substr(0, equals), true);
        const auto value = percentDecoded(
            equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1), true);
        if (!name || !value || !m_request.parameters.emplace(*name, *value).second)
            return false;
    }
    return true;
}

bool HttpParser::parseHeaderLine(std::string_view line)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return false;
    const std::string_view name = line.substr(0, colon);
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (!isToken(name) || !isFieldText(value))
        return false;
    const auto added = m_request.headers.emplace(lowered(name), std::string(value));
    if (added.second)
        return true;
    // A second one of these would let two readers see two different requests.
    const std::string& key = added.first->first;
    if (key == "content-length" || key == "host" || key == "idempotency-key"
        || key == "transfer-encoding")
        return false;
    added.first->second += ", " + std::string(value);
    return true;
}

int HttpParser::checkHeaders()
{
    if (m_request.headers.count("host") == 0)
        return 400;
    if (m_request.headers.count("transfer-encoding") != 0)
        return 501;
    const std::string connection = lowered(m_request.header("connection"));
    if (connection.find("close") != std::string::npos)
        m_request.keepAlive = false;
    else if (connection.find("keep-alive") != std::string::npos)
        m_request.keepAlive = true;
    const auto length = m_request.headers.find("content-length");
    m_bodyBytes = 0;
    if (length == m_request.headers.end())
        return m_request.method == "POST" ? 411 : 0;
    const std::string& digits = length->second;
    const bool plain =
        !digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos;
    const char* const end = digits.data() + digits.size();
    if (!plain || std::from_chars(digits.data(), end, m_bodyBytes).ec != std::errc())
        return 400;
    return m_bodyBytes > kMaxBodyBytes ? 413 : 0;
}

} // namespace onceover
