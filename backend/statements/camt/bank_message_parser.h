// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/statement_parser.h"
#include "backend/statements/statement_sink.h"

#include <memory>
#include <string_view>

namespace onceover {

// Reads a bank message in XML (camt.052, camt.053, camt.054, pain.002; any version) as it arrives,
// in bounded memory, trusting nothing in it: no document type, no entity but the five of XML, no
// namespace but the names below the message element. One object reads one file, on one thread.
class BankMessageParser final : public StatementParser
{
public:
    // The sink must outlive the parser. `family` ("camt.054") refuses every other message; empty
    // reads any.
    explicit BankMessageParser(
        StatementSink& sink, const StatementLimits& limits = {}, std::string_view family = {});
    ~BankMessageParser() override;

    bool feed(std::string_view bytes) override;
    std::optional<Refusal> finish() override;
    std::int64_t statementCount() const override;
    std::int64_t entryCount() const override;

private:
    class Machine;

    std::unique_ptr<Machine> m_machine;
};

} // namespace onceover
