// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/drop_folder.h"
#include "app/core/statement_import.h"
#include "app/core/watched_file.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace onceover {

// Takes files out of the folders of the channels that two people approved: a file is read when two
// looks in a row saw it unchanged, and moved when it is stored or refused. What cannot be done now
// (the database is away, the disk is full) is tried again with the next look: storing the same file
// again is a no-op, so that an end between the two repeats nothing. One thread.
class ChannelWatch
{
public:
    using OpenFolder = std::function<Result<std::unique_ptr<DropFolder>>(const std::string& path)>;
    using OnFile = std::function<void(const WatchedFile&)>;

    // All of them must outlive the watch.
    ChannelWatch(const ImportStores& stores, IdSource& ids, OpenFolder openFolder, OnFile onFile);

    // One look into every folder. Errors: the database's; a folder that cannot be read is told as a
    // file without a name.
    Result<void> look();

private:
    struct Channel
    {
        std::string name;
        std::string folder;
        ImportTerms terms;
    };

    Result<std::vector<Channel>> channels();
    Result<void> lookInto(const Channel& channel, DropFolder& folder);
    Result<void> take(const Channel& channel, DropFolder& folder, const DroppedFile& file);
    void refuse(
        const Channel& channel,
        DropFolder& folder,
        const DroppedFile& file,
        const Refusal& refusal);
    void tell(const Channel& channel, const std::string& name, const Error& error);

    ImportStores m_stores;
    IdSource& m_ids;
    OpenFolder m_openFolder;
    OnFile m_onFile;
    // By channel, what the look before saw.
    std::map<std::string, std::vector<DroppedFile>> m_seen;
};

} // namespace onceover
