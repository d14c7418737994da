// SPDX-License-Identifier: GPL-3.0-or-later
// The protocol's models, searched by spin within small bounds: what must hold holds, and each
// defence that is taken out gives its counter-example. `tests/model/check --all` has the large
// bounds.
#include "test_places.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QString kFolder = QStringLiteral(ONCEOVER_SOURCE_DIR "/tests/model/");

[[nodiscard]] QString readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// Rows as lists of their five fields.
[[nodiscard]] QList<QStringList> rowsOf(const QString& text)
{
    QList<QStringList> rows;
    for (const QString& line : text.split(u'\n')) {
        if (!line.isEmpty() && !line.startsWith(u'#'))
            rows.append(line.split(u'|'));
    }
    return rows;
}

struct Answer
{
    int exitCode = -1;
    QString output;
};

[[nodiscard]] Answer check(
    const QStringList& arguments, const QString& directory, const QString& depth = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TMPDIR"), directory);
    if (!depth.isEmpty())
        environment.insert(QStringLiteral("ONCEOVER_MODEL_DEPTH"), depth);
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(kFolder + QStringLiteral("check"), arguments);
    if (!process.waitForFinished(600000))
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAll()).trimmed()};
}

} // namespace

class ModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        for (const char* program : {"spin", "gcc"}) {
            if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
                QSKIP(qPrintable(
                    QLatin1String(program)
                    + QStringLiteral(" is not installed; the models are not searched")));
        }
        QVERIFY(m_directory.isValid());
    }

    void theCheckNotices_data()
    {
        QTest::addColumn<QString>("expected");
        QTest::addColumn<QString>("switches");
        QTest::addColumn<QString>("depth");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("holds") << "complete"
                               << "-DLAST=20"
                               << "" << 0;
        QTest::newRow("is violated") << "violated G1"
                                     << "-DLAST=7"
                                     << "" << 0;
        QTest::newRow("holds and should not") << "violated G1"
                                              << "-DLAST=20"
                                              << "" << 1;
        QTest::newRow("is violated and should not") << "complete"
                                                    << "-DLAST=7"
                                                    << "" << 1;
        QTest::newRow("another property") << "violated G2"
                                          << "-DLAST=7"
                                          << "" << 1;
        QTest::newRow("cut off") << "complete"
                                 << "-DLAST=20"
                                 << "5" << 1;
        QTest::newRow("is no model") << "complete"
                                     << "-DLAST=)"
                                     << "" << 1;
    }

    void theCheckNotices()
    {
        QFETCH(const QString, expected);
        QFETCH(const QString, switches);
        QFETCH(const QString, depth);
        QFETCH(const int, exitCode);
        const QString place = m_directory.path();
        QFile model(place + QStringLiteral("/planted.pml"));
        QVERIFY(model.open(QIODevice::WriteOnly));
        model.write("byte n;\nactive proctype Count() {\n  do :: n < 20 -> n++ :: n == 20 -> break "
                    "od;\n  assert(n == LAST) /* G1 */\n}\n");
        model.close();
        QFile rows(place + QStringLiteral("/planted.txt"));
        QVERIFY(rows.open(QIODevice::WriteOnly));
        rows.write(
            QStringLiteral("quick|planted|planted.pml|%1|%2\n").arg(switches, expected).toUtf8());
        rows.close();
        const Answer answer = check(
            {QStringLiteral("--rows"), rows.fileName(), QStringLiteral("--models"), place},
            place,
            depth);
        QVERIFY2(answer.exitCode == exitCode, qPrintable(answer.output));
    }

    // No defence is only said to be one: each switch of a model gives a counter-example in some
    // row.
    void everySwitchHasItsCounterExample()
    {
        const QList<QStringList> rows = rowsOf(readFile(kFolder + QStringLiteral("rows.txt")));
        QSet<QString> names;
        int switches = 0;
        for (const QString& model : QDir(kFolder).entryList({QStringLiteral("*.pml")})) {
            static const QRegularExpression kSwitch(QStringLiteral("\\bM_[A-Z]+\\b"));
            QSet<QString> missing;
            const QString text = readFile(kFolder + model);
            for (auto match = kSwitch.globalMatch(text); match.hasNext();)
                missing.insert(match.next().captured());
            switches += int(missing.size());
            bool holds = false;
            for (const QStringList& row : rows) {
                QCOMPARE(row.size(), 5);
                if (row[2] != model)
                    continue;
                QVERIFY2(!names.contains(row[1]), qPrintable(row[1]));
                names.insert(row[1]);
                holds = holds || row[4] == QLatin1String("complete");
                if (!row[4].startsWith(QLatin1String("violated ")))
                    continue;
                for (const QString& flag : row[3].split(u' '))
                    missing.remove(flag.mid(2));
            }
            QVERIFY2(holds, qPrintable(model));
            QVERIFY2(
                missing.isEmpty(),
                qPrintable(model + u' ' + QStringList(missing.values()).join(u' ')));
        }
        QCOMPARE(names.size(), rows.size());
        qInfo("%d rows, %d defences taken out", int(rows.size()), switches);
    }

    void aRowComesOut_data()
    {
        QTest::addColumn<QString>("row");
        for (const QStringList& row : rowsOf(readFile(kFolder + QStringLiteral("rows.txt")))) {
            if (row[0] == QLatin1String("quick"))
                QTest::newRow(qPrintable(row[1])) << row[1];
        }
    }

    void aRowComesOut()
    {
        QFETCH(const QString, row);
        const Answer answer =
            check({u'^' + QRegularExpression::escape(row) + u'$'}, m_directory.path());
        QVERIFY2(answer.exitCode == 0, qPrintable(answer.output));
        qInfo("%s", qPrintable(answer.output.section(u'\n', 0, 0)));
    }

private:
    QTemporaryDir m_directory;
};

QTEST_GUILESS_MAIN(ModelTest)

#include "model_test.moc"
