// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/memory_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>

namespace onceover {

void MemoryFiles::arm(FileFault fault, int atOperation)
{
    m_fault = fault;
    m_atOperation = atOperation;
    m_operations = 0;
    m_hasStruck = false;
    m_isFullNext = false;
}

FileFault MemoryFiles::begin()
{
    if (m_isFullNext) {
        m_isFullNext = false;
        return FileFault::NoSpace;
    }
    if (++m_operations != m_atOperation || m_fault == FileFault::None)
        return FileFault::None;
    m_hasStruck = true;
    if (m_fault == FileFault::DiesBefore)
        throw Died{};
    return m_fault;
}

template <typename Value>
Value MemoryFiles::end(FileFault fault, Value value) const
{
    if (fault == FileFault::DiesAfter)
        throw Died{};
    return value;
}

namespace {

// True where the operation does nothing; errno says why.
bool fails(FileFault fault)
{
    if (fault == FileFault::NoSpace)
        errno = ENOSPC;
    if (fault == FileFault::InputOutput)
        errno = EIO;
    return fault == FileFault::NoSpace || fault == FileFault::InputOutput;
}

} // namespace

void MemoryFiles::endProcess()
{
    m_open.clear();
    for (auto& name : m_names)
        name.second->isLocked = false;
}

void MemoryFiles::losePower(bool keepsHalf)
{
    endProcess();
    m_names = m_namesOnDisk;
    for (auto& name : m_names) {
        File& file = *name.second;
        if (keepsHalf && file.bytes.size() > file.onDisk.size()
            && file.dropped <= file.onDisk.size()) {
            const std::size_t unflushed = file.bytes.size() - file.onDisk.size();
            file.onDisk += file.bytes.substr(file.onDisk.size(), unflushed / 2);
        }
        file.bytes = file.onDisk;
        file.dropped = 0;
    }
}

std::string MemoryFiles::durable(const std::string& path) const
{
    const auto found = m_namesOnDisk.find(path);
    return found == m_namesOnDisk.end() ? std::string() : found->second->onDisk;
}

std::shared_ptr<MemoryFiles::File> MemoryFiles::fileOf(int fd) const
{
    const auto found = m_open.find(fd);
    return found == m_open.end() ? nullptr : found->second;
}

int MemoryFiles::open(const char* path, int flags, mode_t)
{
    const FileFault fault = begin();
    if (fails(fault))
        return -1;
    std::shared_ptr<File> file;
    if ((flags & O_DIRECTORY) == 0) {
        const auto known = m_names.find(path);
        if (known == m_names.end() && (flags & O_CREAT) == 0) {
            errno = ENOENT;
            return end(fault, -1);
        }
        if (known != m_names.end() && (flags & O_EXCL) != 0) {
            errno = EEXIST;
            return end(fault, -1);
        }
        file = known == m_names.end() ? std::make_shared<File>() : known->second;
        m_names[path] = file;
    }
    m_open[++m_nextFd] = file;
    return end(fault, m_nextFd);
}

ssize_t MemoryFiles::write(int fd, const void* bytes, std::size_t size)
{
    const FileFault fault = begin();
    if (fails(fault))
        return -1;
    if (fault == FileFault::HalfWritten) {
        size /= 2;
        m_isFullNext = true;
    }
    // Files are only ever written at their end.
    fileOf(fd)->bytes.append(static_cast<const char*>(bytes), size);
    return end(fault, static_cast<ssize_t>(size));
}

ssize_t MemoryFiles::pread(int fd, void* bytes, std::size_t size, off_t offset)
{
    const FileFault fault = begin();
    if (fails(fault))
        return -1;
    const std::string& content = fileOf(fd)->bytes;
    const auto from = std::min(static_cast<std::size_t>(offset), content.size());
    const std::size_t count = std::min(size, content.size() - from);
    std::memcpy(bytes, content.data() + from, count);
    return end(fault, static_cast<ssize_t>(count));
}

int MemoryFiles::fsync(int fd)
{
    const FileFault fault = begin();
    const auto file = fileOf(fd);
    if (fails(fault) || fault == FileFault::HalfWritten) {
        errno = EIO;
        if (file)
            file->dropped = file->bytes.size();
        return -1;
    }
    if (!file) {
        m_namesOnDisk = m_names;
        return end(fault, 0);
    }
    std::string flushed = file->bytes;
    for (std::size_t at = file->onDisk.size(); at < std::min(file->dropped, flushed.size()); ++at)
        flushed[at] = '\0';
    file->onDisk = flushed;
    return end(fault, 0);
}

int MemoryFiles::ftruncate(int fd, off_t size)
{
    const FileFault fault = begin();
    if (fails(fault))
        return -1;
    fileOf(fd)->bytes.resize(static_cast<std::size_t>(size));
    return end(fault, 0);
}

int MemoryFiles::lock(int fd)
{
    const FileFault fault = begin();
    const auto file = fileOf(fd);
    if (fails(fault) || file->isLocked)
        return -1;
    file->isLocked = true;
    return end(fault, 0);
}

// Closing reports a failure of before and closes all the same.
int MemoryFiles::close(int fd)
{
    const auto file = fileOf(fd);
    m_open.erase(fd);
    const bool isOpenElsewhere = std::any_of(
        m_open.begin(), m_open.end(), [&](const auto& each) { return each.second == file; });
    if (file && !isOpenElsewhere)
        file->isLocked = false;
    return 0;
}

int MemoryFiles::link(const char* path, const char* newPath)
{
    const FileFault fault = begin();
    if (fails(fault))
        return -1;
    if (m_names.count(newPath) > 0) {
        errno = EEXIST;
        return end(fault, -1);
    }
    m_names[newPath] = m_names.at(path);
    return end(fault, 0);
}

int MemoryFiles::unlink(const char* path)
{
    const FileFault fault = begin();
    if (fails(fault))
        return -1;
    m_names.erase(path);
    return end(fault, 0);
}

bool MemoryFiles::exists(const char* path)
{
    return m_names.count(path) > 0;
}

bool MemoryFiles::isNamed(int fd, const char* path)
{
    const FileFault fault = begin();
    const auto known = m_names.find(path);
    return end(fault, !fails(fault) && known != m_names.end() && known->second == fileOf(fd));
}

} // namespace onceover
