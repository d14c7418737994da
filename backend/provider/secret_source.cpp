// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/secret_source.h"

#include <array>
#include <cstdlib>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr std::size_t kMaxSecretBytes = 4096;

Failure unavailable(const std::string& where, const char* why)
{
    return Failure(
        Error::notHappened("secret.unavailable", "the provider's secret in " + where + " " + why));
}

Result<std::string> readDescriptor(int descriptor, const std::string& path)
{
    struct stat status = {};
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        return unavailable(path, "is not a regular file");
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return unavailable(path, "can be read by others than its owner");
    std::array<char, kMaxSecretBytes + 1> buffer{};
    std::size_t size = 0;
    while (size < buffer.size()) {
        const ssize_t count = read(descriptor, buffer.data() + size, buffer.size() - size);
        if (count < 0)
            return unavailable(path, "cannot be read");
        if (count == 0)
            break;
        size += static_cast<std::size_t>(count);
    }
    if (size > kMaxSecretBytes)
        return unavailable(path, "is too long");
    return std::string(buffer.data(), size);
}

Result<std::string> readFile(const std::string& path)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0)
        return unavailable(path, "cannot be opened");
    auto secret = readDescriptor(descriptor, path);
    close(descriptor);
    if (secret && !secret->empty() && secret->back() == '\n')
        secret->pop_back();
    return secret;
}

} // namespace

Result<std::string> readSecret(const Authorization& authorization)
{
    if (!authorization.file.empty())
        return readFile(authorization.file);
    const char* value = std::getenv(authorization.environment.c_str());
    if (!value || *value == '\0')
        return unavailable("environment variable " + authorization.environment, "is not set");
    return std::string(value);
}

} // namespace onceover
