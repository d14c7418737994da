// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/cluster_files.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include <fcntl.h>
#include <openssl/rand.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace fs = std::filesystem;

namespace {

// sun_path holds 107 bytes and the NUL; the server puts its socket's name behind the directory.
constexpr std::size_t kLongestSocketPath = 107;
constexpr std::string_view kSocketName = "/.s.PGSQL.5432";

Failure refuse(std::string detail)
{
    return Failure(Error::notHappened("cluster.path", std::move(detail)));
}

Failure notWritten(const fs::path& path)
{
    return refuse(
        withoutRoomSaid(systemSaid("Cannot write " + path.string()))
        + ". Nothing else was changed; once that is mended, start again.");
}

bool isUsableSocketDirectory(const fs::path& path, uid_t owner)
{
    struct stat status = {};
    return !path.empty() && ::lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)
           && status.st_uid == owner && (status.st_mode & 0077) == 0;
}

} // namespace

std::string systemSaid(const std::string& what)
{
    return what + ": " + std::strerror(errno);
}

std::string withoutRoomSaid(const std::string& said)
{
    const bool isFull = said.find(std::strerror(ENOSPC)) != std::string::npos
                        || said.find("Check free disk space") != std::string::npos;
    return (isFull ? "The disk is full: make room. " : "") + said;
}

std::string readFirstLine(const fs::path& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string lastFatalLine(const fs::path& log)
{
    std::ifstream file(log);
    std::string line;
    std::string last;
    while (std::getline(file, line)) {
        if (line.find("FATAL:") != std::string::npos || line.find("PANIC:") != std::string::npos) {
            last = line;
        }
    }
    return last;
}

Result<void> writePrivateFile(
    const fs::path& path, const std::string& text, const std::optional<OsUser>& owner)
{
    const fs::path beside = path.string() + ".new";
    ::unlink(beside.c_str());
    const int fd =
        ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        return notWritten(beside);
    }
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t count = ::write(fd, rest.data(), rest.size());
        if (count <= 0) {
            break;
        }
        rest.remove_prefix(static_cast<std::size_t>(count));
    }
    const bool isWritten =
        rest.empty() && (!owner || ::fchown(fd, owner->uid, owner->gid) == 0) && ::fsync(fd) == 0;
    const bool isInPlace = isWritten && ::rename(beside.c_str(), path.c_str()) == 0;
    const int why = errno;
    ::close(fd);
    if (!isInPlace) {
        ::unlink(beside.c_str());
        errno = why;
        return notWritten(path);
    }
    return {};
}

Result<void> makePrivateDirectory(const fs::path& path, const std::optional<OsUser>& owner)
{
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
        return refuse(
            systemSaid("Cannot create the directory " + path.string())
            + ". The private database needs a place it can write to: make one, or choose another "
              "directory.");
    }
    const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) {
        return refuse(systemSaid("Cannot open the directory " + path.string()));
    }
    struct stat status = {};
    const bool isKnown = ::fstat(fd, &status) == 0;
    const uid_t wantedOwner = owner ? owner->uid : ::geteuid();
    const bool isForeign = status.st_uid != wantedOwner && status.st_uid != ::geteuid();
    const bool isProtected = isKnown && !isForeign
                             && (!owner || ::fchown(fd, owner->uid, owner->gid) == 0)
                             && ::fchmod(fd, 0700) == 0;
    ::close(fd);
    if (isForeign) {
        return refuse(
            "The directory " + path.string()
            + " belongs to another user, so it is left alone. Choose another directory, or have it "
              "given to this user with chown.");
    }
    if (!isProtected) {
        return refuse(
            systemSaid("Cannot protect the directory " + path.string())
            + ". The private database keeps its files there: make it writable, or choose another "
              "directory.");
    }
    return {};
}

Result<std::string> randomPassword(std::size_t byteCount)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string bytes(byteCount, '\0');
    if (::RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(byteCount))
        != 1) {
        return Failure(
            Error::notHappened("cluster.create", "There are no random numbers for a password."));
    }
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += kDigits[byte >> 4];
        text += kDigits[byte & 0x0f];
    }
    return text;
}

Result<fs::path> chooseSocketDirectory(
    const fs::path& directory, const std::optional<OsUser>& owner)
{
    const fs::path inside = directory / "run";
    if (inside.string().size() + kSocketName.size() <= kLongestSocketPath) {
        if (auto made = makePrivateDirectory(inside, owner); !made) {
            return Failure(made.error());
        }
        return inside;
    }
    const fs::path remembered = directory / "socket-directory";
    const fs::path before = readFirstLine(remembered);
    if (isUsableSocketDirectory(before, owner ? owner->uid : ::geteuid())) {
        return before;
    }
    for (const char* base : {"/run/onceover-XXXXXX", "/tmp/onceover-XXXXXX"}) {
        std::string path = base;
        if (::mkdtemp(path.data()) == nullptr) {
            continue;
        }
        if (auto made = makePrivateDirectory(path, owner); !made) {
            return Failure(made.error());
        }
        if (auto written = writePrivateFile(remembered, path + "\n", owner); !written) {
            return Failure(written.error());
        }
        return fs::path(path);
    }
    return refuse("There is no place for a socket with a path of at most 107 bytes.");
}

} // namespace onceover
