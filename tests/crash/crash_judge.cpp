// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_judge.h"

#include "backend/journal/file_journal.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <map>
#include <optional>

namespace onceover {

namespace {

constexpr const char* kDatabaseChecks = R"(
select 'the ledger differs from the possible attempts in ' || currency as wrong from review.ledger_check where not agrees
union all
select 'an event was altered: ' || e.kind from onceover.events e where e.leaf <> onceover.event_leaf(e)
union all
select 'a chain is broken at ' || e.kind from onceover.events e
  left join onceover.events b on b.subject_id = e.subject_id and b.seq = e.seq - 1
 where e.previous_leaf <> coalesce(b.leaf, '\x')
union all
select 'a chain lacks events' from onceover.chains c
 where c.event_count <> (select count(*) from onceover.events e where e.subject_id = c.subject_id)
union all
select p.status || ' with ' || o.permits || ' open permits: ' || p.reference from onceover.payments p
  cross join lateral (select count(*) as permits from onceover.permits m where m.payment_id = p.payment_id
      and not exists (select from onceover.permit_uses u where u.permit_id = m.permit_id)) o
 where o.permits <> (p.status = 'PENDING')::int
union all
select p.status || ' without a next look: ' || p.reference from onceover.payments p
 where p.status = 'UNKNOWN' and p.next_look_at is null
union all
select 'SUBMITTING without an open attempt: ' || p.reference from onceover.payments p
 where p.status = 'SUBMITTING' and not exists (select from onceover.attempts a where a.payment_id = p.payment_id
     and not exists (select from onceover.closures c where c.attempt_id = a.attempt_id))
union all
select 'settled without proof: ' || p.reference from onceover.payments p
 where p.status = 'SUCCEEDED' and not exists (select from onceover.attempt_fates f where f.payment_id = p.payment_id and f.fate = 'HAPPENED')
union all
select 'failed by itself with an attempt in doubt: ' || p.reference from onceover.payments p
 where p.status = 'FAILED' and p.failure_kind <> 'DECIDED' and exists (select from onceover.attempt_fates f
     where f.payment_id = p.payment_id and (f.fate <> 'NOT_HAPPENED' or f.closed_by is distinct from 'CORE'))
union all
select 'an attempt is claimed that no permit was used for' from onceover.attempts a
 where not exists (select from onceover.permit_uses u where u.attempt_id = a.attempt_id and u.used_as = 'ATTEMPT')
)";

// What the database says of one attempt id of a core.
constexpr const char* kAttempts = R"(
select i.attempt_id::text as id, i.state, r.answer, c.how,
       exists (select from onceover.ready_calls y where y.attempt_id = i.attempt_id) as is_ready
  from onceover.attempt_ids i
  left join onceover.results r using (attempt_id)
  left join onceover.closures c using (attempt_id)
 where i.core_id = $1
)";

struct InJournal
{
    bool isCalling = false;
    bool isRecorded = false;
    bool isAbandoned = false;
    std::optional<Answer> answer;
};

struct InDatabase
{
    std::string state;
    std::string answer;
    std::string how;
    bool isReady = false;
};

std::map<std::string, InJournal> readJournal(const std::vector<JournalRecord>& records)
{
    std::map<std::string, InJournal> attempts;
    for (const JournalRecord& record : records) {
        InJournal& known =
            attempts[std::visit([](const auto& one) { return one.attemptId.toText(); }, record)];
        known.isCalling = known.isCalling || std::holds_alternative<JournalCalling>(record);
        known.isRecorded = known.isRecorded || std::holds_alternative<JournalRecorded>(record);
        known.isAbandoned = known.isAbandoned || std::holds_alternative<JournalAbandoned>(record);
        if (const auto* result = std::get_if<JournalResult>(&record))
            known.answer = result->result.answer;
    }
    return attempts;
}

std::map<std::string, InDatabase> readDatabase(Connection& owner, const Uuid& core)
{
    std::map<std::string, InDatabase> attempts;
    for (const Row row : mustRun(owner, kAttempts, Params().uuid(core)))
        attempts[row.text("id").value_or("")] = {
            row.text("state").value_or(""),
            row.text("answer").value_or(""),
            row.text("how").value_or(""),
            row.boolean("is_ready").value_or(false)};
    return attempts;
}

// What is wrong with one attempt that both may know; nullptr if nothing is.
const char* disagreement(const InJournal* journal, const InDatabase* database)
{
    const bool isClaimed = database != nullptr && database->state == "CLAIMED";
    if (journal == nullptr)
        return isClaimed ? "is claimed without an INTENT" : nullptr;
    if (journal->isCalling && (!isClaimed || !database->isReady))
        return "is called without a committed claim";
    if (journal->isRecorded && (!isClaimed || database->answer.empty()))
        return "is recorded, and the database has no result";
    if (journal->isAbandoned && isClaimed && database->how.empty())
        return "is abandoned, and the database thinks it open";
    if (journal->isAbandoned && database == nullptr)
        return "is abandoned, and its id was not made void";
    if (isClaimed && !database->answer.empty()
        && (!journal->answer || database->answer != toText(*journal->answer)))
        return "has a result that the journal does not have";
    return nullptr;
}

} // namespace

QStringList CrashJudge::judge(const QStringList& references)
{
    return ofDatabase() + ofProvider(references, false) + ofJournal(QStringLiteral("core"), false)
           + ofJournal(QStringLiteral("other"), false);
}

QStringList CrashJudge::judgeEnd(const QStringList& references)
{
    return ofDatabase() + ofProvider(references, true) + ofJournal(QStringLiteral("core"), true)
           + ofJournal(QStringLiteral("other"), true);
}

QStringList CrashJudge::ofDatabase()
{
    QStringList wrong;
    for (const Row row : mustRun(m_world.owner(), kDatabaseChecks))
        wrong.append(QString::fromStdString(row.text("wrong").value_or("?")));
    return wrong;
}

QStringList CrashJudge::ofProvider(const QStringList& references, bool isEnd)
{
    QStringList wrong;
    QMap<QString, int> charges;
    QMap<QString, int> requests;
    const QJsonObject ledger = m_world.sandbox().get("/admin/ledger").json();
    for (const QJsonValue& value : ledger[QStringLiteral("charges")].toArray())
        ++charges[value.toObject()[QStringLiteral("reference")].toString()];
    for (const QJsonValue& value : ledger[QStringLiteral("requests")].toArray())
        ++requests[value.toObject()[QStringLiteral("reference")].toString()];
    for (const QString& reference : references) {
        const Params named = Params().text(reference.toStdString());
        const int attempts = std::stoi(m_world.scalar(
            "select count(*) from onceover.attempts a join onceover.payments p using (payment_id) "
            "join onceover.ready_calls using (attempt_id) where p.reference = $1",
            named));
        const int people = std::stoi(m_world.scalar(
            "select count(*) from onceover.permits m join onceover.permit_uses u using (permit_id) "
            "join onceover.payments p on p.payment_id = m.payment_id where p.reference = $1 and "
            "m.ground in ('APPROVED_RESEND', 'LOSS_TOLERATED') and u.used_as = 'ATTEMPT'",
            named));
        const QString status = m_world.status(reference);
        const QString said = reference + u' ' + status + QStringLiteral(": ")
                             + QString::number(requests[reference]) + QStringLiteral(" requests, ")
                             + QString::number(charges[reference]) + QStringLiteral(" charges");
        if (charges[reference] > 1 + people)
            wrong.append(said + QStringLiteral(", charged beyond its permits"));
        if (requests[reference] > attempts)
            wrong.append(said + QStringLiteral(", more than announced calls"));
        if (status == QStringLiteral("FAILED") && charges[reference] > 0)
            wrong.append(said + QStringLiteral(", failed and charged"));
        if (isEnd && status == QStringLiteral("SUCCEEDED") && charges[reference] < 1)
            wrong.append(said + QStringLiteral(", succeeded and not charged"));
    }
    return wrong;
}

QStringList CrashJudge::ofJournal(const QString& host, bool isEnd)
{
    const std::string path = m_world.journalOf(host).toStdString();
    if (!QFile::exists(m_world.journalOf(host)))
        return {};
    const auto records = FileJournal::read(path);
    if (!records)
        return {
            QStringLiteral("a journal cannot be read: ")
            + QString::fromStdString(records.error().detail())};
    QFile file(QFileInfo(m_world.journalOf(host)).path() + QStringLiteral("/core.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {QStringLiteral("a core has lost its id")};
    const auto core = Uuid::fromText(QJsonDocument::fromJson(file.readAll())
                                         .object()[QStringLiteral("core_id")]
                                         .toString()
                                         .toStdString());
    const auto journal = readJournal(*records);
    const auto database = readDatabase(m_world.owner(), core.value());
    QStringList wrong;
    std::map<std::string, int> all;
    for (const auto& each : journal)
        ++all[each.first];
    for (const auto& each : database)
        ++all[each.first];
    for (const auto& each : all) {
        const auto inJournal = journal.find(each.first);
        const auto inDatabase = database.find(each.first);
        const InJournal* mine = inJournal == journal.end() ? nullptr : &inJournal->second;
        const InDatabase* theirs = inDatabase == database.end() ? nullptr : &inDatabase->second;
        const char* difference = disagreement(mine, theirs);
        if (difference == nullptr && isEnd && mine != nullptr && mine->isCalling
            && !mine->isRecorded && !mine->isAbandoned)
            difference = "is open in the journal for ever";
        if (difference == nullptr && isEnd && theirs != nullptr && theirs->state == "CLAIMED"
            && theirs->how.empty())
            difference = "is open in the database for ever";
        if (difference != nullptr)
            wrong.append(
                host + QStringLiteral(": attempt ") + QString::fromStdString(each.first) + u' '
                + QLatin1String(difference));
    }
    return wrong;
}

} // namespace onceover
