// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/refusal.h"
#include "backend/statements/statement_sink.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace onceover {

// Reads a bank message in XML (any version) as it arrives, in bounded memory, trusting nothing in
// it: no document type, no entity but the five of XML, no namespace but the names below the message
// element. One object reads one file, on one thread.
class BankMessageParser
{
public:
    // Limits of one file. A statement needs a depth of about 15 and texts of a few hundred bytes.
    struct Limits
    {
        std::int64_t fileBytes = std::int64_t{2} * 1024 * 1024 * 1024;
        std::size_t depth = 64;
        std::size_t attributes = 64;
        std::size_t textBytes = std::size_t{64} * 1024;
        // Bytes of one tag, comment or attribute: what the tokenizer has to hold at once.
        std::int64_t tokenBytes = std::int64_t{256} * 1024;
    };

    // The sink must outlive the parser.
    explicit BankMessageParser(StatementSink& sink);
    BankMessageParser(StatementSink& sink, const Limits& limits);
    ~BankMessageParser();
    BankMessageParser(const BankMessageParser&) = delete;
    BankMessageParser& operator=(const BankMessageParser&) = delete;

    // False once the file is refused; further bytes are then ignored.
    bool feed(std::string_view bytes);

    // Ends the file. Nothing when it was read completely; the sink has then received every
    // statement.
    std::optional<Refusal> finish();

    std::int64_t statementCount() const;
    std::int64_t entryCount() const;

private:
    class Machine;

    std::unique_ptr<Machine> m_machine;
};

} // namespace onceover
