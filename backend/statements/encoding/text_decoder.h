// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/encoding/text_encoding.h"
#include "backend/statements/encoding/utf8_check.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace onceover {

// Turns the bytes of a file into UTF-8 as they arrive. What is no character becomes U+FFFD and is
// counted, so that a field that matters (an amount, a date, an identifier) can refuse it. A byte
// order mark is dropped at the beginning and at the beginning of any line: files are joined by
// appending them. One object, one file, one thread.
class TextDecoder
{
public:
    explicit TextDecoder(const TextEncoding& encoding);
    ~TextDecoder();
    TextDecoder(const TextDecoder&) = delete;
    TextDecoder& operator=(const TextDecoder&) = delete;

    // Appends the text of these bytes to `out`; characters that are not complete yet wait for the
    // next bytes.
    void feed(std::string_view bytes, std::string& out);
    // Ends the file: a character cut off by it becomes U+FFFD.
    void finish(std::string& out);

    std::int64_t replacedCharacters() const { return m_replaced; }

    std::int64_t marksDropped() const { return m_marksDropped; }

private:
    class Converter;

    void decodeUtf8(std::string_view bytes);
    void dropMarks(std::string& out);

    // Nothing for UTF-8.
    std::unique_ptr<Converter> m_converter;
    Utf8Check m_check;
    std::string m_pending;
    std::string m_text;
    bool m_isAtLineStart = true;
    std::int64_t m_replaced = 0;
    std::int64_t m_marksDropped = 0;
};

} // namespace onceover
