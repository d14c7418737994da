// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/core_process.h"

#include "backend/postgres/connection.h"
#include "test_places.h"

#include <QFile>
#include <QJsonDocument>
#include <QProcess>

#include <chrono>

namespace onceover {

namespace {

constexpr int kPatienceMs = 120'000;

QVector<QJsonObject> jsonLines(const QByteArray& output)
{
    QVector<QJsonObject> lines;
    for (const QByteArray& line : output.split('\n')) {
        if (!line.isEmpty())
            lines.append(QJsonDocument::fromJson(line).object());
    }
    return lines;
}

} // namespace

QByteArray CoreAnswer::described() const
{
    return "exit " + QByteArray::number(exitCode) + ": " + output.right(2000) + errors.right(2000);
}

CoreAnswer CoreProcess::runAlone(const QStringList& words)
{
    QProcess process;
    process.start(
        QStringLiteral(ONCEOVER_BINARY_DIR "/app/core/onceover-core"),
        words + QStringList{QStringLiteral("--json")});
    CoreAnswer answer;
    if (process.waitForFinished(kPatienceMs) && process.exitStatus() == QProcess::NormalExit)
        answer.exitCode = process.exitCode();
    answer.output = process.readAllStandardOutput();
    answer.errors = process.readAllStandardError();
    answer.lines = jsonLines(answer.output);
    return answer;
}

CoreAnswer CoreProcess::create(const QVector<QByteArray>& profileTexts)
{
    QStringList words{QStringLiteral("demo"), QStringLiteral("create")};
    for (const QByteArray& text : profileTexts) {
        ++m_count;
        const QString name = QStringLiteral("profile-%1.json").arg(m_count);
        words << QStringLiteral("--profile") << write(name, text);
    }
    CoreAnswer answer = run(words);
    auto cluster = PrivateCluster::openOrCreate(m_demo.path().toStdString(), {});
    if (cluster)
        m_cluster.emplace(std::move(*cluster));
    return answer;
}

CoreAnswer CoreProcess::run(const QStringList& words) const
{
    return runAlone(words + QStringList{QStringLiteral("--dir"), m_demo.path()});
}

QString CoreProcess::write(const QString& name, const QByteArray& bytes) const
{
    QFile file(m_files.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    return file.fileName();
}

QString CoreProcess::accept(const QJsonObject& request) const
{
    ++m_count;
    const QString file = write(
        QStringLiteral("intake-%1.jsonl").arg(m_count),
        QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n');
    const CoreAnswer answer = run({QStringLiteral("accept"), file});
    if (answer.exitCode != 0)
        qWarning("%s", answer.described().constData());
    return answer.exitCode == 0 ? answer.text("reference") : QString();
}

QJsonObject CoreProcess::payment(const QString& reference) const
{
    return run({QStringLiteral("payment"), reference}).last();
}

QJsonObject CoreProcess::passUntil(const QString& reference, const char* status, int passes) const
{
    QJsonObject shown;
    for (int count = 0; count < passes; ++count) {
        run({QStringLiteral("pass")});
        shown = payment(reference);
        if (shown[QStringLiteral("status")] == QLatin1String(status))
            break;
    }
    return shown;
}

QVector<QStringList> CoreProcess::rows(const char* sql, const QStringList& columns) const
{
    QVector<QStringList> table;
    const auto patience = Deadline::in(std::chrono::seconds(30));
    auto connection = Connection::open(m_cluster->ownerSettings("onceover"), patience);
    if (!connection)
        qFatal("%s", connection.error().detail().c_str());
    const auto rows = connection->execute({"test", sql}, Params(), patience);
    if (!rows)
        qFatal("%s", rows.error().detail().c_str());
    for (const Row& row : *rows) {
        QStringList cells;
        for (const QString& column : columns)
            cells << QString::fromStdString(
                row.text(column.toStdString()).value_or(std::string("null")));
        table.append(cells);
    }
    return table;
}

} // namespace onceover
