// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/posix_drop_folder.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr int kMostNames = 10'000;
constexpr const char* kReasonEnding = ".reason.txt";

std::string why(int error)
{
    char buffer[128] = {};
    return ::strerror_r(error, buffer, sizeof buffer);
}

tl::unexpected<Error> cannotWrite(const std::string& what)
{
    return Failure(Error::notHappened("folder.cannot_write", what + ": " + why(errno)));
}

bool isStillWritten(const std::string& name)
{
    for (const char* ending : {".part", ".filepart", ".tmp"}) {
        if (name.ends_with(ending))
            return true;
    }
    return false;
}

// One that closes itself.
class Descriptor
{
public:
    explicit Descriptor(int descriptor)
        : m_descriptor(descriptor)
    {}

    ~Descriptor()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int get() const { return m_descriptor; }

private:
    int m_descriptor;
};

DroppedFile seen(int folder, const std::string& name)
{
    struct stat status = {};
    DroppedFile file;
    file.name = name;
    if (::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0)
        return file;
    file.isRegular = S_ISREG(status.st_mode);
    file.device = status.st_dev;
    file.inode = status.st_ino;
    file.bytes = status.st_size;
    file.changedNs = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
    return file;
}

bool isFolder(int folder, const std::string& name)
{
    struct stat status = {};
    return ::fstatat(folder, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0
           && S_ISDIR(status.st_mode);
}

// Whole on disk under its name, or not there under it.
bool writeWhole(int folder, const std::string& name, const std::string& text)
{
    const std::string draft = name + ".tmp";
    ::unlinkat(folder, draft.c_str(), 0);
    const Descriptor file(::openat(
        folder, draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0640));
    if (file.get() < 0)
        return false;
    std::size_t written = 0;
    while (written < text.size()) {
        const ssize_t count = ::write(file.get(), text.data() + written, text.size() - written);
        if (count < 0 && errno != EINTR)
            return false;
        written += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    return ::fsync(file.get()) == 0 && ::renameat(folder, draft.c_str(), folder, name.c_str()) == 0;
}

} // namespace

Result<PosixDropFolder> PosixDropFolder::open(const std::string& path)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0)
        return Failure(Error::notHappened("folder.cannot_read", path + ": " + why(errno)));
    return PosixDropFolder(path, descriptor);
}

PosixDropFolder::~PosixDropFolder()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

PosixDropFolder::PosixDropFolder(PosixDropFolder&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
{}

Result<std::vector<DroppedFile>> PosixDropFolder::list(std::size_t most)
{
    // The stream owns its descriptor and its place in the folder.
    const int copy = ::openat(m_descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, int (*)(DIR*)> stream(
        copy < 0 ? nullptr : ::fdopendir(copy), ::closedir);
    if (!stream)
        return Failure(Error::notHappened("folder.cannot_read", m_path + ": " + why(errno)));
    std::vector<std::string> names;
    for (int count = 0; count < kMostNames; ++count) {
        const dirent* const each = ::readdir(stream.get());
        if (each == nullptr)
            break;
        const std::string name = each->d_name;
        if (name.front() != '.' && !isStillWritten(name) && !isFolder(m_descriptor, name))
            names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    std::vector<DroppedFile> files;
    for (const std::string& name : names) {
        if (files.size() == most)
            break;
        files.push_back(look(name));
    }
    return files;
}

DroppedFile PosixDropFolder::look(const std::string& name)
{
    return seen(m_descriptor, name);
}

std::string PosixDropFolder::pathOf(const std::string& name) const
{
    return "/proc/self/fd/" + std::to_string(m_descriptor) + "/" + name;
}

int PosixDropFolder::openBelow(const char* name) const
{
    if (::mkdirat(m_descriptor, name, 0750) != 0 && errno != EEXIST)
        return -1;
    return ::openat(m_descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

Result<bool> PosixDropFolder::move(const DroppedFile& file, Place place, const std::string& reason)
{
    const char* const name = place == Place::Done ? "done" : "refused";
    const Descriptor target(openBelow(name));
    if (target.get() < 0)
        return cannotWrite(m_path + "/" + name);
    return moveInto(target.get(), file, reason);
}

Result<bool> PosixDropFolder::moveInto(
    int target, const DroppedFile& file, const std::string& reason)
{
    for (int number = 1; number <= kMostNames; ++number) {
        const std::string name = number == 1 ? file.name : file.name + "." + std::to_string(number);
        if (seen(target, name).inode != 0)
            continue;
        if (!reason.empty() && !writeWhole(target, name + kReasonEnding, reason))
            return cannotWrite("the reason why " + file.name + " was refused");
        if (!(look(file.name) == file))
            return false;
        if (::renameat2(m_descriptor, file.name.c_str(), target, name.c_str(), RENAME_NOREPLACE)
            != 0) {
            if (errno == EEXIST)
                continue;
            return cannotWrite("moving " + file.name);
        }
        // Between the look and the move somebody may have put another file there: it goes back.
        if (seen(target, name).inode != file.inode) {
            ::renameat2(target, name.c_str(), m_descriptor, file.name.c_str(), RENAME_NOREPLACE);
            return false;
        }
        ::fsync(target);
        ::fsync(m_descriptor);
        return true;
    }
    errno = EEXIST;
    return cannotWrite("moving " + file.name);
}

} // namespace onceover
