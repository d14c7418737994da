// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <string>

namespace onceover {

// What a server stores of a password (SCRAM-SHA-256, RFC 5803), with a fresh salt, computed here:
// statements that change roles end up in servers' logs. Error: database.password.
Result<std::string> scramVerifier(const std::string& login, const std::string& password);

} // namespace onceover
