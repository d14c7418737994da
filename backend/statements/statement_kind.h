// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/parse_log.h"

#include <string_view>

namespace onceover {

// Whether this element name is the message element of a bank message we can name ("BkToCstmrStmt"
// and its like, with or without the version that the first edition appended).
bool isMessageName(std::string_view local);

// "camt.053" for such a name.
std::string_view familyOfMessage(std::string_view local);

// Whether messages of this family are read.
bool isStatementFamily(std::string_view family);

// Warns when the namespace is not one of a version of this family that was checked: missing,
// misspelt, of another message, or newer.
void warnOfNamespace(std::string_view space, std::string_view family, ParseLog& log);

// Refuses well-formed XML in which no bank message was found.
void refuseWithoutMessage(std::string_view rootName, std::string_view rootNamespace, ParseLog& log);

} // namespace onceover
