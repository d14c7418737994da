// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/cpp_build.h"

#include "test_places.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace onceover {

namespace {

const QString kBuild = QStringLiteral(ONCEOVER_BINARY_DIR);
const QString kSource = QStringLiteral(ONCEOVER_SOURCE_DIR "/");
constexpr int kPatienceMs = 300000;

bool run(QStringList command)
{
    QProcess process;
    process.setWorkingDirectory(kBuild);
    const QString program = command.takeFirst();
    process.start(program, command);
    return process.waitForFinished(kPatienceMs) && process.exitStatus() == QProcess::NormalExit
           && process.exitCode() == 0;
}

// The last command that makes the program, without what the generator puts around it.
QStringList linkCommand(const std::string& program)
{
    QProcess ninja;
    ninja.setWorkingDirectory(kBuild);
    ninja.start(
        QStringLiteral("ninja"),
        {QStringLiteral("-t"), QStringLiteral("commands"), QString::fromStdString(program)});
    ninja.waitForFinished(kPatienceMs);
    const QList<QByteArray> lines = ninja.readAllStandardOutput().trimmed().split('\n');
    QString line = QString::fromUtf8(lines.isEmpty() ? QByteArray() : lines.last());
    line.remove(QStringLiteral(": && ")).remove(QStringLiteral(" && :"));
    return QProcess::splitCommand(line);
}

} // namespace

CppBuild::CppBuild(const std::string& program)
    : m_link(linkCommand(program))
    , m_program(program)
{
    QFile file(kBuild + QStringLiteral("/compile_commands.json"));
    if (!file.open(QIODevice::ReadOnly)) {
        return;
    }
    const QJsonArray all = QJsonDocument::fromJson(file.readAll()).array();
    for (const QJsonValue& one : all) {
        const QString path = one.toObject().value(QStringLiteral("file")).toString();
        QStringList command =
            QProcess::splitCommand(one.toObject().value(QStringLiteral("command")).toString());
        if (!command.isEmpty() && command.first().endsWith(QStringLiteral("ccache"))) {
            command.removeFirst();
        }
        m_compilations.emplace(path.mid(kSource.size()).toStdString(), command);
    }
}

QString CppBuild::build(const Mutant& mutant, int number, const QString& directory) const
{
    const auto found = m_compilations.find(mutant.file);
    if (found == m_compilations.end() || m_link.isEmpty()) {
        return {};
    }
    const QString base = directory + QStringLiteral("/mutant_%1").arg(number);
    const QString object = base + QStringLiteral(".o");
    QFile source(base + QStringLiteral(".cpp"));
    if (!source.open(QIODevice::WriteOnly)) {
        return {};
    }
    source.write(mutant.text.data(), static_cast<qint64>(mutant.text.size()));
    source.close();
    QStringList compile = found->second;
    compile[compile.indexOf(QStringLiteral("-o")) + 1] = object;
    compile[compile.indexOf(QStringLiteral("-c")) + 1] = source.fileName();
    compile << QStringLiteral("-w") << QStringLiteral("-O0") << QStringLiteral("-g0");
    QStringList link = m_link;
    const auto output = link.indexOf(QStringLiteral("-o"));
    link[output + 1] = base;
    link.insert(output + 2, object);
    link << QStringLiteral("-Wl,--strip-all");
    const bool isBuilt = run(compile) && run(link);
    QFile::remove(object);
    QFile::remove(source.fileName());
    return isBuilt ? base : QString();
}

} // namespace onceover
