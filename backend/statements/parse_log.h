// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/camt/message_node.h"
#include "backend/statements/refusal.h"
#include "backend/statements/statement.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace onceover {

// Where the parse stands, what it found odd, and the one reason it was refused for. Bounded: one
// warning per code.
class ParseLog
{
public:
    void setLine(std::int64_t line) { m_line = line; }

    std::int64_t line() const { return m_line; }

    void enter(MessageNode node) { m_path.push_back(node); }

    void leave() { m_path.pop_back(); }

    const std::vector<MessageNode>& path() const { return m_path; }

    // The field that is being read, of formats that have fields and no elements: ":61:".
    void setField(std::string field) { m_field = std::move(field); }

    // That field, or the path below the statement, e.g. "Ntry/NtryDtls/TxDtls/Amt".
    std::string field() const;

    // Keeps the first refusal; returns false, so that a reader can end with `return log.refuse(…)`.
    bool refuse(std::string code, std::string message);
    // The same, naming a field that has already ended or is missing.
    bool refuseField(std::string code, std::string message, std::string field);
    void warn(std::string_view code, std::string_view message);

    const std::optional<Refusal>& refusal() const { return m_refusal; }

    // Warnings since the last call, and the lasting ones of the file (its namespace) at each call.
    std::vector<StatementWarning> takeWarnings();

    void keepWarningsForFile() { m_fileWarnings = m_warnings; }

private:
    std::int64_t m_line = 1;
    std::string m_field;
    std::vector<MessageNode> m_path;
    std::optional<Refusal> m_refusal;
    std::vector<StatementWarning> m_warnings;
    std::vector<StatementWarning> m_fileWarnings;
};

} // namespace onceover
