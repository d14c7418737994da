// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/read/read_worker.h"

#include <QTimer>

#include <chrono>

namespace onceover {

namespace {

constexpr std::chrono::milliseconds kBeatMs{3000};
// The greatest UUID: the page before it is the first one of a list that runs from the newest.
const QString kLastId = QStringLiteral("ffffffff-ffff-ffff-ffff-ffffffffffff");
const QString kFirstId = QStringLiteral("00000000-0000-0000-0000-000000000000");

QString codeOf(ListKind list)
{
    switch (list) {
    case ListKind::WaitingOnMe:
        return QStringLiteral("WAITING");
    case ListKind::SecondApprover:
        return QStringLiteral("SECOND");
    case ListKind::AllCases:
        return QStringLiteral("CASES");
    case ListKind::Watched:
        return QStringLiteral("WATCHED");
    case ListKind::Held:
        return QStringLiteral("HELD");
    case ListKind::Payments:
        break;
    }
    return {};
}

// What a person types may hold anything; a NUL cannot be part of an SQL text.
QString bindable(QString text)
{
    return text.remove(QChar(u'\0')).left(256);
}

template <typename Row>
auto collect(QList<Row>& rows, Row (*readRow)(RowReader&))
{
    return [&rows, readRow](RowReader& reader) {
        rows.append(readRow(reader));
    };
}

} // namespace

ReadWorker::ReadWorker(ReadSettings settings)
    : m_settings(std::move(settings))
{}

ReadWorker::~ReadWorker() = default;

void ReadWorker::start()
{
    m_beat = new QTimer(this);
    m_beat->setInterval(kBeatMs);
    connect(m_beat, &QTimer::timeout, this, [this] { readPulse(0); });
    m_beat->start();
    readPulse(0);
}

void ReadWorker::stop()
{
    if (m_beat != nullptr)
        m_beat->stop();
    m_session.reset();
}

bool ReadWorker::ensureOpen()
{
    if (m_session && m_session->isOpen())
        return true;
    m_session.emplace();
    const QString why = m_session->open(m_settings);
    if (why.isEmpty()) {
        Q_EMIT opened();
        return true;
    }
    Q_EMIT broken(why, m_session->lastSqlState());
    return false;
}

bool ReadWorker::inSnapshot(quint64 token, const std::function<bool(std::int64_t)>& body)
{
    if (!ensureOpen()) {
        Q_EMIT failed(token, m_session->lastError(), m_session->lastSqlState());
        return false;
    }
    std::int64_t readUs = 0;
    const bool isDone =
        m_session->beginSnapshot()
        && m_session->read(
            "read_time.sql", {}, [&readUs](RowReader& reader) { readUs = reader.number(); })
        && body(readUs) && m_session->endSnapshot();
    if (!isDone) {
        const QString why = m_session->lastError();
        const QString sqlState = m_session->lastSqlState();
        m_session.reset();
        Q_EMIT failed(token, why, sqlState);
        Q_EMIT broken(why, sqlState);
    }
    return isDone;
}

bool ReadWorker::readPulseParts(DeskPulse& pulse)
{
    const auto takeInstallation = [&pulse](RowReader& reader) {
        pulse.readUs = reader.number();
        pulse.isDemo = reader.flag();
        pulse.isStandby = reader.flag();
        pulse.schemaVersion = reader.number();
        pulse.incarnationState = reader.text();
        pulse.incarnationWhy = reader.text();
    };
    const auto takeMe = [&pulse](RowReader& reader) {
        pulse.login = reader.text();
        pulse.personId = reader.text();
        pulse.personName = reader.text();
        pulse.roles = reader.text().split(QLatin1Char(','), Qt::SkipEmptyParts);
        pulse.isPersonDisabled = reader.flag();
    };
    const auto takeCounts = [&pulse](RowReader& reader) {
        for (const ListKind list :
             {ListKind::WaitingOnMe,
              ListKind::SecondApprover,
              ListKind::AllCases,
              ListKind::Watched,
              ListKind::Held})
            pulse.counts.insert(list, reader.number());
        pulse.orphanCount = reader.number();
        pulse.inDoubtCount = reader.number();
        pulse.oldestDoubtUs = reader.maybeNumber();
    };
    return m_session->read("pulse_installation.sql", {}, takeInstallation)
           && m_session->read("pulse_me.sql", {}, takeMe)
           && m_session->read("pulse_cores.sql", {}, collect(pulse.cores, readCore))
           && m_session->read("pulse_doubts.sql", {}, collect(pulse.doubts, onceover::readLedger))
           && m_session->read("pulse_counts.sql", {}, takeCounts);
}

void ReadWorker::readPulse(quint64 token)
{
    const auto pulse = std::make_shared<DeskPulse>();
    if (inSnapshot(token, [&](std::int64_t readUs) {
            pulse->readUs = readUs;
            return readPulseParts(*pulse);
        }))
        Q_EMIT pulseRead(token, pulse);
}

void ReadWorker::readQueue(
    quint64 token, ListKind list, const QueueFilter& filter, const QString& afterId, int limit)
{
    const auto page = std::make_shared<QueuePage>();
    page->list = list;
    const bool isPayments = list == ListKind::Payments;
    const QString start = isPayments ? kLastId : kFirstId;
    ReadSession::Values values{
        {QStringLiteral(":after"), afterId.isEmpty() ? start : afterId},
        {QStringLiteral(":provider"), bindable(filter.provider)},
        {QStringLiteral(":currency"), bindable(filter.currency)},
        {QStringLiteral(":status"), bindable(filter.status)},
        {QStringLiteral(":reason"), bindable(filter.reason)},
        {QStringLiteral(":needle"), bindable(filter.needle)},
        // One more than is shown tells whether there is more.
        {QStringLiteral(":limit"), limit + 1},
    };
    if (!isPayments)
        values.append({QStringLiteral(":list"), codeOf(list)});
    const bool isDone = inSnapshot(token, [&](std::int64_t readUs) {
        page->readUs = readUs;
        return m_session->read(
            isPayments ? "payments_page.sql" : "queue_page.sql",
            values,
            collect(page->rows, readPayment));
    });
    if (!isDone)
        return;
    page->hasMore = page->rows.size() > limit;
    if (page->hasMore)
        page->rows.removeLast();
    Q_EMIT queueRead(token, page);
}

bool ReadWorker::readCaseParts(const QString& paymentId, CaseFile& file)
{
    const ReadSession::Values key{{QStringLiteral(":payment"), paymentId}};
    const auto takePayment = [&file](RowReader& reader) {
        file.payment = readPayment(reader);
        file.exists = true;
    };
    if (!m_session->read("case_payment.sql", key, takePayment))
        return false;
    const ReadSession::Values provider{{QStringLiteral(":provider"), file.payment.provider}};
    return m_session->read("case_permits.sql", key, collect(file.permits, readPermit))
           && m_session->read("case_attempts.sql", key, collect(file.attempts, readAttempt))
           && m_session->read("case_evidence.sql", key, collect(file.evidence, readEvidence))
           && m_session->read("case_records.sql", key, collect(file.records, readRecord))
           && m_session->read("case_candidates.sql", key, collect(file.candidates, readCandidate))
           && m_session->read(
               "case_contradictions.sql", key, collect(file.contradictions, readContradiction))
           && m_session->read(
               "case_decisions.sql", key, collect(file.decisions, onceover::readDecision))
           && m_session->read("case_notes.sql", key, collect(file.notes, readNote))
           && m_session->read("case_events.sql", key, collect(file.events, readEvent))
           && m_session->read("case_profile.sql", provider, [&file](RowReader& reader) {
                  file.profile = reader.text();
              });
}

void ReadWorker::readCase(quint64 token, const QString& paymentId)
{
    const auto file = std::make_shared<CaseFile>();
    if (inSnapshot(token, [&](std::int64_t readUs) {
            file->readUs = readUs;
            return readCaseParts(paymentId, *file);
        }))
        Q_EMIT caseRead(token, file);
}

void ReadWorker::readLedger(quint64 token)
{
    const auto sheet = std::make_shared<LedgerSheet>();
    if (inSnapshot(token, [&](std::int64_t readUs) {
            sheet->readUs = readUs;
            return m_session->read("ledger.sql", {}, collect(sheet->balances, onceover::readLedger))
                   && m_session->read(
                       "ledger_check.sql", {}, collect(sheet->checks, readLedgerCheck));
        }))
        Q_EMIT ledgerRead(token, sheet);
}

void ReadWorker::readOrphans(quint64 token, int limit)
{
    const auto page = std::make_shared<OrphanPage>();
    if (inSnapshot(token, [&](std::int64_t readUs) {
            page->readUs = readUs;
            return m_session->read(
                "orphans_page.sql",
                {{QStringLiteral(":limit"), limit}},
                collect(page->rows, readRecord));
        }))
        Q_EMIT orphansRead(token, page);
}

void ReadWorker::readImports(quint64 token, int limit)
{
    const auto page = std::make_shared<ImportPage>();
    if (inSnapshot(token, [&](std::int64_t readUs) {
            page->readUs = readUs;
            return m_session->read(
                "imports_page.sql",
                {{QStringLiteral(":limit"), limit}},
                collect(page->rows, readImport));
        }))
        Q_EMIT importsRead(token, page);
}

void ReadWorker::readEvents(quint64 token, int limit)
{
    const auto page = std::make_shared<EventPage>();
    const ReadSession::Values values{
        {QStringLiteral(":before_us"), std::numeric_limits<qint64>::max()},
        {QStringLiteral(":before_subject"), kLastId},
        {QStringLiteral(":before_seq"), 0},
        {QStringLiteral(":limit"), limit + 1},
    };
    const bool isDone = inSnapshot(token, [&](std::int64_t readUs) {
        page->readUs = readUs;
        return m_session->read("events_page.sql", values, collect(page->rows, readEvent));
    });
    if (!isDone)
        return;
    page->hasMore = page->rows.size() > limit;
    if (page->hasMore)
        page->rows.removeLast();
    Q_EMIT eventsRead(token, page);
}

void ReadWorker::readDecision(quint64 token, const QString& decisionId)
{
    bool isOnRecord = false;
    QString state;
    QString endReason;
    const auto take = [&](RowReader& reader) {
        isOnRecord = true;
        state = reader.text();
        endReason = reader.text();
    };
    if (inSnapshot(token, [&](std::int64_t) {
            return m_session->read(
                "decision_state.sql", {{QStringLiteral(":decision"), decisionId}}, take);
        }))
        Q_EMIT decisionRead(token, isOnRecord, state, endReason);
}

void ReadWorker::readFile(quint64 token, const QString& uploadId, int lineLimit)
{
    const auto file = std::make_shared<UploadFile>();
    const ReadSession::Values key{{QStringLiteral(":file"), uploadId}};
    ReadSession::Values some = key;
    some.append({QStringLiteral(":limit"), lineLimit});
    const auto takeHead = [&file](RowReader& reader) {
        file->exists = true;
        for (QString* text :
             {&file->uploadId,
              &file->sha256,
              &file->fileName,
              &file->format,
              &file->reading,
              &file->byteCount,
              &file->personId,
              &file->personName,
              &file->contentSha256,
              &file->recordCount,
              &file->state,
              &file->openDecisionId,
              &file->openProposedBy,
              &file->openReasonCode,
              &file->openNote})
            *text = reader.text();
        file->openExpiresUs = reader.maybeNumber();
    };
    if (inSnapshot(token, [&](std::int64_t readUs) {
            file->readUs = readUs;
            return m_session->read("file_head.sql", key, takeHead)
                   && m_session->read(
                       "file_statements.sql", key, collect(file->statements, readFileStatement))
                   && m_session->read("file_lines.sql", some, collect(file->lines, readFileLine));
        }))
        Q_EMIT fileRead(token, file);
}

void ReadWorker::readSideTable(quint64 token, SideTable table, int limit)
{
    struct Statement
    {
        SideTable table;
        const char* file;
        int columns;
    };

    static constexpr Statement kStatements[] = {
        {SideTable::Waiting, "waiting_page.sql", 6},
        {SideTable::Sources, "sources_page.sql", 11},
        {SideTable::Gaps, "gaps_page.sql", 7},
        {SideTable::Expectations, "expectations_page.sql", 10},
    };
    const auto page = std::make_shared<SideTablePage>();
    page->table = table;
    const Statement& wanted = kStatements[static_cast<int>(table)];
    const auto take = [&](RowReader& reader) {
        QStringList row;
        for (int column = 0; column < wanted.columns; ++column)
            row << reader.text();
        page->rows << row;
    };
    if (inSnapshot(token, [&](std::int64_t readUs) {
            page->readUs = readUs;
            return m_session->read(wanted.file, {{QStringLiteral(":limit"), limit}}, take);
        }))
        Q_EMIT sideTableRead(token, page);
}

} // namespace onceover
