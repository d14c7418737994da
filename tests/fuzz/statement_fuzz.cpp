// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_json.h"
#include "backend/statements/statement_reader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

// Whatever the bytes are: no crash, a refusal that says where, and printable output when there is
// none.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace onceover;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    StatementCollector collector;
    StatementReader parser(collector);
    // The first byte's value decides where the input is cut in two.
    const std::size_t cut = size == 0 ? 0 : data[0] % size;
    parser.feed(bytes.substr(0, cut));
    parser.feed(bytes.substr(cut));
    if (const auto refusal = parser.finish()) {
        if (refusal->line < 1 || refusal->code.empty() || refusal->message.empty())
            std::abort();
        return 0;
    }
    for (const CollectedStatement& each : collector.statements()) {
        if (StatementJson::line(each.statement).find('\n') != std::string::npos)
            std::abort();
        for (const StatementEntry& entry : each.entries)
            StatementJson::line(entry);
    }
    return 0;
}
