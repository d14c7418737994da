// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/command_answer.h"
#include "backend/domain/uuid.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <variant>

namespace onceover {

// How a file on this machine is to be read; what is empty is found in the file.
struct FileQuestion
{
    QString path;
    QString encoding;
    QString profile;
    QString account;
    QString currency;
};

struct PreviewStatement
{
    QString account;
    QString currency;
    QString fromDate;
    QString toDate;
    // Texts, empty where the file says nothing.
    QString openingMinor;
    QString closingMinor;
    QString creditsMinor;
    QString debitsMinor;
    qint64 entryCount = 0;
    // "true", "false" or empty.
    QString ties;
};

struct PreviewWarning
{
    QString code;
    qint64 line = 0;
    qint64 count = 1;
    QString message;
};

struct PreviewLine
{
    qint64 line = 0;
    QString bookedOn;
    QString valueOn;
    qint64 amountMinor = 0;
    QString currency;
    bool isPending = false;
    bool isReversal = false;
    QString counterparty;
    QString text;
};

// What was understood of a file. Nothing is stored by looking.
struct FilePreview
{
    // More lines than these are counted and not kept.
    static constexpr qint64 kMaxLines = 2000;
    static constexpr qint64 kMaxStatements = 500;

    FileQuestion question;
    QString fileName;
    QString sha256;
    qint64 byteCount = 0;
    QString format;
    QString encoding;
    QString encodingReason;
    QList<PreviewStatement> statements;
    QList<PreviewWarning> warnings;
    QList<PreviewLine> lines;
    qint64 statementCount = 0;
    qint64 lineCount = 0;
    // Why it is not read to its end, or cannot be stored; empty otherwise.
    QString refusalCode;
    qint64 refusalLine = 0;
    QString refusalMessage;
    // Read to its end: what is shown is all of it.
    bool isRead = false;

    bool isStorable() const { return isRead && refusalCode.isEmpty(); }
};

// What to store of what was seen, and what to say to the second person.
struct FileOrder
{
    FileQuestion question;
    QString shownSha256;
    Uuid uploadId;
    Uuid decisionId;
    QString reasonCode;
    QString note;
};

struct FileStored
{
    QString path;
    // Done: stored, and waiting for a second person where `isProposed`.
    CommandAnswer answer;
    bool isProposed = false;
    qint64 line = 0;
};

// The bridge from the screen to files: they are read and stored in a thread of its own, one after
// the other, and what came of it comes back as a signal. How is composed in.
class FileBridge : public QObject
{
    Q_OBJECT

public:
    // Told how many lines were read; false stops the reading.
    using Progress = std::function<bool(qint64 lines)>;
    using Preview = std::function<FilePreview(const FileQuestion&, const Progress&)>;
    using Store = std::function<FileStored(const FileOrder&, const Progress&)>;

    FileBridge(Preview preview, Store store, QObject* parent = nullptr);
    ~FileBridge() override;

    void preview(const FileQuestion& question);
    void store(const FileOrder& order);
    // Stops what is being read and forgets what waits; what is being committed is not stopped.
    void cancel();

    bool isBusy() const { return m_pending > 0; }

Q_SIGNALS:
    void progressed(const QString& path, qint64 lines);
    void previewed(const onceover::FilePreview& preview);
    void stored(const onceover::FileStored& stored);
    void busyChanged(bool isBusy);

private:
    using Job = std::variant<FileQuestion, FileOrder>;

    void post(Job job);
    void work(const std::stop_token& stop);
    void run(const Job& job);
    void finished();

    Preview m_preview;
    Store m_store;
    int m_pending = 0;
    std::atomic<bool> m_isCancelled = false;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Job> m_jobs;
    std::jthread m_thread;
};

} // namespace onceover

Q_DECLARE_METATYPE(onceover::FilePreview)
Q_DECLARE_METATYPE(onceover::FileStored)
