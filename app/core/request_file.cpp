// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/request_file.h"

#include <istream>
#include <streambuf>
#include <string_view>
#include <utility>

namespace onceover {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// One line without its LF. What is longer than allowed is read over, one byte of it kept, so that
// the line is refused for its length. False when there is nothing more.
bool readLine(std::istream& stream, std::string& text)
{
    text.clear();
    bool isAny = false;
    for (int character = stream.get(); character != std::istream::traits_type::eof();
         character = stream.get()) {
        if (character == '\n')
            return true;
        isAny = true;
        if (text.size() <= kMaxRequestLine + 1)
            text += static_cast<char>(character);
    }
    return isAny;
}

} // namespace

std::vector<RequestFileLine> readRequestFile(std::istream& stream)
{
    std::vector<RequestFileLine> lines;
    std::string text;
    for (std::int64_t number = 1; readLine(stream, text); ++number) {
        if (number == 1 && text.rfind(kByteOrderMark, 0) == 0)
            text.erase(0, kByteOrderMark.size());
        if (!text.empty() && text.back() == '\r')
            text.pop_back();
        if (text.find_first_not_of(" \t") == std::string::npos)
            continue;
        RequestFileLine line;
        line.number = number;
        auto checked = checkRequestLine(text);
        if (checked)
            line.request = std::move(*checked);
        else
            line.refusal = checked.error();
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace onceover
