// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/journal.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// The first record of a journal.
struct JournalHeader
{
    Uuid journalId;
    Uuid coreId;
};

// One record as a JSON object; "type" names it. Text that is not UTF-8 is replaced, never refused:
// a record must be written whatever the provider answered.
std::string toJson(const JournalHeader& header);
std::string toJson(const JournalRecord& record);

// Stands where a damaged record was cut off, `offset` bytes into the file.
std::string lossToJson(std::size_t offset);
bool isLoss(std::string_view json);

// Which database the core worked on from here on.
std::string serverToJson(const ServerMark& mark);
std::optional<ServerMark> serverFromJson(std::string_view json);

std::optional<JournalHeader> headerFromJson(std::string_view json);
std::optional<JournalRecord> recordFromJson(std::string_view json);

} // namespace onceover
