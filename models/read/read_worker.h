// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/read_session.h"
#include "models/read/snapshots.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>

class QTimer;

namespace onceover {

// Lives in the thread `onceover-read` and owns its connection: opens it, beats every three seconds,
// opens it again after a failure, and answers requests with snapshots. Every reply carries the
// token of its request.
class ReadWorker : public QObject
{
    Q_OBJECT

public:
    explicit ReadWorker(ReadSettings settings);
    ~ReadWorker() override;

    // To be called in the worker's own thread, all of them.
    void start();
    void stop();
    void readPulse(quint64 token);
    void readQueue(
        quint64 token, ListKind list, const QueueFilter& filter, const QString& afterId, int limit);
    void readCase(quint64 token, const QString& paymentId);
    void readLedger(quint64 token);
    void readOrphans(quint64 token, int limit);
    void readImports(quint64 token, int limit);
    void readEvents(quint64 token, int limit);
    void readDecision(quint64 token, const QString& decisionId);
    void readFile(quint64 token, const QString& uploadId, int lineLimit);
    void readSideTable(quint64 token, SideTable table, int limit);

Q_SIGNALS:
    void pulseRead(quint64 token, onceover::Snapshot<onceover::DeskPulse> pulse);
    void queueRead(quint64 token, onceover::Snapshot<onceover::QueuePage> page);
    void caseRead(quint64 token, onceover::Snapshot<onceover::CaseFile> file);
    void ledgerRead(quint64 token, onceover::Snapshot<onceover::LedgerSheet> sheet);
    void orphansRead(quint64 token, onceover::Snapshot<onceover::OrphanPage> page);
    void importsRead(quint64 token, onceover::Snapshot<onceover::ImportPage> page);
    void eventsRead(quint64 token, onceover::Snapshot<onceover::EventPage> page);
    void decisionRead(quint64 token, bool isOnRecord, QString state, QString endReason);
    void fileRead(quint64 token, onceover::Snapshot<onceover::UploadFile> file);
    void sideTableRead(quint64 token, onceover::Snapshot<onceover::SideTablePage> page);
    // The request came to nothing; the connection is broken or the statement was refused.
    void failed(quint64 token, QString why, QString sqlState);
    void opened();
    void broken(QString why, QString sqlState);

private:
    bool ensureOpen();
    // Runs `body` in one REPEATABLE READ transaction; reports a failure under the token.
    bool inSnapshot(quint64 token, const std::function<bool(std::int64_t readUs)>& body);
    bool readCaseParts(const QString& paymentId, CaseFile& file);
    bool readPulseParts(DeskPulse& pulse);

    ReadSettings m_settings;
    std::optional<ReadSession> m_session;
    QTimer* m_beat = nullptr;
};

} // namespace onceover
