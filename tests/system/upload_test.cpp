// SPDX-License-Identifier: GPL-3.0-or-later
// A person's statement file by the command line: uploaded by one, accepted by another, linked.
// Every file of a bank that the corpus has passes through the same door.
#include "test_places.h"
#include "tests/system/core_process.h"
#include "tests/system/statement_text.h"

#include <QDir>
#include <QTest>

using namespace onceover;
using namespace onceover::camt;

class UploadTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        const CoreAnswer made = m_core.create({});
        QVERIFY2(made.exitCode == 0, made.described().constData());
    }

    void oneUploadsAnotherAccepts()
    {
        const QString path = m_core.write(
            "may.xml", fileOf(stated("A", "UP1", line("10.00", {}) + line("7.00", {}))));
        const CoreAnswer uploaded = desk({"upload", path}, "liwei");
        QVERIFY2(uploaded.exitCode == 0, uploaded.described().constData());
        QCOMPARE(uploaded.text("outcome"), QStringLiteral("DONE"));
        QCOMPARE(uploaded.number("records"), 2);
        QCOMPARE(count("onceover.imports"), 0);
        QCOMPARE(fileState(), QStringLiteral("STORED"));
        const QStringList proposal{
            "propose-upload",
            "--upload",
            uploaded.text("upload_id"),
            "--reason",
            "FROM_BANK_PORTAL",
            "--note",
            "fetched by hand"};
        // Without the digest nothing is proposed.
        QCOMPARE(desk(proposal, "liwei").exitCode, 64);
        const QStringList shown{"--digest", uploaded.text("digest")};
        const CoreAnswer proposed = desk(proposal + shown, "liwei");
        QVERIFY2(proposed.exitCode == 0, proposed.described().constData());
        QCOMPARE(fileState(), QStringLiteral("WAITS"));
        const QStringList approval{"approve", "--decision", proposed.text("id")};
        QCOMPARE(desk(approval + shown, "liwei").text("code"), QStringLiteral("person.proposer"));
        QCOMPARE(count("onceover.imports"), 0);
        const CoreAnswer approved = desk(approval + shown, "ana");
        QVERIFY2(approved.exitCode == 0, approved.described().constData());
        QCOMPARE(count("onceover.imports where linked_at is not null"), 1);
        QCOMPARE(count("onceover.records"), 2);
        QCOMPARE(fileState(), QStringLiteral("ACCEPTED"));
        QCOMPARE(
            desk({"upload", path}, "ana").text("code"), QStringLiteral("upload.stored_before"));
    }

    void whatIsNoStatementIsRefusedByPlace()
    {
        const CoreAnswer refused =
            desk({"upload", m_core.write("no.xml", "<Document><a></Document>")}, "liwei");
        QCOMPARE(refused.text("outcome"), QStringLiteral("REFUSED"));
        QVERIFY(refused.exitCode != 0);
        QCOMPARE(count("onceover.uploads"), 1);
    }

    // What the database counts again is what the readers counted.
    void everyFileOfABankIsTaken()
    {
        const QDir corpus(QString::fromLocal8Bit(qgetenv("ONCEOVER_CORPUS")) + "/files");
        if (qEnvironmentVariableIsEmpty("ONCEOVER_CORPUS"))
            QSKIP("ONCEOVER_CORPUS names no folder");
        int taken = 0;
        int refused = 0;
        for (const char* folder :
             {"camt052", "camt053", "camt054", "mt940", "mt942", "bai2", "csv"}) {
            for (const QFileInfo& file : QDir(corpus.filePath(folder)).entryInfoList(QDir::Files)) {
                const CoreAnswer uploaded = desk({"upload", file.filePath()}, "liwei");
                ++(uploaded.exitCode == 0 ? taken : refused);
                QVERIFY2(
                    uploaded.text("code") != QStringLiteral("import.control_totals")
                        || !uploaded.text("message").contains("of the file, account"),
                    uploaded.described().constData());
            }
        }
        qInfo("%d files taken, %d refused", taken, refused);
        QVERIFY(taken > 20);
    }

private:
    CoreAnswer desk(const QStringList& words, const QString& login)
    {
        return m_core.run(QStringList{"desk"} + words + QStringList{"--as", login});
    }

    int count(const char* from)
    {
        const QByteArray sql = QByteArray("select count(*)::text as cell from ") + from;
        return m_core.rows(sql.constData(), {"cell"}).value(0).value(0).toInt();
    }

    QString fileState()
    {
        const CoreAnswer files = m_core.run({"files"});
        return files.exitCode == 0 && files.lines.size() == 1 ? files.text("state")
                                                              : QString::fromUtf8(files.output);
    }

    CoreProcess m_core;
};

QTEST_GUILESS_MAIN(UploadTest)

#include "upload_test.moc"
