// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/posix_drop_folder.h"

#include <functional>

namespace onceover {

// What stands between the watch and the disk.
struct Faults
{
    bool isMoveFailing = false;
    // Called when the watch asks for the path of a file that it is about to open.
    std::function<void(const std::string& name)> onOpen;
};

class FaultyFolder final : public DropFolder
{
public:
    FaultyFolder(PosixDropFolder folder, Faults& faults)
        : m_folder(std::move(folder))
        , m_faults(faults)
    {}

    Result<std::vector<DroppedFile>> list(std::size_t most) override { return m_folder.list(most); }

    DroppedFile look(const std::string& name) override { return m_folder.look(name); }

    std::string pathOf(const std::string& name) const override
    {
        if (m_faults.onOpen)
            m_faults.onOpen(name);
        return m_folder.pathOf(name);
    }

    Result<bool> move(const DroppedFile& file, Place place, const std::string& reason) override
    {
        if (m_faults.isMoveFailing)
            return Failure(Error::notHappened("folder.cannot_write", "No space left on device"));
        return m_folder.move(file, place, reason);
    }

private:
    PosixDropFolder m_folder;
    Faults& m_faults;
};

} // namespace onceover
