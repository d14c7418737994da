// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace onceover {

// The ports' decorators lie below the ports: in this executable the calls of libpq, of the
// journal's file and of the provider's socket pass through functions of the same names, which
// report each step here. The environment variable ONCEOVER_MORTAL says at which of them what dies:
//   PORT SUBJECT MOMENT OCCURRENCE VICTIM AFTERWARDS
// as in crash_points.txt; SUBJECT * counts every step of the port. VICTIM: core (this process),
// backend (the server process of its session), postmaster, or connection (only the session's socket
// is cut). AFTERWARDS: go (this process lives on) or stop (it stops itself, as SIGSTOP does).

// A step of the port is at this moment. Thread-safe.
void reportStep(std::string_view port, std::string_view text, std::string_view moment);

// Whether the point to come is of this port and moment, so that the step has to be taken in two
// halves.
bool isHalved(std::string_view port, std::string_view text, std::string_view moment);

// The session that was used last: its server process and its socket.
void noteSession(int backendPid, int socket);

} // namespace onceover
