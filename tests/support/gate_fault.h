// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace onceover {

// One way through a gate.
enum class GateWay
{
    ToServer,
    ToClient,
};

// What a gate does at one byte of one way. It strikes once; the bytes before it pass untouched.
struct GateFault
{
    enum class Kind
    {
        // Both ends of the connection see its normal end once `atByte` bytes have passed.
        Cut,
        // Both ends are reset (TCP). A Unix socket has no reset: an end with unread bytes sees one,
        // any other the normal end.
        Reset,
        // Byte `atByte` and all after it wait until the test releases them, or drops them.
        Stall,
        // From byte `atByte` on, every byte is sent by itself.
        Slice,
        // One bit of byte `atByte` is flipped.
        Corrupt,
    };

    Kind kind = Kind::Cut;
    GateWay way = GateWay::ToServer;
    // Counted from 0 at the moment the gate is armed, over all connections.
    std::uint64_t atByte = 0;
    // Of the corrupted byte, 0 to 7.
    int bit = 0;
    // Once it has struck, the gate lets nobody in until it is opened again.
    bool shutsDoor = false;
};

inline const char* toText(GateFault::Kind kind)
{
    switch (kind) {
    case GateFault::Kind::Cut:
        return "cut";
    case GateFault::Kind::Reset:
        return "reset";
    case GateFault::Kind::Stall:
        return "stall";
    case GateFault::Kind::Slice:
        return "slice";
    case GateFault::Kind::Corrupt:
        return "corrupt";
    }
    return "?";
}

inline const char* toText(GateWay way)
{
    return way == GateWay::ToServer ? "to server" : "to client";
}

} // namespace onceover
