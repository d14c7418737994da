// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/crash/crash_cell.h"

#include "tests/system/statement_text.h"

namespace onceover {

namespace {

QString latin(const char* text)
{
    return QString::fromLatin1(text);
}

} // namespace

CrashCell::CrashCell(CrashWorld& world, const CrashPoint& point, Victim victim, Rescue rescue)
    : m_world(world)
    , m_judge(world)
    , m_point(point)
    , m_victim(victim)
    , m_rescue(rescue)
{
    if (m_point.flow == QStringLiteral("expire"))
        std::swap(m_host, m_helper);
}

void CrashCell::complain(const QString& what)
{
    m_complaints.append(
        m_point.name + QStringLiteral(", ") + QLatin1String(toText(m_victim))
        + (m_rescue == Rescue::Same ? QStringLiteral(" killed, same core: ")
                                    : QStringLiteral(" killed, other core: "))
        + what);
}

bool CrashCell::isPersonal() const
{
    return m_point.flow == QStringLiteral("propose") || m_point.flow == QStringLiteral("approve");
}

std::string CrashCell::login() const
{
    if (m_point.flow == QStringLiteral("propose"))
        return "liwei";
    if (m_point.flow == QStringLiteral("approve"))
        return "ana";
    if (m_point.flow == QStringLiteral("accept"))
        return "m_intake";
    return m_point.flow == QStringLiteral("import") ? "m_ingest" : "";
}

std::string CrashCell::paymentId()
{
    return m_world.scalar(
        "select payment_id from onceover.payments where reference = $1",
        Params().text(m_references.front().toStdString()));
}

// An earlier process of the core died at this point.
void CrashCell::killEarlier(const char* subject, const char* port)
{
    const CrashPoint earlier{
        QStringLiteral("earlier"),
        m_point.flow,
        latin(port),
        latin(subject),
        QStringLiteral("after")};
    const auto process = m_world.process(QStringLiteral("core"), {QStringLiteral("pass")});
    process->startDyingAt(earlier, Victim::Core, Afterwards::Go);
    if (!process->awaitStrike())
        complain(QStringLiteral("the earlier process did not die"));
}

void CrashCell::prepare()
{
    const QString& flow = m_point.flow;
    // Another installation's cell may have restarted the server that both are on.
    if (m_world.scalar("select onceover.is_armed()") != "t")
        m_world.passAll();
    if (flow == QStringLiteral("accept")) {
        m_file = m_world.write(QStringLiteral("accept.jsonl"), m_world.requestLines(3));
        return;
    }
    m_references = m_world.accept(flow == QStringLiteral("import") ? 2 : 1);
    if (flow == QStringLiteral("revive"))
        killEarlier("onceover.claim(", "database");
    if (flow == QStringLiteral("revive-called") || flow == QStringLiteral("expire"))
        killEarlier("\"type\":\"CALLING\"", "journal");
    if (flow == QStringLiteral("expire"))
        m_world.endLeases();
    if (flow == QStringLiteral("look"))
        m_world.sandbox().addFault(
            "{\"times\":1,\"match\":{\"reference\":\"" + m_references.front().toLatin1()
            + "\"},\"fault\":{\"kind\":\"charge_then_drop\"}}");
    if (isPersonal()) {
        m_world.sandbox().addFault(quoted("{'times':1,'fault':{'kind':'drop_without_charge'}}"));
        m_world.sandbox().addFault(
            quoted("{'times':1000,'fault':{'kind':'query_fails','status':503}}"));
        m_world.settle(m_host, m_references);
        m_world.as(
            "liwei",
            "select onceover.take(gen_random_uuid(), $1, 'WORKING', 'looking')::text",
            Params().text(paymentId()));
        m_decision = m_world.scalar("select gen_random_uuid()");
        m_command = m_world.scalar("select gen_random_uuid()");
        // What is on the desk's screen: repeated, the command names the same facts.
        const Params payment = Params().text(paymentId());
        m_digest = m_world.scalar("select onceover.case_digest($1)", payment);
        m_version = m_world.scalar(
            "select version::text from onceover.payments where payment_id = $1", payment);
    }
    if (flow == QStringLiteral("approve"))
        propose("liwei", m_decision);
    if (flow == QStringLiteral("import")) {
        m_world.settle(m_host, m_references);
        QByteArray lines;
        for (const QString& reference : m_references) {
            const std::string amount = m_world.scalar(
                "select to_char(amount_minor / 100.0, 'FM999990.00') from onceover.payments where "
                "reference = $1",
                Params().text(reference.toStdString()));
            lines +=
                camt::line(QByteArray::fromStdString(amount), camt::named(reference.toLatin1()));
        }
        const QByteArray id = m_references.front().toLatin1();
        m_file = m_world.write(
            QStringLiteral("statement.xml"),
            camt::fileOf(camt::stated(id, "DE89370400440532013000", lines), id));
    }
}

QStringList CrashCell::words()
{
    const QString& flow = m_point.flow;
    if (flow == QStringLiteral("accept") || flow == QStringLiteral("import"))
        return {flow, m_file};
    QStringList words = {latin("desk"), flow, latin("--as"), QString::fromStdString(login())};
    const QString decision = QString::fromStdString(m_decision);
    if (flow == QStringLiteral("propose"))
        return words << latin("--payment") << m_references.front() << latin("--kind")
                     << latin("RESEND") << latin("--reason") << latin("RISK_ACCEPTED")
                     << latin("--note") << latin("agreed") << latin("--generation") << latin("same")
                     << latin("--digest") << QString::fromStdString(m_digest) << latin("--version")
                     << QString::fromStdString(m_version) << latin("--id") << decision;
    if (flow == QStringLiteral("approve"))
        return words << latin("--id") << QString::fromStdString(m_command) << latin("--decision")
                     << decision << latin("--digest")
                     << QString::fromStdString(m_world.scalar(
                            "select digest from onceover.proposals where decision_id = $1",
                            Params().text(m_decision)));
    // A core that lives on has to find its way by itself, and a look comes due after a while.
    return {latin(m_victim == Victim::Core && flow != latin("look") ? "pass" : "serve")};
}

void CrashCell::strike()
{
    const bool isStopped = m_victim != Victim::Core && m_rescue == Rescue::Other && login().empty();
    m_process = m_world.process(m_host, words(), login());
    m_process->startDyingAt(m_point, m_victim, isStopped ? Afterwards::Stop : Afterwards::Go);
    if (!m_process->awaitStrike())
        complain(
            QStringLiteral("the point was not reached: ")
            + QString::fromUtf8(m_process->finish().described()));
    if (m_victim != Victim::Core)
        m_world.awaitServerLoss();
}

void CrashCell::run()
{
    prepare();
    if (!m_complaints.isEmpty())
        return;
    strike();
    if (!m_complaints.isEmpty())
        return;
    if (login().empty())
        rescueCore();
    else if (isPersonal())
        rescuePerson();
    else
        rescueFile();
    for (const QString& wrong : m_judge.judgeEnd(m_references))
        complain(wrong);
}

// The host's core does what is left to do and ends.
void CrashCell::finish(const QString& host)
{
    if (host == m_host && m_process->isRunning()) {
        if (!m_world.awaitRest(m_references))
            complain(QStringLiteral("the core that lived on does not come to rest"));
        const CoreRun run = m_process->terminate();
        if (run.exitCode != 0)
            complain(QString::fromUtf8(run.described()));
    }
    // The next process: what the last one could not record is recorded now.
    if (!m_world.settle(host, m_references))
        complain(QStringLiteral("no pass of ") + host + QStringLiteral(" comes to its end"));
}

void CrashCell::rescueCore()
{
    if (m_victim == Victim::Core || m_rescue == Rescue::Other) {
        for (const QString& wrong : m_judge.judge(m_references))
            complain(QStringLiteral("at the point: ") + wrong);
    }
    if (m_rescue == Rescue::Other)
        rescueByOther();
    else if (m_victim != Victim::Core && m_world.hosts().size() > 1)
        m_world.pass(m_helper);
    finish(m_host);
    // What the helper had no time for, and the earlier process of an expired lease.
    if (m_rescue == Rescue::Other || m_point.flow == QStringLiteral("expire"))
        finish(m_helper);
    if (!m_world.isAtRest(m_references))
        complain(QStringLiteral("it ends as ") + m_world.status(m_references.front()));
}

// The other core alone, and then the first one comes back.
void CrashCell::rescueByOther()
{
    m_world.endLeases();
    // A server that lost one of its processes recovers by itself and is the same server: nobody has
    // to look for what it may have lost.
    if (m_victim != Victim::Postmaster) {
        if (!m_world.settle(m_helper, m_references))
            complain(QStringLiteral("no pass of the other core comes to its end"));
    } else {
        // The server was restarted: before the first core's journal is found in it, nothing moves.
        const auto requests = m_world.sandbox().requests();
        const QString status = m_world.status(m_references.front());
        const std::string code = m_world.pass(m_helper);
        if (code != "fence.checking")
            complain(QStringLiteral("the other core is not held: ") + QString::fromStdString(code));
        if (requests != m_world.sandbox().requests()
            || status != m_world.status(m_references.front()))
            complain(QStringLiteral("something moves before the first core's journal is found"));
    }
    for (const QString& wrong : m_judge.judge(m_references))
        complain(QStringLiteral("while the first is away: ") + wrong);
    m_process->goOn();
}

// What is still to be decided: the proposer at this desk, then somebody else.
void CrashCell::decide(const std::string& proposer)
{
    const Params payment = Params().text(paymentId());
    const char* const kIsApproved = "select exists (select from onceover.approvals a join "
                                    "onceover.proposals q using (decision_id) where q.payment_id = "
                                    "$1)";
    if (m_world.scalar(kIsApproved, payment) == "t")
        return;
    std::string decision = m_world.scalar(
        "select o.decision_id from onceover.open_proposals o where o.subject = $1", payment);
    if (decision.empty()) {
        decision = m_world.scalar("select gen_random_uuid()");
        propose(proposer, decision);
    }
    const std::string digest = m_world.scalar(
        "select digest from onceover.proposals where decision_id = $1", Params().text(decision));
    m_world.as(
        "ana",
        "select onceover.approve(gen_random_uuid(), $1, $2)::text",
        Params().text(decision).text(digest));
}

void CrashCell::propose(const std::string& login, const std::string& decision)
{
    m_world.as(
        login,
        "select onceover.propose($1, $2, 'RESEND', 'RISK_ACCEPTED', 'agreed', "
        "jsonb_build_object('generation', 'same'), onceover.case_digest($2), (select version "
        "from review.payments where payment_id = $2))::text",
        Params().text(decision).text(paymentId()));
}

void CrashCell::rescuePerson()
{
    m_process->finish();
    // A restarted server moves nothing before its cores have looked around.
    m_world.passAll();
    m_world.settle(m_host, m_references);
    if (m_rescue == Rescue::Same) {
        // The same command from the same desk: done once, or found void and never done.
        const auto again = m_world.process(m_host, words(), login());
        again->start();
        const CoreRun run = again->finish();
        const QString code = run.last()[QStringLiteral("code")].toString();
        // Void: looked for and not found, and impossible from then on. Stale: evidence has come in
        // between, and the person looks again.
        if (run.last()[QStringLiteral("outcome")] != QStringLiteral("DONE")
            && code != QStringLiteral("command.void") && code != QStringLiteral("version.stale"))
            complain(QString::fromUtf8(run.described()));
    }
    // The other desk is the same person's: the case is theirs.
    decide(m_rescue == Rescue::Same ? "liwei" : "liwei2");
    m_world.sandbox().post("/admin/clear-faults", "{}");
    m_world.settle(m_rescue == Rescue::Same ? m_host : m_helper, m_references);
    m_world.settle(m_host, m_references);
    const std::string permits = m_world.scalar(
        "select count(*) from onceover.permits where payment_id = $1 and ground = "
        "'APPROVED_RESEND'",
        Params().text(paymentId()));
    if (permits != "1")
        complain(QString::fromStdString(permits) + QStringLiteral(" permits of one decision"));
    if (m_world.status(m_references.front()) != QStringLiteral("SUCCEEDED"))
        complain(QStringLiteral("it ends as ") + m_world.status(m_references.front()));
}

void CrashCell::rescueFile()
{
    m_process->finish();
    m_world.passAll();
    m_world.settle(m_host, m_references);
    const auto again =
        m_world.process(m_rescue == Rescue::Same ? m_host : m_helper, words(), login());
    again->start();
    const CoreRun run = again->finish();
    if (run.exitCode != 0)
        complain(QString::fromUtf8(run.described()));
    if (m_point.flow == QStringLiteral("accept")) {
        m_references = m_world.referencesOf(run.output);
        if (m_references.size() != 3)
            complain(QString::fromUtf8(run.described()));
    }
    if (m_rescue == Rescue::Other)
        m_world.settle(m_helper, m_references);
    m_world.settle(m_host, m_references);
    for (const QString& reference : m_references) {
        if (m_world.status(reference) != QStringLiteral("SUCCEEDED"))
            complain(reference + QStringLiteral(" ends as ") + m_world.status(reference));
        if (m_point.flow != QStringLiteral("import"))
            continue;
        const std::string proofs = m_world.scalar(
            "select count(*) from onceover.record_owners o join onceover.payments p using "
            "(payment_id) where p.reference = $1 and o.layer = 'BANK' and p.finality = 'SETTLED'",
            Params().text(reference.toStdString()));
        if (proofs != "1")
            complain(QString::fromStdString(proofs) + QStringLiteral(" lines prove one payment"));
    }
}

} // namespace onceover
