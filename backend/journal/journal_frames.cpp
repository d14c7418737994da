// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/journal/journal_frames.h"

#include "backend/journal/crc32c.h"

#include <optional>

namespace onceover {

namespace {

constexpr std::size_t kFrameHeader = 16;
constexpr std::size_t kCrcAt = 12;

void appendBigEndian(std::string& bytes, std::uint64_t number, int width)
{
    for (int shift = (width - 1) * 8; shift >= 0; shift -= 8) {
        bytes += static_cast<char>((number >> shift) & 0xffU);
    }
}

std::uint64_t bigEndian(std::string_view bytes)
{
    std::uint64_t number = 0;
    for (const char c : bytes) {
        number = (number << 8) | static_cast<unsigned char>(c);
    }
    return number;
}

std::uint32_t frameCrc(std::string_view lengthAndNumber, std::string_view payload)
{
    std::string covered(lengthAndNumber);
    covered += payload;
    return crc32c(covered);
}

struct Frame
{
    std::uint64_t number = 0;
    std::string_view payload;
};

// The frame at the start of `bytes` if it is sound and has a number in [least, most].
std::optional<Frame> frameAt(std::string_view bytes, std::uint64_t least, std::uint64_t most)
{
    if (bytes.size() < kFrameHeader) {
        return std::nullopt;
    }
    const std::uint64_t length = bigEndian(bytes.substr(0, 4));
    const std::uint64_t number = bigEndian(bytes.substr(4, 8));
    if (length > kMostJournalPayload || length > bytes.size() - kFrameHeader || number < least
        || number > most) {
        return std::nullopt;
    }
    const std::string_view payload = bytes.substr(kFrameHeader, length);
    if (bigEndian(bytes.substr(kCrcAt, 4)) != frameCrc(bytes.substr(0, kCrcAt), payload)) {
        return std::nullopt;
    }
    return Frame{number, payload};
}

Failure corrupt(const std::string& what, std::size_t at)
{
    return Failure(Error::notHappened(
        "journal.corrupt", "The journal is damaged at byte " + std::to_string(at) + ": " + what));
}

// A sound frame of any number behind the damage proves that the damage is no torn end.
bool hasSoundFrameAfter(std::string_view file, std::size_t damageAt)
{
    for (std::size_t at = damageAt + 1; at + kFrameHeader <= file.size(); ++at) {
        // Each frame takes at least its header, which bounds the numbers that can occur.
        if (frameAt(file.substr(at), 0, file.size() / kFrameHeader)) {
            return true;
        }
    }
    return false;
}

} // namespace

std::string makeFrame(std::uint64_t number, std::string_view payload)
{
    std::string frame;
    frame.reserve(kFrameHeader + payload.size());
    appendBigEndian(frame, payload.size(), 4);
    appendBigEndian(frame, number, 8);
    const std::uint32_t crc = frameCrc(frame, payload);
    appendBigEndian(frame, crc, 4);
    frame += payload;
    return frame;
}

Result<JournalFrames> readFrames(std::string_view file)
{
    if (!file.starts_with(kJournalMagic)) {
        return corrupt("it does not begin like a journal.", 0);
    }
    JournalFrames frames;
    frames.soundBytes = kJournalMagic.size();
    while (frames.soundBytes < file.size()) {
        const std::uint64_t expected = frames.payloads.size();
        const auto frame = frameAt(file.substr(frames.soundBytes), 0, file.size() / kFrameHeader);
        if (!frame) {
            if (hasSoundFrameAfter(file, frames.soundBytes)) {
                return corrupt("sound records follow the damage.", frames.soundBytes);
            }
            break;
        }
        if (frame->number != expected) {
            return corrupt("a record is missing or repeated.", frames.soundBytes);
        }
        frames.payloads.emplace_back(frame->payload);
        frames.soundBytes += kFrameHeader + frame->payload.size();
    }
    if (frames.payloads.empty()) {
        return corrupt("its first record is not readable.", kJournalMagic.size());
    }
    return frames;
}

} // namespace onceover
