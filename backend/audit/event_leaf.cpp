// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/audit/event_leaf.h"

#include "backend/domain/length_prefixed.h"
#include "backend/domain/sha256.h"

namespace onceover {

namespace {

template <typename Value>
void addOptional(LengthPrefixed& fields, const std::optional<Value>& value)
{
    if (value)
        fields.add(*value);
    else
        fields.addMissing();
}

} // namespace

std::string eventLeaf(const AuditEvent& event)
{
    LengthPrefixed fields(1);
    fields.add("onceover.event").add(event.subjectId).add(event.seq).add(event.kind);
    fields.add(event.atUs).add(event.actor);
    addOptional(fields, event.personId);
    fields.add(event.login).add(event.body).add(event.fromAccount).add(event.toAccount);
    addOptional(fields, event.amountMinor);
    addOptional(fields, event.currency);
    addOptional(fields, event.epoch);
    fields.add(event.previousLeaf);
    return toHex(sha256(std::string(1, '\0') + fields.bytes()));
}

} // namespace onceover
