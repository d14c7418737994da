// SPDX-License-Identifier: GPL-3.0-or-later
// The money is handled without Qt: no library of backend/ names one of its symbols, and the core's
// program loads none.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

namespace {

[[nodiscard]] QStringList linesOf(const char* path)
{
    QFile file(QString::fromLocal8Bit(path));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
}

[[nodiscard]] QStringList outputOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(600'000) || process.exitCode() != 0) {
        return {};
    }
    return QString::fromUtf8(process.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
}

// Mangled names: a class of Qt is a length and a Q with a capital, and every user of Qt asks for
// its version.
[[nodiscard]] QStringList qtSymbols(const QString& file)
{
    static const QRegularExpression symbol(QStringLiteral(
        "_Z\\w*?\\d+Q[A-Z]\\w*|\\bqt_version_tag\\w*|\\bq(Fatal|Warning|Critical)\\b"));
    return outputOf(QStringLiteral("nm"), {QStringLiteral("--undefined-only"), file})
        .filter(symbol);
}

} // namespace

class BackendWithoutQtTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    // This very test is a Qt program: were it not found out, the check would be blind.
    void aQtProgramIsFound()
    {
        const QString self = QCoreApplication::applicationFilePath();
        QVERIFY(!qtSymbols(self).isEmpty());
        QVERIFY(!outputOf(QStringLiteral("ldd"), {self}).filter(QStringLiteral("libQt")).isEmpty());
    }

    void librariesNameNoQt()
    {
        const QStringList libraries = linesOf(ONCEOVER_BACKEND_LIBRARIES);
        QVERIFY(!libraries.isEmpty());
        for (const QString& library : libraries) {
            QVERIFY2(QFile::exists(library), qPrintable(library));
            const QStringList found = qtSymbols(library);
            QVERIFY2(found.isEmpty(), qPrintable(library + QStringLiteral(": ") + found.value(0)));
        }
    }

    void theCoreLoadsNoQt()
    {
        const QStringList programs = linesOf(ONCEOVER_BACKEND_PROGRAMS);
        if (programs.isEmpty()) {
            QSKIP("onceover-core is not part of this build");
        }
        for (const QString& program : programs) {
            const QStringList loaded = outputOf(QStringLiteral("ldd"), {program});
            QVERIFY2(!loaded.isEmpty(), qPrintable(program));
            QVERIFY(loaded.filter(QStringLiteral("libQt")).isEmpty());
        }
    }
};

QTEST_GUILESS_MAIN(BackendWithoutQtTest)

#include "backend_without_qt_test.moc"
