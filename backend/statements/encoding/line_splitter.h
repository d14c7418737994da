// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace onceover {

// Cuts a text file into lines as it arrives: LF, CR LF, CR alone, and the end-of-file mark of DOS,
// which files joined with "copy a+b" carry in their middle. Holds one line.
class LineSplitter
{
public:
    explicit LineSplitter(std::int64_t longestLine)
        : m_longest(static_cast<std::size_t>(longestLine))
    {}

    // Calls `take(line, number)` for each line that ended; the view dies with the call. Stops with
    // false when `take` says false or when a line is longer than the limit.
    template <typename Take>
    bool feed(std::string_view bytes, const Take& take)
    {
        while (!bytes.empty()) {
            const std::size_t end = bytes.find_first_of(kBreaks);
            m_line += bytes.substr(0, end);
            if (m_line.size() > m_longest)
                return fail();
            if (end == std::string_view::npos)
                return true;
            const char ending = bytes[end];
            bytes.remove_prefix(end + 1);
            const bool isSecondHalf = ending == '\n' && m_wasReturn && m_line.empty();
            m_wasReturn = ending == '\r';
            if (isSecondHalf)
                continue;
            if (!take(std::string_view(m_line), m_number))
                return false;
            m_line.clear();
            m_number += ending == kDosEnd ? 0 : 1;
        }
        return true;
    }

    // The last line, where the file does not end with a line end.
    template <typename Take>
    bool finish(const Take& take)
    {
        return m_line.empty() || take(std::string_view(m_line), m_number);
    }

    bool isTooLong() const { return m_isTooLong; }

    std::int64_t number() const { return m_number; }

private:
    static constexpr char kDosEnd = '\x1a';
    static constexpr std::string_view kBreaks = "\n\r\x1a";

    bool fail()
    {
        m_isTooLong = true;
        return false;
    }

    std::size_t m_longest;
    std::string m_line;
    std::int64_t m_number = 1;
    bool m_wasReturn = false;
    bool m_isTooLong = false;
};

} // namespace onceover
