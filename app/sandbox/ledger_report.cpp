// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/ledger_report.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace onceover {

namespace {

struct Counts
{
    std::int64_t requests = 0;
    std::int64_t charges = 0;
    std::int64_t injected = 0;
    std::int64_t declines = 0;
};

// Without what the sandbox keeps for itself (remembered answers).
Json published(const Json& line)
{
    Json result = line;
    for (const char* name :
         {"kind", "fingerprint", "answer_status", "answer_body", "stores_answer"})
        result.erase(name);
    return result;
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text + ' ';
}

std::string numberColumn(std::int64_t value, std::size_t width)
{
    const std::string digits = std::to_string(value);
    return std::string(width > digits.size() ? width - digits.size() : 0, ' ') + digits + ' ';
}

} // namespace

LedgerReport::LedgerReport(const std::vector<Json>& lines)
{
    Json requests = Json::array();
    Json charges = Json::array();
    Json declines = Json::array();
    std::map<std::string, Json> pending;
    std::map<std::pair<std::string, std::string>, Counts> counts;
    for (const Json& line : lines) {
        const std::string kind = textIn(line, "kind");
        const auto place = std::make_pair(textIn(line, "provider"), textIn(line, "reference"));
        if (kind == "request") {
            requests.push_back(published(line));
            ++counts[place].requests;
        } else if (kind == "charge") {
            charges.push_back(published(line));
            pending.erase(textIn(line, "id"));
            ++(flagIn(line, "injected_duplicate", false) ? counts[place].injected
                                                         : counts[place].charges);
        } else if (kind == "decline") {
            declines.push_back(published(line));
            pending.erase(textIn(line, "id"));
            ++counts[place].declines;
        } else if (kind == "pending") {
            pending[textIn(line, "id")] = published(line);
        }
    }
    Json waiting = Json::array();
    for (const auto& entry : pending)
        waiting.push_back(entry.second);
    Json references = Json::array();
    for (const auto& entry : counts)
        references.push_back(Json{
            {"provider", entry.first.first},
            {"reference", entry.first.second},
            {"requests", entry.second.requests},
            {"charges", entry.second.charges},
            {"injected_duplicates", entry.second.injected},
            {"declines", entry.second.declines}});
    m_report = Json{
        {"requests", requests},
        {"charges", charges},
        {"declines", declines},
        {"pending", waiting},
        {"references", references}};
}

std::string LedgerReport::asText() const
{
    std::string text =
        "PROVIDER   REFERENCE         REQUESTS CHARGES DECLINES INJECTED-DUPLICATES\n";
    Counts sum;
    for (const Json& row : m_report.at("references")) {
        const Counts counts{
            integerIn(row, "requests"),
            integerIn(row, "charges"),
            integerIn(row, "injected_duplicates"),
            integerIn(row, "declines")};
        text += padded(textIn(row, "provider"), 10) + padded(textIn(row, "reference"), 17)
                + numberColumn(counts.requests, 8) + numberColumn(counts.charges, 7)
                + numberColumn(counts.declines, 8) + numberColumn(counts.injected, 19) + '\n';
        sum.requests += counts.requests;
        sum.charges += counts.charges;
        sum.injected += counts.injected;
        sum.declines += counts.declines;
    }
    return text + padded("all", 28) + numberColumn(sum.requests, 8) + numberColumn(sum.charges, 7)
           + numberColumn(sum.declines, 8) + numberColumn(sum.injected, 19) + '\n';
}

} // namespace onceover
