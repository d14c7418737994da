// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/journal/file_operations.h"

#include <map>
#include <memory>
#include <string>

namespace onceover {

// The process dies in the middle of an operation.
struct Died
{};

// What happens to the n-th operation.
enum class FileFault
{
    None,
    // It fails and does nothing: ENOSPC, EIO.
    NoSpace,
    InputOutput,
    // A write takes the first half, the next one finds the disk full.
    HalfWritten,
    // The process dies before it, or after it.
    DiesBefore,
    DiesAfter,
};

// A file system in memory that knows what is on the disk and what only in the cache, by the letter
// of POSIX: a file's bytes are durable after its fsync, its name after that of the directory. A
// failed fsync drops what it should have written and lets the next one succeed, as kernels do.
class MemoryFiles final : public FileOperations
{
public:
    // Strikes once, at the operation of this number, from 1.
    void arm(FileFault fault, int atOperation);

    bool hasStruck() const { return m_hasStruck; }

    // The process is gone: descriptors and locks with it.
    void endProcess();
    // The machine is: what was not flushed is lost. A part of the last file's unflushed end may
    // have reached the disk all the same.
    void losePower(bool keepsHalf);
    // What would be there after a loss of power now; empty where the name would be gone.
    std::string durable(const std::string& path) const;

    int open(const char* path, int flags, mode_t mode) override;
    ssize_t write(int fd, const void* bytes, std::size_t size) override;
    ssize_t pread(int fd, void* bytes, std::size_t size, off_t offset) override;
    int fsync(int fd) override;
    int ftruncate(int fd, off_t size) override;
    int lock(int fd) override;
    int close(int fd) override;
    int link(const char* path, const char* newPath) override;
    int unlink(const char* path) override;
    bool exists(const char* path) override;
    bool isNamed(int fd, const char* path) override;

private:
    struct File
    {
        std::string bytes;
        std::string onDisk;
        // Bytes before this are in the cache only, and the kernel thinks otherwise.
        std::size_t dropped = 0;
        bool isLocked = false;
    };

    using Names = std::map<std::string, std::shared_ptr<File>>;

    // The fault of the operation that begins; DiesBefore strikes here.
    FileFault begin();
    // DiesAfter strikes here.
    template <typename Value>
    Value end(FileFault fault, Value value) const;
    std::shared_ptr<File> fileOf(int fd) const;

    Names m_names;
    Names m_namesOnDisk;
    // Null for the directory.
    std::map<int, std::shared_ptr<File>> m_open;
    int m_nextFd = 100;
    FileFault m_fault = FileFault::None;
    int m_atOperation = 0;
    int m_operations = 0;
    bool m_hasStruck = false;
    bool m_isFullNext = false;
};

} // namespace onceover
