// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/journal.h"
#include "backend/journal/file_operations.h"
#include "backend/journal/journal_history.h"
#include "backend/journal/journal_json.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace onceover {

// The journal as one append-only file, locked exclusively for the life of the object, every append
// flushed to the disk before it returns. Used by one thread.
class FileJournal final : public Journal
{
public:
    // Creates the file if there is none. A damaged last record is copied aside (PATH.torn-OFFSET)
    // and cut off. Errors: journal.locked (another process has it), journal.corrupt,
    // journal.other_core, journal.unwritable; all of them mean that this core claims nothing.
    // `files` outlives the journal.
    static Result<std::unique_ptr<FileJournal>> open(
        const std::filesystem::path& path,
        const Uuid& coreId,
        FileOperations& files = systemFiles());

    // All records of a journal, for looking only: takes no lock and changes nothing.
    static Result<std::vector<JournalRecord>> read(
        const std::filesystem::path& path, FileOperations& files = systemFiles());

    ~FileJournal() override;

    Result<void> appendAll(const std::vector<JournalRecord>& records) override;
    std::vector<OpenAttempt> openAttempts() const override;
    std::vector<WitnessedAttempt> witnesses(std::uint64_t since, std::size_t newest) const override;

    std::uint64_t recordCount() const override { return m_nextFrame; }

    std::optional<ServerMark> server() const override { return m_server; }

    Result<void> rememberServer(const ServerMark& mark) override;

    Uuid journalId() const override { return m_header.journalId; }

    Uuid coreId() const override { return m_header.coreId; }

    bool isPoisoned() const override { return m_isPoisoned; }

private:
    FileJournal(FileOperations& files, std::filesystem::path path, int fd);

    Result<void> load(const Uuid& coreId);
    Result<void> writeFrames(const std::string& bytes, std::uint64_t nextFrame);
    Result<void> cutTail(std::string_view file, std::size_t soundBytes);

    FileOperations& m_files;
    std::filesystem::path m_path;
    int m_fd;
    JournalHeader m_header;
    JournalHistory m_history;
    std::optional<ServerMark> m_server;
    std::uint64_t m_nextFrame = 0;
    bool m_isPoisoned = false;
};

} // namespace onceover
