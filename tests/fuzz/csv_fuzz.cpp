// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/sha256_stream.h"
#include "backend/statements/csv/csv_file_reader.h"
#include "backend/statements/csv/csv_proposal.h"
#include "backend/statements/statement_json.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

// The input, in two pieces, as often as it is asked for.
class Input final : public onceover::ByteSource
{
public:
    Input(std::string_view bytes, std::size_t cut)
        : m_bytes(bytes)
        , m_cut(cut)
    {}

    tl::expected<onceover::PassedBytes, onceover::Refusal> pass(
        const std::function<bool(std::string_view)>& each) const override
    {
        onceover::Sha256Stream digest;
        onceover::PassedBytes passed;
        for (const auto piece : {m_bytes.substr(0, m_cut), m_bytes.substr(m_cut)}) {
            digest.add(piece);
            passed.bytes += static_cast<std::int64_t>(piece.size());
            if (!piece.empty() && !each(piece))
                break;
        }
        passed.sha256 = digest.finish();
        return passed;
    }

private:
    std::string_view m_bytes;
    std::size_t m_cut;
};

} // namespace

// Whatever the bytes are: no crash, a refusal that names itself, sums that are those of the
// entries. The first byte chooses the profile, the second where the input is cut in two.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace onceover;
    if (size < 2)
        return 0;
    static const std::vector<ShippedProfile> kProfiles = shippedCsvProfiles();
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    const Input input(bytes, bytes.empty() ? 0 : data[1] % bytes.size());
    // From 192 on as a file that no profile is known for.
    const bool isUnknown = data[0] >= 192;
    const auto proposed = isUnknown ? proposedCsvProfile(input, {}) : CsvProfile{};
    // A mapping that asks for nothing is a profile.
    if (!proposed && proposed.error().code == "statement.profile")
        std::abort();
    if (!proposed)
        return 0;
    const auto profile =
        isUnknown ? *proposed : *readCsvProfile(kProfiles[data[0] % kProfiles.size()].json);
    StatementCollector collector;
    const auto read = readCsv(input, profile, {}, collector);
    if (!read) {
        if (read.error().code.empty() || read.error().message.empty())
            std::abort();
        return 0;
    }
    for (const CollectedStatement& each : collector.statements()) {
        if (StatementJson::line(each.statement).find('\n') != std::string::npos)
            std::abort();
        std::int64_t netMinor = 0;
        for (const StatementEntry& entry : each.entries) {
            StatementJson::line(entry);
            if (entry.status == EntryStatus::Booked && entry.currency == each.statement.currency)
                netMinor += entry.amountMinor;
        }
        if (netMinor != each.statement.creditsMinor - each.statement.debitsMinor)
            std::abort();
    }
    return 0;
}
