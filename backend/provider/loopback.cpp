// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/loopback.h"

#include <algorithm>

namespace onceover {

namespace {

bool isUrlCharacter(char character)
{
    const auto byte = static_cast<unsigned char>(character);
    return byte > 0x20 && byte < 0x7f && character != '\\' && character != '@' && character != '?'
           && character != '#' && character != '%' && character != '"' && character != '<'
           && character != '>' && character != '`';
}

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

bool isPort(std::string_view text)
{
    if (text.empty() || text.size() > 5 || text.front() == '0'
        || !std::all_of(text.begin(), text.end(), isDigit))
        return false;
    int port = 0;
    for (const char digit : text)
        port = port * 10 + (digit - '0');
    return port <= 65535;
}

bool isHostName(std::string_view text)
{
    return !text.empty() && text.size() <= 253
           && std::all_of(text.begin(), text.end(), [](char character) {
                  return isDigit(character) || (character >= 'a' && character <= 'z')
                         || character == '-' || character == '.';
              });
}

bool isLoopbackIpv4(std::string_view host)
{
    int octets = 0;
    int first = 0;
    while (true) {
        const auto dot = host.find('.');
        const std::string_view octet = host.substr(0, dot);
        if (octet.empty() || octet.size() > 3 || !std::all_of(octet.begin(), octet.end(), isDigit)
            || (octet.size() > 1 && octet.front() == '0'))
            return false;
        int value = 0;
        for (const char digit : octet)
            value = value * 10 + (digit - '0');
        if (value > 255)
            return false;
        if (octets++ == 0)
            first = value;
        if (dot == std::string_view::npos)
            return octets == 4 && first == 127;
        host.remove_prefix(dot + 1);
    }
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](char character) {
        return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                                    : character;
    });
    return result;
}

} // namespace

std::optional<BaseUrl> BaseUrl::fromText(std::string_view text)
{
    if (!std::all_of(text.begin(), text.end(), isUrlCharacter))
        return std::nullopt;
    const auto separator = text.find("://");
    if (separator == std::string_view::npos)
        return std::nullopt;
    BaseUrl url;
    url.scheme = lowered(text.substr(0, separator));
    if (url.scheme != "http" && url.scheme != "https")
        return std::nullopt;
    text.remove_prefix(separator + 3);
    std::string_view authority = text.substr(0, text.find('/'));
    std::string_view port;
    if (!authority.empty() && authority.front() == '[') {
        const auto end = authority.find(']');
        if (end == std::string_view::npos)
            return std::nullopt;
        url.host = lowered(authority.substr(1, end - 1));
        url.isIpv6 = true;
        port = authority.substr(end + 1);
    } else {
        const auto colon = authority.find(':');
        url.host = lowered(authority.substr(0, colon));
        port = colon == std::string_view::npos ? std::string_view{} : authority.substr(colon);
    }
    if (!port.empty() && (port.front() != ':' || !isPort(port.substr(1))))
        return std::nullopt;
    const bool isHostFine =
        url.isIpv6 ? !url.host.empty()
                         && url.host.find_first_not_of("0123456789abcdef:.") == std::string::npos
                   : isHostName(url.host);
    return isHostFine ? std::optional(url) : std::nullopt;
}

bool isLoopback(std::string_view baseUrl)
{
    const auto url = BaseUrl::fromText(baseUrl);
    if (!url)
        return false;
    if (url->isIpv6)
        return url->host == "::1";
    return url->host == "localhost" || isLoopbackIpv4(url->host);
}

} // namespace onceover
