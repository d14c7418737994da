// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/encoding/text_decoder.h"

#include "backend/statements/encoding/plain_run.h"

#include <array>
#include <cstdlib>

#include <unicode/ucnv.h>

namespace onceover {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";
constexpr std::string_view kMark = "\xef\xbb\xbf";

bool endsLine(std::string_view text)
{
    return text.back() == '\n' || text.back() == '\r';
}

} // namespace

// ICU's converters from the file's character set to UTF-8, with the text between in a pivot.
class TextDecoder::Converter
{
public:
    Converter(const std::string& charset, std::int64_t& replaced)
    {
        UErrorCode status = U_ZERO_ERROR;
        m_source = ucnv_open(charset.c_str(), &status);
        m_target = ucnv_open("UTF-8", &status);
        ucnv_setToUCallBack(m_source, onUndefined, &replaced, nullptr, nullptr, &status);
        // The detector opened the same set before.
        if (U_FAILURE(status) != 0)
            std::abort();
    }

    ~Converter()
    {
        ucnv_close(m_source);
        ucnv_close(m_target);
    }

    Converter(const Converter&) = delete;
    Converter& operator=(const Converter&) = delete;

    void convert(std::string_view bytes, bool isLast, std::string& out)
    {
        const char* source = bytes.data();
        const char* const end = source + bytes.size();
        std::array<char, 4096> block{};
        UErrorCode status = U_BUFFER_OVERFLOW_ERROR;
        while (status == U_BUFFER_OVERFLOW_ERROR) {
            status = U_ZERO_ERROR;
            char* target = block.data();
            ucnv_convertEx(
                m_target,
                m_source,
                &target,
                block.data() + block.size(),
                &source,
                end,
                m_pivot.data(),
                &m_pivotSource,
                &m_pivotTarget,
                m_pivot.data() + m_pivot.size(),
                0,
                isLast ? 1 : 0,
                &status);
            out.append(block.data(), static_cast<std::size_t>(target - block.data()));
        }
    }

private:
    static void onUndefined(
        const void* context,
        UConverterToUnicodeArgs* arguments,
        const char* bytes,
        int32_t length,
        UConverterCallbackReason reason,
        UErrorCode* status)
    {
        if (reason <= UCNV_IRREGULAR)
            ++*static_cast<std::int64_t*>(const_cast<void*>(context));
        UCNV_TO_U_CALLBACK_SUBSTITUTE(nullptr, arguments, bytes, length, reason, status);
    }

    UConverter* m_source = nullptr;
    UConverter* m_target = nullptr;
    std::array<UChar, 2048> m_pivot{};
    UChar* m_pivotSource = m_pivot.data();
    UChar* m_pivotTarget = m_pivot.data();
};

TextDecoder::TextDecoder(const TextEncoding& encoding)
{
    if (encoding.charset != "UTF-8")
        m_converter = std::make_unique<Converter>(encoding.charset, m_replaced);
}

TextDecoder::~TextDecoder() = default;

void TextDecoder::feed(std::string_view bytes, std::string& out)
{
    if (!m_converter && !m_check.isInside() && isAscii(bytes)) {
        // Nothing to check, and no mark to drop.
        out += bytes;
        m_isAtLineStart = bytes.empty() ? m_isAtLineStart : endsLine(bytes);
        return;
    }
    if (m_converter)
        m_converter->convert(bytes, false, m_text);
    else
        decodeUtf8(bytes);
    dropMarks(out);
}

void TextDecoder::finish(std::string& out)
{
    if (m_converter) {
        m_converter->convert({}, true, m_text);
    } else if (!m_pending.empty()) {
        m_pending.clear();
        m_text += kReplacement;
        ++m_replaced;
    }
    dropMarks(out);
}

void TextDecoder::decodeUtf8(std::string_view bytes)
{
    while (!bytes.empty()) {
        const std::size_t run = m_check.isInside() ? 0 : plainRun(bytes);
        m_text += bytes.substr(0, run);
        bytes.remove_prefix(run);
        if (bytes.empty())
            return;
        const char each = bytes.front();
        bytes.remove_prefix(1);
        const auto byte = static_cast<unsigned char>(each);
        auto step = m_check.feed(byte);
        if (step == Utf8Check::Step::BrokenBefore) {
            m_pending.clear();
            m_text += kReplacement;
            ++m_replaced;
            step = m_check.feed(byte);
        }
        if (step == Utf8Check::Step::Ascii) {
            m_text += each;
        } else if (step == Utf8Check::Step::Broken) {
            m_text += kReplacement;
            ++m_replaced;
        } else {
            m_pending += each;
            if (step == Utf8Check::Step::Complete) {
                m_text += m_pending;
                m_pending.clear();
            }
        }
    }
}

void TextDecoder::dropMarks(std::string& out)
{
    // Whole characters only ever stand in m_text, so a mark is never cut in two.
    std::size_t position = 0;
    if (!m_text.empty() && m_text.find(kMark.front()) == std::string::npos) {
        out += m_text;
        m_isAtLineStart = endsLine(m_text);
        position = m_text.size();
    }
    while (position < m_text.size()) {
        if (m_isAtLineStart && m_text.compare(position, kMark.size(), kMark) == 0) {
            position += kMark.size();
            ++m_marksDropped;
            continue;
        }
        const auto end = m_text.find_first_of("\r\n", position);
        const auto next = end == std::string::npos ? m_text.size() : end + 1;
        out.append(m_text, position, next - position);
        m_isAtLineStart = end != std::string::npos;
        position = next;
    }
    m_text.clear();
}

} // namespace onceover
