// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/evidence.h"

#include "backend/domain/text_table.h"

namespace onceover {

namespace {

constexpr TextTable<EvidenceSource, 10> kSources{{
    {EvidenceSource::Direct, "DIRECT"},
    {EvidenceSource::Query, "QUERY"},
    {EvidenceSource::Probe, "PROBE"},
    {EvidenceSource::Webhook, "WEBHOOK"},
    {EvidenceSource::List, "LIST"},
    {EvidenceSource::Settlement, "SETTLEMENT"},
    {EvidenceSource::Bank, "BANK"},
    {EvidenceSource::Enquiry, "ENQUIRY"},
    {EvidenceSource::Complaint, "COMPLAINT"},
    {EvidenceSource::Note, "NOTE"},
}};

constexpr TextTable<EvidenceKind, 6> kKinds{{
    {EvidenceKind::Answer, "ANSWER"},
    {EvidenceKind::Found, "FOUND"},
    {EvidenceKind::Absent, "ABSENT"},
    {EvidenceKind::Inconclusive, "INCONCLUSIVE"},
    {EvidenceKind::QueryFailed, "QUERY_FAILED"},
    {EvidenceKind::Note, "NOTE"},
}};

constexpr TextTable<Layer, 3> kLayers{{
    {Layer::Charge, "CHARGE"},
    {Layer::Settlement, "SETTLEMENT"},
    {Layer::Bank, "BANK"},
}};

} // namespace

std::string_view toText(EvidenceSource source)
{
    return textOf(kSources, source);
}

std::optional<EvidenceSource> evidenceSourceFromText(std::string_view text)
{
    return valueOf(kSources, text);
}

std::string_view toText(EvidenceKind kind)
{
    return textOf(kKinds, kind);
}

std::optional<EvidenceKind> evidenceKindFromText(std::string_view text)
{
    return valueOf(kKinds, text);
}

std::string_view toText(Layer layer)
{
    return textOf(kLayers, layer);
}

std::optional<Layer> layerFromText(std::string_view text)
{
    return valueOf(kLayers, text);
}

} // namespace onceover
