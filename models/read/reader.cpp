// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/read/reader.h"

#include "models/read/read_worker.h"

namespace onceover {

Reader::Reader(ReadSettings settings, QObject* parent)
    : QObject(parent)
    , m_worker(new ReadWorker(std::move(settings)))
{
    m_thread.setObjectName(QStringLiteral("onceover-read"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    connectWorker();
}

Reader::~Reader()
{
    if (m_thread.isRunning()) {
        // The connection is closed in the thread that opened it.
        QMetaObject::invokeMethod(
            m_worker, [worker = m_worker] { worker->stop(); }, Qt::QueuedConnection);
        m_thread.quit();
        m_thread.wait();
    } else {
        delete m_worker;
    }
}

void Reader::start()
{
    m_thread.start();
    QMetaObject::invokeMethod(
        m_worker, [worker = m_worker] { worker->start(); }, Qt::QueuedConnection);
}

void Reader::connectWorker()
{
    connect(m_worker, &ReadWorker::pulseRead, this, [this](quint64, Snapshot<DeskPulse> pulse) {
        noteRead(pulse->readUs);
        Q_EMIT pulseRead(std::move(pulse));
    });
    connect(
        m_worker, &ReadWorker::queueRead, this, [this](quint64 token, Snapshot<QueuePage> page) {
            noteRead(page->readUs);
            if (token == m_latestQueue)
                Q_EMIT queueRead(token, std::move(page));
        });
    connect(m_worker, &ReadWorker::caseRead, this, [this](quint64 token, Snapshot<CaseFile> file) {
        noteRead(file->readUs);
        if (token == m_latestCase)
            Q_EMIT caseRead(std::move(file));
    });
    connect(
        m_worker,
        &ReadWorker::ledgerRead,
        this,
        [this](quint64 token, Snapshot<LedgerSheet> sheet) {
            if (token == m_latestLedger)
                Q_EMIT ledgerRead(std::move(sheet));
        });
    connect(
        m_worker, &ReadWorker::orphansRead, this, [this](quint64 token, Snapshot<OrphanPage> page) {
            if (token == m_latestOrphans)
                Q_EMIT orphansRead(std::move(page));
        });
    connect(
        m_worker, &ReadWorker::importsRead, this, [this](quint64 token, Snapshot<ImportPage> page) {
            if (token == m_latestImports)
                Q_EMIT importsRead(std::move(page));
        });
    connect(
        m_worker, &ReadWorker::eventsRead, this, [this](quint64 token, Snapshot<EventPage> page) {
            if (token == m_latestEvents)
                Q_EMIT eventsRead(std::move(page));
        });
    connect(m_worker, &ReadWorker::decisionRead, this, &Reader::decisionRead);
    connect(
        m_worker, &ReadWorker::fileRead, this, [this](quint64 token, Snapshot<UploadFile> file) {
            if (token == m_latestFile)
                Q_EMIT fileRead(std::move(file));
        });
    connect(
        m_worker,
        &ReadWorker::sideTableRead,
        this,
        [this](quint64 token, Snapshot<SideTablePage> page) {
            if (token == m_latestSideTable)
                Q_EMIT sideTableRead(std::move(page));
        });
    connect(m_worker, &ReadWorker::failed, this, &Reader::failed);
    connect(
        m_worker, &ReadWorker::broken, this, [this](const QString& why, const QString& sqlState) {
            setState(
                m_lastReadUs == 0 ? ConnectionState::Connecting : ConnectionState::Stale,
                why,
                sqlState);
        });
}

void Reader::setState(ConnectionState state, const QString& why, const QString& sqlState)
{
    if (state == m_state && why.isEmpty())
        return;
    m_state = state;
    Q_EMIT connectionChanged(state, why, sqlState);
}

void Reader::noteRead(std::int64_t readUs)
{
    m_lastReadUs = readUs;
    m_sinceRead.start();
    setState(ConnectionState::Online, QString(), QString());
}

std::int64_t Reader::serverNowUs() const
{
    return m_lastReadUs == 0 ? 0 : m_lastReadUs + m_sinceRead.nsecsElapsed() / 1000;
}

template <typename Call>
quint64 Reader::post(quint64& latest, Call call)
{
    const quint64 token = m_nextToken++;
    latest = token;
    QMetaObject::invokeMethod(
        m_worker,
        [worker = m_worker, token, call = std::move(call)] { call(*worker, token); },
        Qt::QueuedConnection);
    return token;
}

quint64 Reader::requestPulse()
{
    return post(m_latestPulse, [](ReadWorker& worker, quint64 token) { worker.readPulse(token); });
}

quint64 Reader::requestQueue(
    ListKind list, const QueueFilter& filter, const QString& afterId, int limit)
{
    return post(m_latestQueue, [list, filter, afterId, limit](ReadWorker& worker, quint64 token) {
        worker.readQueue(token, list, filter, afterId, limit);
    });
}

quint64 Reader::requestCase(const QString& paymentId)
{
    return post(m_latestCase, [paymentId](ReadWorker& worker, quint64 token) {
        worker.readCase(token, paymentId);
    });
}

quint64 Reader::requestLedger()
{
    return post(
        m_latestLedger, [](ReadWorker& worker, quint64 token) { worker.readLedger(token); });
}

quint64 Reader::requestOrphans(int limit)
{
    return post(m_latestOrphans, [limit](ReadWorker& worker, quint64 token) {
        worker.readOrphans(token, limit);
    });
}

quint64 Reader::requestImports(int limit)
{
    return post(m_latestImports, [limit](ReadWorker& worker, quint64 token) {
        worker.readImports(token, limit);
    });
}

quint64 Reader::requestEvents(int limit)
{
    return post(m_latestEvents, [limit](ReadWorker& worker, quint64 token) {
        worker.readEvents(token, limit);
    });
}

quint64 Reader::requestDecision(const QString& decisionId)
{
    return post(m_latestDecision, [decisionId](ReadWorker& worker, quint64 token) {
        worker.readDecision(token, decisionId);
    });
}

quint64 Reader::requestFile(const QString& uploadId, int lineLimit)
{
    return post(m_latestFile, [uploadId, lineLimit](ReadWorker& worker, quint64 token) {
        worker.readFile(token, uploadId, lineLimit);
    });
}

quint64 Reader::requestSideTable(SideTable table, int limit)
{
    return post(m_latestSideTable, [table, limit](ReadWorker& worker, quint64 token) {
        worker.readSideTable(token, table, limit);
    });
}

} // namespace onceover
