// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/private_file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace {

Failure failed(const char* code, const std::filesystem::path& path)
{
    return Failure(Error::notHappened(code, path.string() + ": " + std::strerror(errno)));
}

bool writeAll(int fd, const std::string& text)
{
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t written = ::write(fd, text.data() + done, text.size() - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        done += static_cast<std::size_t>(written);
    }
    return ::fsync(fd) == 0;
}

} // namespace

Result<void> writePrivateFile(const std::filesystem::path& path, const std::string& text)
{
    const std::filesystem::path draft = path.string() + ".new";
    ::unlink(draft.c_str());
    const int fd =
        ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return failed("file.create", draft);
    const bool isWritten = writeAll(fd, text);
    ::close(fd);
    if (!isWritten || ::rename(draft.c_str(), path.c_str()) != 0)
        return failed("file.create", path);
    const int folder = ::open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
    return {};
}

Result<std::string> readPrivateFile(const std::filesystem::path& path)
{
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0)
        return failed("file.read", path);
    if ((status.st_mode & 077) != 0)
        return Failure(Error::notHappened(
            "file.permissions", path.string() + " can be read by others: chmod 600 it first."));
    std::ifstream stream(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (!stream)
        return failed("file.read", path);
    return text;
}

std::string randomPassword()
{
    static constexpr char kCharacters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    std::string password;
    while (password.size() < 32) {
        std::array<unsigned char, 64> bytes{};
        if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
            continue;
        for (const unsigned char byte : bytes) {
            // The rest of 256 by 62 is left out, so that no character is likelier than another.
            if (byte < 248 && password.size() < 32)
                password += kCharacters[byte % 62];
        }
    }
    return password;
}

} // namespace onceover
