// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_profile_search.h"

#include "backend/domain/currency.h"
#include "backend/statements/csv/csv_amount.h"
#include "backend/statements/csv/csv_columns.h"
#include "backend/statements/csv/csv_frame.h"
#include "backend/statements/csv/csv_header_word.h"
#include "backend/statements/csv/csv_layout.h"
#include "backend/statements/csv/csv_reader.h"
#include "backend/statements/encoding/encoding_detector.h"
#include "backend/statements/encoding/text_decoder.h"
#include "backend/statements/statement_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace onceover {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} * 1024;
constexpr std::size_t kLargestProfile = std::size_t{64} * 1024;

// Roles of columns that change what a movement is worth, or whether it is one.
constexpr std::array kMoneyRoles =
    std::to_array<std::string_view>({"debit", "credit", "direction", "status", "fee", "currency"});

tl::unexpected<Refusal> refusal(std::int64_t line, std::string code, std::string message)
{
    return tl::unexpected<Refusal>(Refusal{line, std::move(code), std::move(message), {}});
}

// The first bytes of a file as text, in the character set that each profile would have it in.
class Heads
{
public:
    explicit Heads(std::string chosen)
        : m_chosen(std::move(chosen))
    {}

    std::optional<Refusal> read(const ByteSource& source, std::int64_t mostBytes)
    {
        const auto passed = source.pass([&](std::string_view bytes) {
            m_detector.feed(bytes);
            m_bytes += bytes.substr(0, kHeadBytes - std::min(kHeadBytes, m_bytes.size()));
            return m_detector.bytes() <= mostBytes;
        });
        if (!passed)
            return passed.error();
        if (m_detector.bytes() > mostBytes)
            return Refusal{0, "statement.file_too_large", "the file is larger than the limit", {}};
        return std::nullopt;
    }

    tl::expected<std::string, Refusal> textIn(const std::string& sourceCharset)
    {
        const auto known = m_texts.find(sourceCharset);
        if (known != m_texts.end())
            return known->second;
        EncodingDetector detector = m_detector;
        const auto encoding = detector.finish({m_chosen, sourceCharset});
        if (!encoding)
            return tl::unexpected<Refusal>(encoding.error());
        std::string text;
        TextDecoder(*encoding).feed(m_bytes, text);
        return m_texts[sourceCharset] = text;
    }

private:
    std::string m_chosen;
    EncodingDetector m_detector;
    std::string m_bytes;
    std::map<std::string, std::string> m_texts;
};

// Whether the column of the amount names its currency itself ("Debit CHF").
bool namesItsCurrency(const CsvProfile& profile, const CsvColumns& columns)
{
    return !columns.currencyOf(profile.amount).empty() || !columns.currencyOf(profile.net).empty()
           || !columns.currencyOf(profile.credit).empty()
           || !columns.currencyOf(profile.netCredit).empty();
}

// Whether a header has a column of money that the profile would leave out: read without it, a
// debit would be a credit.
bool leavesMoneyOut(
    const CsvProfile& profile, const CsvColumns& columns, const std::vector<std::string>& header)
{
    for (std::size_t index = 0; index < header.size(); ++index) {
        const std::string role = roleOfHeader(header[index]);
        const bool isMoney =
            std::find(kMoneyRoles.begin(), kMoneyRoles.end(), role) != kMoneyRoles.end();
        const bool isSaid = role == "currency" && namesItsCurrency(profile, columns);
        if (isMoney && !isSaid && !columns.isBound(index))
            return true;
    }
    return false;
}

// Without a header the columns must be what the profile says of them.
bool isMovementOf(const CsvProfile& profile, const CsvFrame& frame, const CsvRow& row)
{
    const auto textOf = [&](const CsvPlace& place) {
        return frame.columns().textOf(place, row);
    };
    const std::string value = textOf(profile.value);
    const std::string balance = textOf(profile.balance);
    const bool isCurrency =
        profile.currency.number == 0 || Currency::fromCode(textOf(profile.currency));
    return row.cells.size() == profile.columns && isCurrency && datePartsOf(textOf(profile.booked))
           && (value.empty() || datePartsOf(value))
           && (balance.empty() || decimalHint(balance) != DecimalHint::None)
           && decimalHint(textOf(profile.amount)) != DecimalHint::None;
}

// How many columns of the file's first rows the profile has places for; 0 where it does not fit.
std::size_t fitUnder(
    char delimiter, const CsvProfile& profile, const std::string& head, const CsvOptions& options)
{
    ParseLog log;
    CsvFrame frame(profile, options, log);
    std::size_t fit = 0;
    CsvReader reader(
        {delimiter, profile.quote, profile.isStrayQuoteText},
        options.limits,
        [&](CsvRow& row) {
            const auto kind = frame.take(row);
            if (!frame.hasColumns())
                return kind != CsvFrame::Kind::Refused;
            if (!profile.hasHeader) {
                const bool isIt =
                    kind == CsvFrame::Kind::Movement && isMovementOf(profile, frame, row);
                fit = isIt ? profile.columns : 0;
                return kind == CsvFrame::Kind::Beside;
            }
            if (leavesMoneyOut(profile, frame.columns(), row.cells))
                return false;
            for (const CsvPlace* place : placesOf(profile))
                fit += frame.columns().has(*place) && place->fixed.empty() ? 1U : 0U;
            return false;
        },
        log);
    if (reader.feed(head))
        reader.finish();
    return fit;
}

std::size_t fitOf(const CsvProfile& profile, const std::string& head, const CsvOptions& options)
{
    const std::string delimiters =
        profile.delimiter != 0 ? std::string(1, profile.delimiter) : std::string(",;\t|");
    for (const char delimiter : delimiters) {
        if (const std::size_t fit = fitUnder(delimiter, profile, head, options); fit > 0)
            return fit;
    }
    return 0;
}

Refusal unknown(const std::string& head, const CsvOptions& options)
{
    const auto layout = csvLayoutOf(head, options.limits);
    if (!layout || layout->header.empty())
        return Refusal{
            0,
            "statement.no_columns",
            "the file is no table whose columns are named: no profile fits it",
            {}};
    std::string names;
    for (const std::string& cell : layout->header)
        names += (names.empty() ? "" : ", ") + cell.substr(0, 40);
    return Refusal{
        layout->headerLine,
        "statement.profile_unknown",
        "no profile that is known has these columns: " + names.substr(0, 400)
            + "; name a profile for them",
        {}};
}

} // namespace

tl::expected<CsvProfile, Refusal> findCsvProfile(
    const ByteSource& source, const CsvOptions& options)
{
    Heads heads(options.encoding);
    if (auto problem = heads.read(source, options.limits.fileBytes))
        return tl::unexpected<Refusal>(std::move(*problem));
    std::optional<CsvProfile> best;
    std::size_t bestFit = 0;
    std::string rivals;
    for (const ShippedProfile& each : shippedCsvProfiles()) {
        const auto profile = readCsvProfile(each.json);
        if (!profile || profile->isOnlyByName)
            continue;
        const auto head = heads.textIn(profile->encoding);
        if (!head)
            return tl::unexpected<Refusal>(head.error());
        const std::size_t fit = fitOf(*profile, *head, options);
        if (fit == 0 || fit < bestFit)
            continue;
        rivals = fit == bestFit ? rivals + ", " + profile->name : profile->name;
        bestFit = fit;
        best = *profile;
    }
    if (!best) {
        const auto head = heads.textIn({});
        return tl::unexpected<Refusal>(head ? unknown(*head, options) : head.error());
    }
    if (rivals != best->name)
        return refusal(
            0,
            "statement.profile_several",
            "the file fits several profiles, name one of them: " + rivals);
    return *best;
}

tl::expected<CsvProfile, Refusal> csvProfileNamed(const std::string& nameOrPath)
{
    const bool isPath = nameOrPath.find('/') != std::string::npos || nameOrPath.ends_with(".json");
    if (!isPath) {
        if (auto shipped = shippedCsvProfile(nameOrPath))
            return *shipped;
        std::string names;
        for (const ShippedProfile& each : shippedCsvProfiles())
            names += (names.empty() ? "" : ", ") + std::string(each.name);
        return refusal(
            0,
            "statement.profile_missing",
            "\"" + nameOrPath.substr(0, 60)
                + "\" is no profile; these come with the program: " + names);
    }
    const auto file = StatementFile::open(nameOrPath);
    if (!file)
        return tl::unexpected<Refusal>(file.error());
    std::string json;
    const auto passed = file->pass([&json](std::string_view bytes) {
        json += bytes.substr(0, kLargestProfile + 1);
        return json.size() <= kLargestProfile;
    });
    if (!passed)
        return tl::unexpected<Refusal>(passed.error());
    auto profile = readCsvProfile(json);
    if (!profile)
        return refusal(
            0,
            "statement.profile",
            "the profile is not right: " + profile.error().field + " " + profile.error().message);
    return *profile;
}

} // namespace onceover
