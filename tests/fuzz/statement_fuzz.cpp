// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/statement_json.h"
#include "backend/statements/statement_reader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

// Whatever the bytes are, read as the target's format or as what they look like: no crash, a
// refusal that says where, printable output when there is none, and sums that are those of the
// entries.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace onceover;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    StatementCollector collector;
    StatementReader reader(collector, {}, formatNamed(ONCEOVER_FUZZ_FORMAT));
    // The first byte's value decides where the input is cut in two.
    const std::size_t cut = size == 0 ? 0 : data[0] % size;
    reader.feed(bytes.substr(0, cut));
    reader.feed(bytes.substr(cut));
    if (const auto refusal = reader.finish()) {
        if (refusal->line < 1 || refusal->code.empty() || refusal->message.empty())
            std::abort();
        return 0;
    }
    for (const PaymentStatus& status : collector.statuses())
        StatementJson::line(status);
    for (const CollectedStatement& each : collector.statements()) {
        if (StatementJson::line(each.statement).find('\n') != std::string::npos)
            std::abort();
        std::int64_t sumMinor = 0;
        bool isWhole = true;
        for (const StatementEntry& entry : each.entries) {
            StatementJson::line(entry);
            if (entry.status == EntryStatus::Booked && entry.currency == each.statement.currency)
                isWhole =
                    isWhole && !__builtin_add_overflow(sumMinor, entry.amountMinor, &sumMinor);
        }
        if (isWhole && sumMinor != each.statement.creditsMinor - each.statement.debitsMinor)
            std::abort();
    }
    return 0;
}
