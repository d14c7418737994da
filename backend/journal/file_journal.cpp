// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/journal/file_journal.h"

#include "backend/journal/journal_frames.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include <fcntl.h>
#include <openssl/rand.h>
#include <unistd.h>

namespace onceover {

namespace fs = std::filesystem;

namespace {

// Nothing was claimed yet, so nothing can have happened.
Failure refuse(const char* code, const std::string& what)
{
    return Failure(Error::notHappened(code, what));
}

std::string systemSaid(const std::string& what)
{
    return what + ": " + std::strerror(errno);
}

bool writeAll(FileOperations& files, int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = files.write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool syncDirectoryOf(FileOperations& files, const fs::path& path)
{
    const int fd = files.open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0) {
        return false;
    }
    const bool isSynced = files.fsync(fd) == 0;
    files.close(fd);
    return isSynced;
}

// Writes a new file durably under a name nobody has yet.
bool writeNewFile(FileOperations& files, const fs::path& path, std::string_view bytes)
{
    const int fd = files.open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) {
        return false;
    }
    const bool isWritten = writeAll(files, fd, bytes) && files.fsync(fd) == 0;
    return files.close(fd) == 0 && isWritten;
}

std::optional<std::string> readFile(FileOperations& files, int fd)
{
    std::string text;
    std::array<char, 65536> buffer{};
    for (off_t at = 0;;) {
        const ssize_t count = files.pread(fd, buffer.data(), buffer.size(), at);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return std::nullopt;
        }
        if (count == 0) {
            return text;
        }
        text.append(buffer.data(), static_cast<std::size_t>(count));
        at += count;
    }
}

std::optional<Uuid> newJournalId()
{
    std::array<std::uint8_t, 10> random{};
    if (::RAND_bytes(random.data(), static_cast<int>(random.size())) != 1) {
        return std::nullopt;
    }
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return Uuid::version7(
        std::chrono::duration_cast<std::chrono::milliseconds>(now).count(), random);
}

// The header is complete and durable before the file gets its name, so that no crash leaves half a
// journal; link instead of rename, so that two starters cannot replace one another's.
Result<void> createFile(FileOperations& files, const fs::path& path, const Uuid& coreId)
{
    const auto journalId = newJournalId();
    if (!journalId) {
        return refuse("journal.unwritable", "There are no random numbers for a journal id.");
    }
    const fs::path beside = path.string() + ".new-" + std::to_string(::getpid());
    std::string bytes(kJournalMagic);
    bytes += makeFrame(0, toJson(JournalHeader{*journalId, coreId}));
    files.unlink(beside.c_str());
    if (!writeNewFile(files, beside, bytes)) {
        const std::string said = systemSaid("Cannot write " + beside.string());
        files.unlink(beside.c_str());
        return refuse("journal.unwritable", said);
    }
    const bool isLinked = files.link(beside.c_str(), path.c_str()) == 0 || errno == EEXIST;
    const std::string said = systemSaid("Cannot create " + path.string());
    files.unlink(beside.c_str());
    if (!isLinked || !syncDirectoryOf(files, path)) {
        return refuse("journal.unwritable", said);
    }
    return {};
}

struct Contents
{
    JournalHistory history;
    std::optional<ServerMark> server;
    std::vector<JournalRecord> records;
};

Result<Contents> contentsOf(const std::vector<std::string>& payloads, bool isKeepingRecords)
{
    Contents contents;
    for (std::size_t i = 1; i < payloads.size(); ++i) {
        if (isLoss(payloads[i])) {
            contents.history.takeLoss();
            continue;
        }
        if (auto server = serverFromJson(payloads[i])) {
            contents.server = std::move(server);
            continue;
        }
        const auto record = recordFromJson(payloads[i]);
        if (!record || !contents.history.admits({*record})) {
            return refuse(
                "journal.corrupt",
                "Record " + std::to_string(i) + " of the journal makes no sense.");
        }
        contents.history.take(*record, i);
        if (isKeepingRecords) {
            contents.records.push_back(*record);
        }
    }
    return contents;
}

} // namespace

FileJournal::FileJournal(FileOperations& files, fs::path path, int fd)
    : m_files(files)
    , m_path(std::move(path))
    , m_fd(fd)
{}

FileJournal::~FileJournal()
{
    m_files.close(m_fd);
}

Result<std::unique_ptr<FileJournal>> FileJournal::open(
    const fs::path& path, const Uuid& coreId, FileOperations& files)
{
    constexpr int kFlags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW;
    const fs::path absolute = fs::absolute(path);
    int fd = files.open(absolute.c_str(), kFlags, 0);
    if (fd < 0 && errno == ENOENT) {
        if (auto created = createFile(files, absolute, coreId); !created) {
            return Failure(created.error());
        }
        fd = files.open(absolute.c_str(), kFlags, 0);
    }
    if (fd < 0) {
        return refuse("journal.unwritable", systemSaid("Cannot open " + absolute.string()));
    }
    std::unique_ptr<FileJournal> journal(new FileJournal(files, absolute, fd));
    if (files.lock(fd) != 0) {
        return refuse(
            "journal.locked", "Another process has the journal " + absolute.string() + ".");
    }
    if (!files.isNamed(fd, absolute.c_str())) {
        return refuse(
            "journal.locked",
            "The journal " + absolute.string() + " was replaced while it was opened.");
    }
    // Whoever made the name or wrote the last record may have died before it was flushed: nothing
    // is built on what only the cache holds.
    if (files.fsync(fd) != 0 || !syncDirectoryOf(files, absolute)) {
        return refuse("journal.unwritable", systemSaid("Cannot flush " + absolute.string()));
    }
    if (auto loaded = journal->load(coreId); !loaded) {
        return Failure(loaded.error());
    }
    return journal;
}

Result<void> FileJournal::load(const Uuid& coreId)
{
    const auto file = readFile(m_files, m_fd);
    if (!file) {
        return refuse("journal.unwritable", systemSaid("Cannot read " + m_path.string()));
    }
    const auto frames = readFrames(*file);
    if (!frames) {
        return Failure(frames.error());
    }
    const auto header = headerFromJson(frames->payloads.front());
    if (!header) {
        return refuse("journal.corrupt", "The first record of the journal is no header.");
    }
    if (header->coreId != coreId) {
        return refuse(
            "journal.other_core", "The journal belongs to core " + header->coreId.toText() + ".");
    }
    auto contents = contentsOf(frames->payloads, false);
    if (!contents) {
        return Failure(contents.error());
    }
    m_header = *header;
    m_history = std::move(contents->history);
    m_server = std::move(contents->server);
    m_nextFrame = frames->payloads.size();
    if (frames->soundBytes < file->size()) {
        return cutTail(*file, frames->soundBytes);
    }
    return {};
}

Result<void> FileJournal::cutTail(std::string_view file, std::size_t soundBytes)
{
    const std::string base = m_path.string() + ".torn-" + std::to_string(soundBytes);
    std::string aside = base;
    for (int copy = 2; m_files.exists(aside.c_str()); ++copy) {
        aside = base + "-" + std::to_string(copy);
    }
    if (!writeNewFile(m_files, aside, file.substr(soundBytes))
        || m_files.ftruncate(m_fd, static_cast<off_t>(soundBytes)) != 0 || m_files.fsync(m_fd) != 0
        || !syncDirectoryOf(m_files, m_path)) {
        return refuse(
            "journal.unwritable", systemSaid("Cannot put the damaged end of the journal aside"));
    }
    m_history.takeLoss();
    return writeFrames(makeFrame(m_nextFrame, lossToJson(soundBytes)), m_nextFrame + 1);
}

Result<std::vector<JournalRecord>> FileJournal::read(const fs::path& path, FileOperations& files)
{
    const int fd = files.open(path.c_str(), O_RDONLY | O_CLOEXEC, 0);
    if (fd < 0) {
        return refuse("journal.unreadable", systemSaid("Cannot open " + path.string()));
    }
    const auto file = readFile(files, fd);
    files.close(fd);
    if (!file) {
        return refuse("journal.unreadable", systemSaid("Cannot read " + path.string()));
    }
    const auto frames = readFrames(*file);
    if (!frames) {
        return Failure(frames.error());
    }
    auto contents = contentsOf(frames->payloads, true);
    if (!contents) {
        return Failure(contents.error());
    }
    return std::move(contents->records);
}

Result<void> FileJournal::appendAll(const std::vector<JournalRecord>& records)
{
    if (m_isPoisoned) {
        return refuse(
            "journal.poisoned", "An earlier write to the journal failed; its state is not known.");
    }
    if (!m_history.admits(records)) {
        return refuse("journal.order", "A record does not follow from those before it.");
    }
    std::string bytes;
    const std::uint64_t first = m_nextFrame;
    std::uint64_t number = first;
    for (const JournalRecord& record : records) {
        const std::string payload = toJson(record);
        if (payload.size() > kMostJournalPayload) {
            return refuse("journal.too_long", "A record is longer than a journal can hold.");
        }
        bytes += makeFrame(number++, payload);
    }
    if (auto written = writeFrames(bytes, number); !written) {
        return written;
    }
    number = first;
    for (const JournalRecord& record : records) {
        m_history.take(record, number++);
    }
    return {};
}

Result<void> FileJournal::writeFrames(const std::string& bytes, std::uint64_t nextFrame)
{
    // After a failed fsync the kernel may drop the pages and report success next time: there is no
    // second try.
    if (!writeAll(m_files, m_fd, bytes) || m_files.fsync(m_fd) != 0) {
        m_isPoisoned = true;
        return Failure(Error::possible("journal.poisoned", systemSaid("Cannot write the journal")));
    }
    m_nextFrame = nextFrame;
    return {};
}

std::vector<OpenAttempt> FileJournal::openAttempts() const
{
    return m_history.openAttempts();
}

std::vector<WitnessedAttempt> FileJournal::witnesses(std::uint64_t since, std::size_t newest) const
{
    return m_history.witnesses(since, newest);
}

Result<void> FileJournal::rememberServer(const ServerMark& mark)
{
    if (m_isPoisoned) {
        return refuse(
            "journal.poisoned", "An earlier write to the journal failed; its state is not known.");
    }
    if (auto written = writeFrames(makeFrame(m_nextFrame, serverToJson(mark)), m_nextFrame + 1);
        !written) {
        return written;
    }
    m_server = mark;
    return {};
}

} // namespace onceover
