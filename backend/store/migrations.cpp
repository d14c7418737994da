// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/migrations.h"

#include "embedded_migrations.h"

namespace onceover {

const std::vector<Migration>& migrations()
{
    static const std::vector<Migration> kMigrations = [] {
        std::vector<Migration> list;
        for (const auto& file : migration_files::kEmbeddedFiles) {
            if (const auto migration = Migration::fromFile(file.name, file.text))
                list.push_back(*migration);
        }
        return list;
    }();
    return kMigrations;
}

} // namespace onceover
