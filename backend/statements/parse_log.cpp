// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/parse_log.h"

#include <algorithm>
#include <utility>

namespace onceover {

std::string ParseLog::field() const
{
    if (!m_field.empty())
        return m_field;
    std::string text;
    for (const MessageNode node : m_path) {
        const bool isAbove = node == MessageNode::Outside || node == MessageNode::Message
                             || node == MessageNode::Statement;
        if (isAbove || nameOf(node).empty())
            continue;
        if (!text.empty())
            text += '/';
        text += nameOf(node);
    }
    return text;
}

bool ParseLog::refuse(std::string code, std::string message)
{
    return refuseField(std::move(code), std::move(message), field());
}

bool ParseLog::refuseField(std::string code, std::string message, std::string field)
{
    if (!m_refusal)
        m_refusal = Refusal{m_line, std::move(code), std::move(message), std::move(field)};
    return false;
}

void ParseLog::warn(std::string_view code, std::string_view message)
{
    const auto known =
        std::find_if(m_warnings.begin(), m_warnings.end(), [code](const StatementWarning& each) {
            return each.code == code;
        });
    if (known != m_warnings.end()) {
        ++known->count;
        return;
    }
    m_warnings.push_back(StatementWarning{std::string(code), m_line, 1, std::string(message)});
}

std::vector<StatementWarning> ParseLog::takeWarnings()
{
    return std::exchange(m_warnings, m_fileWarnings);
}

} // namespace onceover
