// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/drop_folder.h"

#include <string>

namespace onceover {

// The folder on this machine's disk, held open, so that a name in it cannot lead elsewhere.
class PosixDropFolder final : public DropFolder
{
public:
    // Errors: folder.cannot_read where it is missing, a link or no folder.
    static Result<PosixDropFolder> open(const std::string& path);

    ~PosixDropFolder() override;
    PosixDropFolder(PosixDropFolder&& other) noexcept;
    PosixDropFolder& operator=(PosixDropFolder&& other) = delete;
    PosixDropFolder(const PosixDropFolder&) = delete;
    PosixDropFolder& operator=(const PosixDropFolder&) = delete;

    Result<std::vector<DroppedFile>> list(std::size_t most) override;
    DroppedFile look(const std::string& name) override;
    std::string pathOf(const std::string& name) const override;
    Result<bool> move(
        const DroppedFile& file, Place place, const std::string& reason = {}) override;

private:
    PosixDropFolder(std::string path, int descriptor)
        : m_path(std::move(path))
        , m_descriptor(descriptor)
    {}

    // The folder below, made where it is missing; -1 where that fails.
    int openBelow(const char* name) const;
    Result<bool> moveInto(int target, const DroppedFile& file, const std::string& reason);

    std::string m_path;
    int m_descriptor;
};

} // namespace onceover
