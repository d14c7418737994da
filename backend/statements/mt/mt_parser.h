// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/encoding/line_parser.h"
#include "backend/statements/mt/mt_statement_builder.h"

#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Reads MT940, MT942 and their kin as they arrive: bare, in blocks ({1:…}{4: … -}), behind the
// header lines of older gateways, joined into one file with or without anything between. A line
// opens a field only where that field may stand: folded text can begin with ":12:11". Looks one
// line ahead; holds one field.
class MtParser final : public LineParser
{
public:
    // The sink must outlive the parser.
    explicit MtParser(StatementSink& sink, const StatementLimits& limits = {});

    std::int64_t statementCount() const override { return m_builder.statementCount(); }

    std::int64_t entryCount() const override { return m_builder.entryCount(); }

private:
    enum class Section
    {
        Outside,
        Header,
        Entries,
        Trailer,
    };

    struct Line
    {
        std::string text;
        std::int64_t number = 0;
    };

    bool takeLine(std::string_view raw, std::int64_t number) override;
    bool endFile() override;
    void addLine(std::string_view text);
    bool process(const Line& line, std::string_view next);
    bool openField(std::string_view tag, std::string_view value, const Line& line);
    bool closeField();
    bool endMessage();
    bool enterBlocks(std::string_view text, std::int64_t number, std::string_view next);
    bool isMessageEnd(std::string_view text, std::string_view next) const;
    bool mayOpen(std::string_view tag, std::string_view value, std::string_view next) const;

    MtStatementBuilder m_builder;
    Section m_section = Section::Outside;
    // The message has had its :20:.
    bool m_hasReference = false;
    // The last line that is not blank, still to be processed.
    Line m_held;
    bool m_isHolding = false;
    Line m_next;
    // The open field; no tag when there is none.
    std::string m_tag;
    std::vector<std::string> m_lines;
    std::size_t m_lineCount = 0;
    std::size_t m_fieldBytes = 0;
    std::int64_t m_fieldLine = 0;
};

} // namespace onceover
