// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/submission.h"
#include "tests/support/scripted_tcp_server.h"

#include <string>
#include <vector>

namespace onceover {

// What the provider does with one request, and what the caller must conclude.
struct WireCase
{
    std::string name;
    ScriptedTcpServer::Script script;
    Answer answer;
    std::string reason;
};

// An HTTP answer with its Content-Length.
std::string http(const std::string& status, const std::string& headers, const std::string& body);

// A charge as the sandbox's card provider shows it.
std::string charge(
    const Submission& submission,
    const std::string& amount = "1250",
    const std::string& currency = "EUR");

ScriptedTcpServer::Script answering(std::string answer);

// What the wire can do to one call, what a status or a body can say without settling anything, and
// answers that look like a success (or are one).
std::vector<WireCase> wireCases();
std::vector<WireCase> statusCases();
std::vector<WireCase> echoCases(const Submission& ours);

} // namespace onceover
