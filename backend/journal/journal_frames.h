// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// The bytes of a journal file: an eight-byte magic, then frames of
//     length of the payload (4, big-endian) | frame number from 0 (8) | CRC-32C of both and the
//     payload (4) | payload
// The number makes a lost or repeated frame visible.
inline constexpr std::string_view kJournalMagic = "OOJRNL1\n";

// Far above any record; a damaged length is not followed into the dark.
inline constexpr std::size_t kMostJournalPayload = 1U << 20;

std::string makeFrame(std::uint64_t number, std::string_view payload);

struct JournalFrames
{
    std::vector<std::string> payloads;
    // Up to here everything is sound; what follows is a damaged last record.
    std::size_t soundBytes = 0;
};

// Reads a whole file. Damage with a sound frame behind it, or in the magic or the first frame
// (which is written before the file has its name), is journal.corrupt; other damage at the end is
// left out.
Result<JournalFrames> readFrames(std::string_view file);

} // namespace onceover
