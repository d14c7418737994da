// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/connection_state.h"
#include "models/read/read_settings.h"
#include "models/read/snapshots.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThread>

namespace onceover {

class ReadWorker;

// The GUI thread's door to the review views. Requests return a token at once; the reply comes as a
// signal with an immutable snapshot. A reply to an older request of the same kind is dropped.
// Nothing here ever waits.
class Reader : public QObject
{
    Q_OBJECT

public:
    explicit Reader(ReadSettings settings, QObject* parent = nullptr);
    ~Reader() override;

    void start();

    quint64 requestPulse();
    // `afterId` empty: from the start of the list.
    quint64 requestQueue(
        ListKind list, const QueueFilter& filter, const QString& afterId, int limit);
    quint64 requestCase(const QString& paymentId);
    quint64 requestLedger();
    quint64 requestOrphans(int limit);
    quint64 requestImports(int limit);
    quint64 requestEvents(int limit);
    quint64 requestDecision(const QString& decisionId);
    // A person's file with the first of its lines.
    quint64 requestFile(const QString& uploadId, int lineLimit);
    quint64 requestSideTable(SideTable table, int limit);

    ConnectionState state() const { return m_state; }

    // The server's time of the last successful read; 0 before the first one.
    std::int64_t lastReadUs() const { return m_lastReadUs; }

    // The server's time now, by the last read and the time that passed here since.
    std::int64_t serverNowUs() const;

Q_SIGNALS:
    void pulseRead(onceover::Snapshot<onceover::DeskPulse> pulse);
    void queueRead(quint64 token, onceover::Snapshot<onceover::QueuePage> page);
    void caseRead(onceover::Snapshot<onceover::CaseFile> file);
    void ledgerRead(onceover::Snapshot<onceover::LedgerSheet> sheet);
    void orphansRead(onceover::Snapshot<onceover::OrphanPage> page);
    void importsRead(onceover::Snapshot<onceover::ImportPage> page);
    void eventsRead(onceover::Snapshot<onceover::EventPage> page);
    void decisionRead(quint64 token, bool isOnRecord, QString state, QString endReason);
    void fileRead(onceover::Snapshot<onceover::UploadFile> file);
    void sideTableRead(onceover::Snapshot<onceover::SideTablePage> page);
    void failed(quint64 token, QString why, QString sqlState);
    void connectionChanged(onceover::ConnectionState state, QString why, QString sqlState);

private:
    void connectWorker();
    void setState(ConnectionState state, const QString& why, const QString& sqlState);
    void noteRead(std::int64_t readUs);
    template <typename Call>
    quint64 post(quint64& latest, Call call);

    QThread m_thread;
    ReadWorker* m_worker;
    ConnectionState m_state = ConnectionState::Connecting;
    std::int64_t m_lastReadUs = 0;
    QElapsedTimer m_sinceRead;
    quint64 m_nextToken = 1;
    quint64 m_latestPulse = 0;
    quint64 m_latestQueue = 0;
    quint64 m_latestCase = 0;
    quint64 m_latestLedger = 0;
    quint64 m_latestOrphans = 0;
    quint64 m_latestImports = 0;
    quint64 m_latestEvents = 0;
    quint64 m_latestDecision = 0;
    quint64 m_latestFile = 0;
    quint64 m_latestSideTable = 0;
};

} // namespace onceover
