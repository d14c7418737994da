// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <tl/expected.hpp>

namespace onceover {

// Exit codes of onceover-sandbox, as its manual page documents them (values of sysexits.h).
inline constexpr int kExitOk = 0;
inline constexpr int kExitUsage = 64;
inline constexpr int kExitBadData = 65;
inline constexpr int kExitNoInput = 66;
inline constexpr int kExitPortInUse = 69;
inline constexpr int kExitCannotCreate = 73;
inline constexpr int kExitIo = 74;

// Why something could not be done: the exit code a command ends with and a sentence for people.
struct Failure
{
    int exitCode = kExitUsage;
    std::string message;
};

template <typename T>
using Outcome = tl::expected<T, Failure>;

inline tl::unexpected<Failure> failed(int exitCode, std::string message)
{
    return tl::unexpected<Failure>(Failure{exitCode, std::move(message)});
}

} // namespace onceover
