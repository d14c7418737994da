// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/encoding/plain_run.h"

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
            const std::size_t end = nextBreak(bytes);
            const std::string_view piece = bytes.substr(0, end);
            if (m_line.size() + piece.size() > m_longest)
                return fail();
            if (end == bytes.size()) {
                m_line += piece;
                return true;
            }
            const char ending = bytes[end];
            bytes.remove_prefix(end + 1);
            // Most lines lie whole in their block and need no copy.
            const bool isWhole = m_line.empty();
            const bool isSecondHalf = ending == '\n' && m_wasReturn && isWhole && piece.empty();
            m_wasReturn = ending == '\r';
            if (isSecondHalf)
                continue;
            if (!isWhole)
                m_line += piece;
            if (!take(isWhole ? piece : std::string_view(m_line), m_number))
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

    // Where the line ends; the size where it does not end here.
    static std::size_t nextBreak(std::string_view bytes)
    {
        std::size_t position = 0;
        for (;;) {
            position += plainRun(bytes.substr(position));
            if (position == bytes.size())
                return position;
            const char each = bytes[position];
            if (each == '\n' || each == '\r' || each == kDosEnd)
                return position;
            ++position;
        }
    }

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
