// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/store_sql.h"

#include "embedded_store_sql.h"

#include <cstdio>
#include <cstdlib>

namespace onceover {

SqlStatement storeStatement(std::string_view name)
{
    for (const auto& file : store_sql::kEmbeddedFiles) {
        if (file.name.size() == name.size() + 4 && file.name.substr(0, name.size()) == name)
            return {file.name, file.text};
    }
    std::fprintf(stderr, "no statement %.*s\n", static_cast<int>(name.size()), name.data());
    std::abort();
}

std::vector<SqlStatement> allStoreStatements()
{
    std::vector<SqlStatement> statements;
    for (const auto& file : store_sql::kEmbeddedFiles)
        statements.push_back({file.name, file.text});
    return statements;
}

} // namespace onceover
