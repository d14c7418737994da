// SPDX-License-Identifier: GPL-3.0-or-later
// Every sentence of the sources is in the translation files, and none waits for its translation.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

[[nodiscard]] QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

[[nodiscard]] QDir translations()
{
    return QDir(QStringLiteral(ONCEOVER_SOURCE_DIR "/translations"));
}

[[nodiscard]] QStringList files()
{
    return translations().entryList({QStringLiteral("*.ts")}, QDir::Files);
}

} // namespace

class TranslationsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void filesAreUpToDate()
    {
        if (files().isEmpty()) {
            QSKIP("there is no translation file yet");
        }
        QTemporaryDir copy;
        for (const QString& name : files()) {
            QVERIFY(QFile::copy(translations().filePath(name), copy.filePath(name)));
        }
        QProcess update;
        update.start(
            QStringLiteral("cmake"),
            {QStringLiteral("-DROOT=" ONCEOVER_SOURCE_DIR),
             QStringLiteral("-DOUTPUT=") + copy.path(),
             QStringLiteral("-P"),
             QStringLiteral(ONCEOVER_SOURCE_DIR "/resources/cmake/run_lupdate.cmake")});
        QVERIFY(update.waitForFinished());
        QVERIFY2(update.exitCode() == 0, update.readAllStandardError().constData());
        for (const QString& name : files()) {
            QVERIFY2(
                read(copy.filePath(name)) == read(translations().filePath(name)),
                qPrintable(name + QStringLiteral(": build the target update_translations")));
        }
    }

    void chineseIsComplete()
    {
        if (files().isEmpty()) {
            QSKIP("there is no translation file yet");
        }
        int found = 0;
        for (const QString& name : files()) {
            QVERIFY2(
                !read(translations().filePath(name)).contains("type=\"unfinished\""),
                qPrintable(name + QStringLiteral(": sentences without a translation")));
            found += name.contains(QLatin1String("zh_CN")) ? 1 : 0;
        }
        QCOMPARE(found, 1);
    }
};

QTEST_GUILESS_MAIN(TranslationsTest)

#include "translations_test.moc"
