// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

enum class EvidenceSource
{
    Direct,
    Query,
    Probe,
    Webhook,
    List,
    Settlement,
    Bank,
    Enquiry,
    Complaint,
    Note,
};

enum class EvidenceKind
{
    Answer,
    Found,
    Absent,
    Inconclusive,
    QueryFailed,
    Note,
};

// In which book a movement is shown. Charge, settlement line and bank entry of one payment are
// three records, not duplicates.
enum class Layer
{
    Charge,
    Settlement,
    Bank,
};

// "DIRECT", "QUERY", "PROBE", "WEBHOOK", "LIST", "SETTLEMENT", "BANK", "ENQUIRY", "COMPLAINT",
// "NOTE".
std::string_view toText(EvidenceSource source);
std::optional<EvidenceSource> evidenceSourceFromText(std::string_view text);

// "ANSWER", "FOUND", "ABSENT", "INCONCLUSIVE", "QUERY_FAILED", "NOTE".
std::string_view toText(EvidenceKind kind);
std::optional<EvidenceKind> evidenceKindFromText(std::string_view text);

// "CHARGE", "SETTLEMENT", "BANK".
std::string_view toText(Layer layer);
std::optional<Layer> layerFromText(std::string_view text);

// One observation by one source about one payment. Times are Unix microseconds.
struct Evidence
{
    Uuid evidenceId;
    // The one attempt that the observation is about; missing when it names the payment only.
    std::optional<Uuid> attemptId;
    EvidenceSource source = EvidenceSource::Note;
    EvidenceKind kind = EvidenceKind::Note;
    // Of a Found: the record's state as it was then.
    std::string state;
    std::string reason;
    std::optional<Uuid> recordId;
    std::optional<std::int64_t> askedAtUs;
    std::int64_t answeredAtUs = 0;
    // Whatever was executed by this time the source would have shown.
    std::optional<std::int64_t> couldSeeUntilUs;
    // One person alone controls it: it proves nothing by itself.
    bool isHuman = false;
};

} // namespace onceover
