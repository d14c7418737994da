// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_row_pass.h"

#include "backend/statements/encoding/text_decoder.h"

#include <chrono>
#include <string>
#include <string_view>

namespace onceover {

tl::expected<PassedBytes, Refusal> CsvRowPass::run(
    const CsvReader::OnRow& onRow, ParseLog& log) const
{
    TextDecoder decoder(m_encoding);
    CsvReader reader(m_shape, m_limits, onRow, log);
    const auto start = std::chrono::steady_clock::now();
    std::string text;
    auto passed = m_source.pass([&](std::string_view bytes) {
        text.clear();
        decoder.feed(bytes, text);
        const auto elapsed = std::chrono::steady_clock::now() - start;
        if (elapsed > std::chrono::milliseconds(m_limits.passMs))
            return log.refuseField(
                "statement.too_slow", "the reading took longer than the limit", {});
        return reader.feed(text);
    });
    if (passed && !log.refusal()) {
        text.clear();
        decoder.finish(text);
        if (reader.feed(text))
            reader.finish();
    }
    if (passed && log.refusal())
        return tl::unexpected<Refusal>(*log.refusal());
    return passed;
}

} // namespace onceover
