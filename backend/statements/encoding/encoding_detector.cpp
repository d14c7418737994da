// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/encoding/encoding_detector.h"

#include "backend/statements/encoding/charset.h"
#include "backend/statements/encoding/plain_run.h"

#include <algorithm>
#include <utility>

#include <unicode/uchar.h>

namespace onceover {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} * 1024;
constexpr std::size_t kAround = 40;
constexpr std::string_view kFallback = "windows-1252";
// What bank software of the last forty years wrote when it did not write Unicode.
constexpr std::array<std::string_view, 4> kLikely = {
    "windows-1252", "windows-1250", "IBM852", "IBM850"};

bool isUndefined(int point)
{
    return point < 0 || (point >= 0x80 && point <= 0x9f) || point == 0xfffd;
}

// Whether a person would read another letter: signs that are no letter in either set are lost
// ornament.
bool readsDifferently(int left, int right)
{
    return left != right
           && ((left > 0 && u_isalpha(left) != 0) || (right > 0 && u_isalpha(right) != 0));
}

void appendUtf8(std::string& text, int point)
{
    if (point < 0x80) {
        text += static_cast<char>(point);
    } else if (point < 0x800) {
        text += static_cast<char>(0xc0 | (point >> 6));
        text += static_cast<char>(0x80 | (point & 0x3f));
    } else {
        text += static_cast<char>(0xe0 | (point >> 12));
        text += static_cast<char>(0x80 | ((point >> 6) & 0x3f));
        text += static_cast<char>(0x80 | (point & 0x3f));
    }
}

std::string shownIn(const std::array<int, 256>& table, std::string_view bytes)
{
    std::string text;
    for (const char each : bytes) {
        const int point = table[static_cast<unsigned char>(each)];
        appendUtf8(text, isUndefined(point) ? 0xfffd : point);
    }
    return text;
}

} // namespace

void EncodingDetector::feed(std::string_view bytes)
{
    if (m_head.size() < kHeadBytes)
        m_head += bytes.substr(0, kHeadBytes - m_head.size());
    while (!bytes.empty()) {
        const std::size_t run = mayPass() ? plainRun(bytes) : 0;
        pass(bytes.substr(0, run));
        bytes.remove_prefix(run);
        if (bytes.empty())
            return;
        look(static_cast<unsigned char>(bytes.front()));
        bytes.remove_prefix(1);
    }
}

// Whether printable ASCII tells nothing now but where it stands.
bool EncodingDetector::mayPass() const
{
    return !m_check.isInside() && (m_around.empty() || m_isAroundDone);
}

void EncodingDetector::pass(std::string_view run)
{
    if (run.empty())
        return;
    if (m_around.empty()) {
        m_before += run.substr(run.size() - std::min(run.size(), kAround));
        if (m_before.size() > kAround)
            m_before.erase(0, m_before.size() - kAround);
    }
    m_wasReturn = false;
    m_bytes += static_cast<std::int64_t>(run.size());
}

void EncodingDetector::look(unsigned char byte)
{
    if (byte == '\n' || byte == '\r') {
        m_line += byte == '\n' && m_wasReturn ? 0 : 1;
        m_before.clear();
        m_isAroundDone = m_isAroundDone || !m_around.empty();
    }
    m_wasReturn = byte == '\r';
    if (byte == 0 && m_nul.count++ == 0)
        m_nul = Seen{1, m_line, m_bytes};
    if (byte >= 0x80) {
        Seen& seen = m_seen[byte];
        if (seen.count++ == 0)
            seen = Seen{1, m_line, m_bytes};
        if (m_around.empty())
            m_around = m_before;
    }
    if (!m_isAroundDone && (byte >= 0x80 || !m_around.empty()) && byte >= 0x20) {
        m_around += static_cast<char>(byte);
        m_isAroundDone = ++m_aroundTail >= kAround;
    } else if (m_around.empty() && byte >= 0x20) {
        m_before += static_cast<char>(byte);
        if (m_before.size() > kAround)
            m_before.erase(0, m_before.size() - kAround);
    }
    check(byte);
    ++m_bytes;
}

void EncodingDetector::check(unsigned char byte)
{
    const Utf8Check::Step step = m_check.feed(byte);
    if (step == Utf8Check::Step::Complete)
        ++m_completeUtf8;
    if (step != Utf8Check::Step::Broken && step != Utf8Check::Step::BrokenBefore)
        return;
    if (m_broken.count++ == 0)
        m_broken = Seen{1, m_line, m_bytes};
    if (step == Utf8Check::Step::BrokenBefore)
        check(byte);
}

std::optional<std::string> EncodingDetector::unicodeByMark() const
{
    const std::string_view head(m_head);
    if (head.starts_with(std::string_view("\xff\xfe\0\0", 4))
        || head.starts_with(std::string_view("\0\0\xfe\xff", 4)))
        return "UTF-32";
    if (head.starts_with("\xef\xbb\xbf"))
        return "UTF-8";
    if (head.starts_with("\xff\xfe"))
        return "UTF-16LE";
    if (head.starts_with("\xfe\xff"))
        return "UTF-16BE";
    return std::nullopt;
}

std::optional<std::string> EncodingDetector::utf16ByPattern() const
{
    // The ASCII among the text (digits, separators, line ends) has a zero for its upper half.
    std::array<std::size_t, 2> zeros{};
    for (std::size_t position = 0; position < m_head.size(); ++position)
        zeros[position % 2] += m_head[position] == '\0' ? std::size_t{1} : std::size_t{0};
    const std::size_t units = m_head.size() / 2;
    const auto dominates = [units](std::size_t many, std::size_t few) {
        return many > 0 && many * 5 >= units && few * 20 <= many;
    };
    if (dominates(zeros[1], zeros[0]))
        return "UTF-16LE";
    if (dominates(zeros[0], zeros[1]))
        return "UTF-16BE";
    return std::nullopt;
}

tl::expected<TextEncoding, Refusal> EncodingDetector::finish(const EncodingChoice& choice)
{
    if (m_bytes == 0)
        return tl::unexpected<Refusal>(refusal(1, "statement.empty_file", "the file is empty"));
    if (m_check.isInside() && m_broken.count++ == 0)
        m_broken = Seen{1, m_line, m_bytes};
    if (!choice.chosen.empty())
        return named(choice.chosen, EncodingReason::Chosen);
    if (const auto mark = unicodeByMark())
        return unicode(*mark, EncodingReason::ByteOrderMark);
    if (m_nul.count > 0) {
        if (const auto pattern = utf16ByPattern())
            return unicode(*pattern, EncodingReason::Utf16Pattern);
    }
    if (m_broken.count == 0)
        return unicode("UTF-8", EncodingReason::ValidUtf8);
    auto encoding = choice.sourceCharset.empty() || unicodeCharset(choice.sourceCharset)
                        ? named(kFallback, EncodingReason::Fallback)
                        : named(choice.sourceCharset, EncodingReason::SourceProfile);
    if (encoding && m_completeUtf8 > 0) {
        encoding->isMixed = true;
        show(*encoding, m_broken);
    }
    return encoding;
}

tl::expected<TextEncoding, Refusal> EncodingDetector::unicode(
    const std::string& charset, EncodingReason reason)
{
    TextEncoding encoding;
    encoding.charset = charset;
    encoding.reason = reason;
    const bool isUtf8 = charset == "UTF-8";
    if (charset == "UTF-32")
        return tl::unexpected<Refusal>(
            refusal(1, "statement.encoding", "the file is UTF-32, which no bank writes"));
    if (!isUtf8 && m_bytes % 2 != 0)
        return tl::unexpected<Refusal>(refusal(
            m_line,
            "statement.encoding",
            "the file ends in the middle of a UTF-16 character, at byte "
                + std::to_string(m_bytes - 1)));
    if (isUtf8 && m_nul.count > 0)
        return tl::unexpected<Refusal>(refusal(
            m_nul.line,
            "statement.encoding",
            "the file holds a NUL byte, at byte " + std::to_string(m_nul.byteOffset)));
    if (isUtf8 && m_broken.count > 0) {
        encoding.undefinedBytes = m_broken.count;
        show(encoding, m_broken);
    }
    return encoding;
}

tl::expected<TextEncoding, Refusal> EncodingDetector::named(
    std::string_view charset, EncodingReason reason)
{
    if (const auto known = unicodeCharset(charset)) {
        const bool isMark = *known == "UTF-16";
        const auto mark = unicodeByMark();
        return unicode(
            isMark ? mark && *mark == "UTF-16BE" ? "UTF-16BE" : "UTF-16LE" : *known, reason);
    }
    const auto name = asciiKeepingCharset(charset);
    if (!name)
        return tl::unexpected<Refusal>(refusal(
            0,
            "statement.encoding_unknown",
            "\"" + std::string(charset.substr(0, 40)) + "\" is no character set that can be read"));
    if (m_nul.count > 0)
        return tl::unexpected<Refusal>(refusal(
            m_nul.line,
            "statement.encoding",
            "the file holds a NUL byte, at byte " + std::to_string(m_nul.byteOffset)));
    TextEncoding encoding;
    encoding.charset = *name;
    encoding.reason = reason;
    compare(encoding);
    return encoding;
}

void EncodingDetector::compare(TextEncoding& encoding) const
{
    const auto table = singleByteCharset(encoding.charset);
    if (!table)
        return;
    std::vector<std::array<int, 256>> others;
    for (const std::string_view each : kLikely) {
        if (auto other = singleByteCharset(std::string(each)))
            others.push_back(*other);
    }
    const Seen* first = nullptr;
    for (std::size_t byte = 0x80; byte < 256; ++byte) {
        const Seen& seen = m_seen[byte];
        if (seen.count == 0)
            continue;
        const int point = (*table)[byte];
        const bool isNone = isUndefined(point);
        encoding.undefinedBytes += isNone ? seen.count : 0;
        const bool differs =
            encoding.reason == EncodingReason::Fallback
            && std::any_of(others.begin(), others.end(), [&](const std::array<int, 256>& other) {
                   return readsDifferently(point, other[byte]);
               });
        encoding.isAmbiguous = encoding.isAmbiguous || differs;
        const bool isInQuestion = differs || isNone;
        if (isInQuestion && (first == nullptr || seen.byteOffset < first->byteOffset))
            first = &seen;
    }
    if (first != nullptr)
        show(encoding, *first);
}

void EncodingDetector::show(TextEncoding& encoding, const Seen& seen) const
{
    encoding.line = seen.line;
    encoding.byteOffset = seen.byteOffset;
    if (!encoding.samples.empty())
        return;
    for (const std::string_view each : kLikely) {
        if (const auto table = singleByteCharset(std::string(each)))
            encoding.samples.push_back({std::string(each), shownIn(*table, m_around)});
    }
}

Refusal EncodingDetector::refusal(std::int64_t line, std::string code, std::string message) const
{
    return Refusal{line, std::move(code), std::move(message), {}};
}

} // namespace onceover
