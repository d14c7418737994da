// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include <sys/types.h>

namespace onceover {

// What a journal asks of a file system: each function is the system call of its name, result and
// errno included, so that a disk which fails at any one of them can be put in its place.
class FileOperations
{
public:
    virtual ~FileOperations() = default;

    virtual int open(const char* path, int flags, mode_t mode) = 0;
    virtual ssize_t write(int fd, const void* bytes, std::size_t size) = 0;
    virtual ssize_t pread(int fd, void* bytes, std::size_t size, off_t offset) = 0;
    virtual int fsync(int fd) = 0;
    virtual int ftruncate(int fd, off_t size) = 0;
    // flock: exclusive, without waiting.
    virtual int lock(int fd) = 0;
    virtual int close(int fd) = 0;
    virtual int link(const char* path, const char* newPath) = 0;
    virtual int unlink(const char* path) = 0;
    virtual bool exists(const char* path) = 0;
    // Whether the name stands for the open file.
    virtual bool isNamed(int fd, const char* path) = 0;
};

// The machine's own file system; thread-safe.
FileOperations& systemFiles();

} // namespace onceover
