// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"
#include "backend/postgres/connection_settings.h"
#include "models/act/file_bridge.h"

#include <QStringList>

#include <functional>

namespace onceover {

// What a file on this machine says, read by the readers that an import uses. Blocks.
FilePreview previewFile(const FileQuestion& question, const FileBridge::Progress& progress);

// Stores it under the person's own login and proposes it, or says why not. Blocks; after a lost
// answer the record is read a few times, and nothing is given twice.
FileStored storeFile(
    const ConnectionSettings& settings,
    const FileOrder& order,
    const FileBridge::Progress& progress);

// The names of the CSV profiles that come with the program.
QStringList csvProfileNames();

} // namespace onceover
