// SPDX-License-Identifier: GPL-3.0-or-later
#include "test_places.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

class DesktopFilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void desktopFileIsValid()
    {
        check(
            QStringLiteral("desktop-file-validate"),
            {QStringLiteral(ONCEOVER_SOURCE_DIR
                            "/resources/desktop/org.onceover.Onceover.desktop")});
    }

    void metainfoIsValid()
    {
        check(
            QStringLiteral("appstreamcli"),
            {QStringLiteral("validate"),
             QStringLiteral("--no-net"),
             QStringLiteral(ONCEOVER_SOURCE_DIR
                            "/resources/desktop/org.onceover.Onceover.metainfo.xml")});
    }

private:
    static void check(const QString& program, const QStringList& arguments)
    {
        if (QStandardPaths::findExecutable(program).isEmpty()) {
            QSKIP(qPrintable(program + QStringLiteral(" is not installed")));
        }
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(program, arguments);
        QVERIFY(process.waitForFinished(600'000));
        QVERIFY2(process.exitCode() == 0, process.readAll().constData());
    }
};

QTEST_GUILESS_MAIN(DesktopFilesTest)

#include "desktop_files_test.moc"
