// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace onceover {

// A name in a folder as one look saw it.
struct DroppedFile
{
    std::string name;
    bool isRegular = false;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t bytes = 0;
    std::int64_t changedNs = 0;

    bool operator==(const DroppedFile& other) const = default;
};

// A folder into which somebody else's server writes files. What was read is moved to done/, what is
// refused to refused/, beside NAME.reason.txt for people. One thread.
class DropFolder
{
public:
    enum class Place : std::uint8_t
    {
        Done,
        Refused,
    };

    virtual ~DropFolder() = default;

    // Sorted by name, at most `most`; without folders, names that begin with a dot and those that
    // say that they are still written (.part, .filepart, .tmp). Errors: folder.cannot_read.
    virtual Result<std::vector<DroppedFile>> list(std::size_t most) = 0;
    // The name as it is now; a file that is not regular where there is none.
    virtual DroppedFile look(const std::string& name) = 0;
    virtual std::string pathOf(const std::string& name) const = 0;
    // Nothing that is there is overwritten: a second file of the name becomes NAME.2. With a
    // reason, that is on disk before the file moves. False where the name holds another file by
    // now, which then stays. Errors: folder.cannot_write, after which the file is where it was.
    virtual Result<bool> move(
        const DroppedFile& file, Place place, const std::string& reason = {}) = 0;
};

} // namespace onceover
