// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/audit_event.h"

#include <string>

namespace onceover {

// The leaf that an event with these fields must have, in hexadecimal: SHA-256 over the domain byte
// 00 and the canonical encoding, version 1. Independent of the database's onceover.event_leaf; a
// test compares the two.
std::string eventLeaf(const AuditEvent& event);

} // namespace onceover
