// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/sql_statement.h"

#include <string_view>
#include <vector>

namespace onceover {

// The statement of sql/NAME.sql; ends the program when there is none of that name.
SqlStatement storeStatement(std::string_view name);

// Every statement of the store, for the test that prepares each.
std::vector<SqlStatement> allStoreStatements();

} // namespace onceover
