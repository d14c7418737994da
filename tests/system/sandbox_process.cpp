// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/sandbox_process.h"

#include "test_places.h"

#include <QFile>
#include <QJsonDocument>
#include <QTcpSocket>

namespace onceover {

namespace {

constexpr int kPatienceMs = 20'000;

} // namespace

QJsonObject WireAnswer::json() const
{
    return QJsonDocument::fromJson(body).object();
}

QString WireAnswer::errorCode() const
{
    return json()[QStringLiteral("error")].toObject()[QStringLiteral("code")].toString();
}

WireAnswer wireAnswer(const QByteArray& bytes)
{
    WireAnswer answer;
    answer.bytes = bytes;
    if (bytes.startsWith("HTTP/1.1 "))
        answer.status = bytes.mid(9, 3).toInt();
    const qsizetype end = bytes.indexOf("\r\n\r\n");
    if (end < 0)
        return answer;
    answer.head = bytes.left(end);
    answer.body = bytes.mid(end + 4);
    qsizetype length = 0;
    for (const QByteArray& line : answer.head.split('\n')) {
        if (line.startsWith("Content-Length: "))
            length = line.mid(16).trimmed().toLongLong();
    }
    answer.whole = answer.body.size() == length;
    return answer;
}

SandboxProcess::~SandboxProcess()
{
    kill9();
}

QString SandboxProcess::executable()
{
    return QStringLiteral(ONCEOVER_BINARY_DIR "/app/sandbox/onceover-sandbox");
}

bool SandboxProcess::start(const QByteArray& script)
{
    QStringList arguments = {QStringLiteral("serve"), QStringLiteral("--dir"), directory()};
    if (!script.isEmpty()) {
        QFile file(m_directory.filePath(QStringLiteral("script.json")));
        if (!file.open(QIODevice::WriteOnly) || file.write(script) != script.size())
            return false;
        arguments << QStringLiteral("--script") << file.fileName();
    }
    m_process.setProcessChannelMode(QProcess::SeparateChannels);
    m_process.start(executable(), arguments);
    while (!m_process.canReadLine()) {
        if (!m_process.waitForReadyRead(kPatienceMs)) {
            m_process.waitForFinished(kPatienceMs);
            return false;
        }
    }
    const QJsonObject line = QJsonDocument::fromJson(m_process.readLine()).object();
    m_port = static_cast<quint16>(line[QStringLiteral("port")].toInt());
    return line[QStringLiteral("type")] == QStringLiteral("listening") && m_port != 0;
}

void SandboxProcess::kill9()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished(kPatienceMs);
}

int SandboxProcess::terminate()
{
    m_process.terminate();
    m_process.waitForFinished(kPatienceMs);
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

QByteArray SandboxProcess::run(
    const QString& command, const QStringList& arguments, int* exitCode) const
{
    QProcess process;
    process.start(
        executable(), QStringList{command, QStringLiteral("--dir"), directory()} + arguments);
    process.waitForFinished(kPatienceMs);
    if (exitCode != nullptr)
        *exitCode = process.exitCode();
    return process.readAllStandardOutput();
}

WireAnswer SandboxProcess::exchange(const QByteArray& request) const
{
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), m_port);
    socket.waitForConnected(kPatienceMs);
    socket.write(request);
    QByteArray bytes;
    while (socket.state() == QAbstractSocket::ConnectedState
           && socket.waitForReadyRead(kPatienceMs))
        bytes += socket.readAll();
    bytes += socket.readAll();
    return wireAnswer(bytes);
}

QByteArray SandboxProcess::requestBytes(
    const QByteArray& target, const QByteArray& body, const QByteArray& key)
{
    QByteArray head = "POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n";
    if (!key.isEmpty())
        head += "Idempotency-Key: " + key + "\r\n";
    return head + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

QByteArray SandboxProcess::chargeBody(
    const QByteArray& reference, int amountMinor, const QByteArray& currency)
{
    return R"({"amount":)" + QByteArray::number(amountMinor) + R"(,"currency":")" + currency
           + R"(","reference":")" + reference + R"(","merchant_number":")" + reference
           + R"(-1","payee":"Søhne & <Co>","payee_account":"DE89370400440532013000"})";
}

WireAnswer SandboxProcess::get(const QByteArray& target) const
{
    return exchange("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
}

WireAnswer SandboxProcess::post(
    const QByteArray& target, const QByteArray& body, const QByteArray& key) const
{
    return exchange(requestBytes(target, body, key));
}

WireAnswer SandboxProcess::charge(
    const QByteArray& provider,
    const QByteArray& key,
    const QByteArray& reference,
    int amountMinor) const
{
    return post('/' + provider + "/v1/charges", chargeBody(reference, amountMinor), key);
}

bool SandboxProcess::addFault(const QByteArray& rule) const
{
    return post("/admin/faults", rule).status == 201;
}

QJsonArray SandboxProcess::ledger(const char* part) const
{
    return get("/admin/ledger").json()[QLatin1String(part)].toArray();
}

} // namespace onceover
