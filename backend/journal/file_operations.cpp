// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/journal/file_operations.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace onceover {

namespace {

class SystemFiles final : public FileOperations
{
public:
    int open(const char* path, int flags, mode_t mode) override
    {
        return ::open(path, flags, mode);
    }

    ssize_t write(int fd, const void* bytes, std::size_t size) override
    {
        return ::write(fd, bytes, size);
    }

    ssize_t pread(int fd, void* bytes, std::size_t size, off_t offset) override
    {
        return ::pread(fd, bytes, size, offset);
    }

    int fsync(int fd) override { return ::fsync(fd); }

    int ftruncate(int fd, off_t size) override { return ::ftruncate(fd, size); }

    int lock(int fd) override { return ::flock(fd, LOCK_EX | LOCK_NB); }

    int close(int fd) override { return ::close(fd); }

    int link(const char* path, const char* newPath) override { return ::link(path, newPath); }

    int unlink(const char* path) override { return ::unlink(path); }

    bool exists(const char* path) override { return ::access(path, F_OK) == 0; }

    bool isNamed(int fd, const char* path) override
    {
        struct stat opened
        {};

        struct stat named
        {};

        return ::fstat(fd, &opened) == 0 && ::stat(path, &named) == 0
               && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
    }
};

} // namespace

FileOperations& systemFiles()
{
    static SystemFiles files;
    return files;
}

} // namespace onceover
