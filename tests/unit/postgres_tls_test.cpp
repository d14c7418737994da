// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cut_points.h"
#include "tests/support/pg_fixture.h"
#include "tests/support/scripted_tls_server.h"
#include "tests/support/tcp_gate.h"
#include "tests/support/tls_cluster.h"

#include <QtTest>

#include <map>
#include <memory>

using namespace onceover;

using Kind = GateFault::Kind;
using Opening = ScriptedTlsServer::Opening;

Q_DECLARE_METATYPE(onceover::GateWay)
Q_DECLARE_METATYPE(onceover::GateFault::Kind)

namespace {

constexpr const char* kPassword = "never told to a stranger";

constexpr std::chrono::seconds kPatience{30};
// A damaged length is waited for in vain.
constexpr std::chrono::seconds kShortPatience{1};

// A message of the server's: kind, length, body.
std::string message(char kind, const std::string& body)
{
    const auto length = static_cast<char>(body.size() + 4);
    return std::string(1, kind) + std::string(3, '\0') + length + body;
}

std::string authentication(char code, const std::string& more = {})
{
    return message('R', std::string(3, '\0') + code + more);
}

std::size_t lengthOfStartup(const std::string& received)
{
    return received.size() < 4
               ? 0
               : static_cast<std::size_t>(static_cast<unsigned char>(received[2])) * 256
                     + static_cast<unsigned char>(received[3]);
}

} // namespace

// The database over TLS: who cannot prove who he is learns nothing, and a stream that is cut or
// damaged gives no answer rather than a wrong one.
class PostgresTlsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void rightServerIsUsedOverTls();
    void strangerIsRefusedBeforeAnythingIsSaid_data();
    void strangerIsRefusedBeforeAnythingIsSaid();
    void passwordIsProvenNeverTold_data();
    void passwordIsProvenNeverTold();
    void streamIsStruck_data();
    void streamIsStruck();
    void cleanupTestCase();

private:
    Result<Connection> openAt(std::uint16_t port, Deadline deadline = PgFixture::patience()) const;
    // "" or what was wrong with the answer; an error is no wrong answer.
    std::string converse(bool& isAnswered, std::chrono::seconds patience) const;

    TlsCluster m_tls;
    std::unique_ptr<PgFixture> m_server;
    std::unique_ptr<TcpGate> m_gate;
    std::map<std::string, int> m_counts;
};

void PostgresTlsTest::initTestCase()
{
    m_server = std::make_unique<PgFixture>(std::vector<Migration>{}, m_tls.options());
    m_server->createLogin("teller", kPassword);
    m_gate = std::make_unique<TcpGate>(m_tls.address(), 5432);
}

void PostgresTlsTest::cleanupTestCase()
{
    for (const auto& [what, count] : m_counts)
        qInfo("%s: %d", what.c_str(), count);
    m_gate.reset();
    m_server.reset();
}

Result<Connection> PostgresTlsTest::openAt(std::uint16_t port, Deadline deadline) const
{
    return Connection::open(
        m_tls.routed(m_server->settingsFor("teller", kPassword, "postgres"), port), deadline);
}

void PostgresTlsTest::rightServerIsUsedOverTls()
{
    auto connection = openAt(m_gate->port());
    QVERIFY2(connection.has_value(), connection ? "" : connection.error().detail().c_str());
    const auto rows = connection->execute(
        {"tls", "select ssl, version from pg_stat_ssl where pid = pg_backend_pid()"},
        {},
        PgFixture::patience());
    QVERIFY(rows.has_value());
    QCOMPARE((*rows)[0].boolean("ssl"), std::optional(true));
    QCOMPARE((*rows)[0].text("version").value_or("").c_str(), "TLSv1.3");
    QVERIFY(m_gate->heard(GateWay::ToServer).find("teller") == std::string::npos);
}

void PostgresTlsTest::strangerIsRefusedBeforeAnythingIsSaid_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("key");
    QTest::addColumn<bool>("isPlain");
    const auto row = [](const char* name, const TestCertificate& certificate, bool isPlain) {
        QTest::newRow(name) << QString::fromStdString(certificate.certificate)
                            << QString::fromStdString(certificate.key) << isPlain;
    };
    const TestAuthority other("Onceover test authority");
    const char* const here = "IP:127.0.0.1";
    row("authority of the same name", other.issue(here), false);
    row("signed by itself", TestAuthority::selfSigned(here), false);
    row("another server's name", m_tls.authority().issue("DNS:other.example"), false);
    row("another server's address", m_tls.authority().issue("IP:127.0.0.2"), false);
    row("expired", m_tls.authority().issue(here, -10, -1), false);
    row("not yet valid", m_tls.authority().issue(here, 1, 10), false);
    row("no TLS at all", m_tls.authority().issue(here), true);
}

void PostgresTlsTest::strangerIsRefusedBeforeAnythingIsSaid()
{
    QFETCH(QString, certificate);
    QFETCH(QString, key);
    QFETCH(bool, isPlain);
    const ScriptedTlsServer stranger(
        {certificate.toStdString(), key.toStdString()},
        [](const std::string&) { return ScriptedTlsServer::Answer{}; },
        isPlain ? Opening::PostgresPlain : Opening::PostgresTls);
    const auto connection = openAt(stranger.port());
    QVERIFY(!connection.has_value());
    QCOMPARE(connection.error().code().c_str(), "database.away");
    QVERIFY(connection.error().effect() == Effect::None);
    QTRY_COMPARE(stranger.ended(), stranger.connections());
    QVERIFY(stranger.connections() > 0);
    QCOMPARE(stranger.received().c_str(), "");
}

void PostgresTlsTest::passwordIsProvenNeverTold_data()
{
    QTest::addColumn<QByteArray>("question");
    const auto row = [](const char* name, const std::string& question) {
        QTest::newRow(name) << QByteArray::fromStdString(question);
    };
    row("in clear", authentication(3));
    row("as MD5", authentication(5, "salt"));
    row("by a proof that is not bound to the channel",
        authentication(10, std::string("SCRAM-SHA-256\0\0", 15)));
    // Whoever lets everybody in wants to hear the commands.
    row("not at all", authentication(0) + message('Z', "I"));
}

// The stranger has a valid certificate of this name: of a stolen key, or of an authority that
// signed too much.
void PostgresTlsTest::passwordIsProvenNeverTold()
{
    QFETCH(QByteArray, question);
    bool hasAsked = false;
    const ScriptedTlsServer stranger(
        m_tls.authority().issue("IP:127.0.0.1"),
        [&](const std::string&) {
            const bool isFirst = !std::exchange(hasAsked, true);
            return ScriptedTlsServer::Answer{isFirst ? question.toStdString() : std::string()};
        },
        Opening::PostgresTls);
    const auto connection = openAt(stranger.port());
    QVERIFY(!connection.has_value());
    QTRY_COMPARE(stranger.ended(), 1);
    QCOMPARE(stranger.handshakes(), 1);
    // Who is calling and for which database; nothing behind it.
    QCOMPARE(stranger.received().size(), lengthOfStartup(stranger.received()));
}

void PostgresTlsTest::streamIsStruck_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<GateWay>("way");
    for (const GateWay way : {GateWay::ToServer, GateWay::ToClient}) {
        for (const Kind kind : {Kind::Cut, Kind::Reset, Kind::Slice, Kind::Corrupt})
            QTest::newRow((std::string(toText(kind)) + ' ' + toText(way)).c_str()) << kind << way;
    }
}

std::string PostgresTlsTest::converse(bool& isAnswered, std::chrono::seconds patience) const
{
    isAnswered = false;
    auto connection = openAt(m_gate->port(), Deadline::in(patience));
    if (!connection)
        return connection.error().effect() == Effect::None ? "" : "an open that had an effect";
    for (int number = 1; number <= 3; ++number) {
        const auto rows = connection->execute(
            {"echo", "select $1::bigint * 1000003 as product"},
            Params().int64(number),
            Deadline::in(patience));
        if (!rows)
            return {};
        if ((*rows)[0].int64("product") != number * std::int64_t{1000003})
            return "a wrong product";
    }
    isAnswered = true;
    return {};
}

// From the handshake to the last answer.
void PostgresTlsTest::streamIsStruck()
{
    QFETCH(Kind, kind);
    QFETCH(GateWay, way);
    bool isAnswered = false;
    m_gate->open();
    QCOMPARE(converse(isAnswered, kPatience).c_str(), "");
    QVERIFY(isAnswered);
    const std::uint64_t length = m_gate->passed(way);
    int struck = 0;
    for (const std::uint64_t point : CutPoints::of(length, kind == Kind::Slice ? 5 : 40)) {
        m_gate->arm(
            {.kind = kind,
             .way = way,
             .atByte = point,
             .bit = static_cast<int>((point + CutPoints::seed()) % 8)});
        const std::string complaint =
            converse(isAnswered, kind == Kind::Corrupt ? kShortPatience : kPatience);
        struck += m_gate->hasStruck() ? 1 : 0;
        const QByteArray where = QByteArray::number(point) + ": " + complaint.c_str();
        QVERIFY2(complaint.empty(), where.constData());
        QVERIFY2(kind != Kind::Slice || isAnswered, where.constData());
        m_gate->open();
    }
    m_counts[std::string("database over TLS: ") + toText(kind) + ' ' + toText(way)] = struck;
    QVERIFY(struck > 0);
    QCOMPARE(converse(isAnswered, kPatience).c_str(), "");
    QVERIFY(isAnswered);
}

QTEST_GUILESS_MAIN(PostgresTlsTest)
#include "postgres_tls_test.moc"
