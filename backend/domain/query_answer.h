// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/money.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// What a question about one provider key brought. Absent means that the provider's contract calls
// this answer "no such charge"; whether that proves absence depends on time and attempts and is the
// verdict's business.
enum class QueryKind
{
    Found,
    Absent,
    Inconclusive,
    QueryFailed,
};

// "FOUND", "ABSENT", "INCONCLUSIVE", "QUERY_FAILED".
std::string_view toText(QueryKind kind);
std::optional<QueryKind> queryKindFromText(std::string_view text);

// One charge as the provider's own records show it (layer CHARGE).
struct ChargeRecord
{
    // The provider's id of the charge.
    std::string id;
    // "SUCCEEDED", "DECLINED", "PROCESSING" or "UNRECOGNISED" (a state that the profile does not
    // name).
    std::string state;
    // Missing when the record's amount or currency could not be read exactly.
    std::optional<Money> amount;
    // Each empty when the record does not show it.
    std::string reference;
    std::string providerKey;
    std::string payeeAccount;
    // Unix microseconds by the provider's clock; 0 when the record does not show it.
    std::int64_t createdAtUs = 0;

    friend bool operator==(const ChargeRecord&, const ChargeRecord&) = default;
};

struct QueryAnswer
{
    QueryKind kind = QueryKind::QueryFailed;
    // A stable code: found, absent_by_table:<row>, not_in_list, processing, http_503, deadline,
    // connect_failed, -
    std::string reason;
    // Unix microseconds by our clock: just before the first request byte, and when the answer was
    // complete.
    std::int64_t askedAtUs = 0;
    std::int64_t answeredAtUs = 0;
    // Whatever the provider had executed by this time it would have shown: askedAtUs less the
    // declared visibility lag. Set for Found and Absent only.
    std::optional<std::int64_t> visibleUntilUs;
    // Every record that carries the key or the reference; more than one is possible (duplicate
    // charges).
    std::vector<ChargeRecord> records;
    // As in SubmissionResult.
    std::string bodyExcerpt;
    std::string bodySha256;
};

// All charges that the provider shows for a span of its time.
struct ListAnswer
{
    // True only when two passes over all pages agreed record by record. Absence may be read from
    // such a list alone.
    bool complete = false;
    // listed, passes_disagree, too_many_pages, not_offered, or why a page failed (as in
    // QueryAnswer).
    std::string reason;
    std::int64_t askedAtUs = 0;
    std::int64_t answeredAtUs = 0;
    // The span that the list covers, Unix microseconds, from inclusive, to exclusive; meaningful
    // when complete.
    std::int64_t coverageFromUs = 0;
    std::int64_t coverageToUs = 0;
    // As in QueryAnswer, for the start of the first pass; set when complete.
    std::optional<std::int64_t> visibleUntilUs;
    // Of an incomplete list: whatever was seen in either pass. Presence counts even then.
    std::vector<ChargeRecord> records;
    std::string bodyExcerpt;
    std::string bodySha256;
};

} // namespace onceover
