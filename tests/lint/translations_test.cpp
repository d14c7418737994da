// SPDX-License-Identifier: GPL-3.0-or-later
// Every sentence of the sources is in the translation files, and none waits for its translation.
#include "test_places.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

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

// What a translation must take over as it is: placeholders, markup, line breaks, a key to press.
[[nodiscard]] QStringList marksOf(const QString& text)
{
    static const QRegularExpression kMark(
        QStringLiteral("%(?:L?[0-9]+|n)|</?[a-z]+>|[<>]|\\n|&(?=[^&\\s])"));
    QStringList marks;
    for (auto found = kMark.globalMatch(text); found.hasNext();)
        marks.append(found.next().captured());
    marks.removeDuplicates();
    marks.sort();
    return marks;
}

[[nodiscard]] QString faultOf(const QString& source, const QString& translation)
{
    // "%n" may be left out where the number goes without saying.
    QStringList wanted = marksOf(source);
    QStringList found = marksOf(translation);
    if (!found.contains(QStringLiteral("%n")))
        wanted.removeAll(QStringLiteral("%n"));
    if (wanted != found)
        return QStringLiteral("has other marks");
    const auto isPadded = [](const QString& text) {
        return text.trimmed() != text;
    };
    if (isPadded(translation) && !isPadded(source))
        return QStringLiteral("has blanks around it");
    return {};
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
        QVERIFY(update.waitForFinished(600'000));
        QVERIFY2(update.exitCode() == 0, update.readAllStandardError().constData());
        for (const QString& name : files()) {
            QVERIFY2(
                read(copy.filePath(name)) == read(translations().filePath(name)),
                qPrintable(name + QStringLiteral(": build the target refresh_translations")));
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

    void marksAreTakenOver()
    {
        QCOMPARE(faultOf(QStringLiteral("&Go to %1"), QStringLiteral("前往 %1(&G)")), QString());
        QVERIFY(!faultOf(QStringLiteral("Go to %1"), QStringLiteral("前往")).isEmpty());
        QVERIFY(!faultOf(QStringLiteral("Go"), QStringLiteral("<b>前往</b>")).isEmpty());
        QVERIFY(!faultOf(QStringLiteral("&Go"), QStringLiteral("前往")).isEmpty());
        QVERIFY(!faultOf(QStringLiteral("Go"), QStringLiteral("前往\n")).isEmpty());
        int compared = 0;
        QStringList faults;
        for (const QString& name : files()) {
            QXmlStreamReader xml(read(translations().filePath(name)));
            QString source;
            const auto compare = [&] {
                const QString translation =
                    xml.readElementText(QXmlStreamReader::IncludeChildElements);
                const QString fault = faultOf(source, translation);
                if (!fault.isEmpty())
                    faults.append(
                        source + QStringLiteral(" → ") + translation + QLatin1Char(' ') + fault);
                ++compared;
            };
            bool isNumerus = false;
            while (!xml.atEnd()) {
                xml.readNext();
                if (!xml.isStartElement())
                    continue;
                if (xml.name() == QLatin1String("message"))
                    isNumerus = xml.attributes().hasAttribute(QStringLiteral("numerus"));
                else if (xml.name() == QLatin1String("source"))
                    source = xml.readElementText();
                else if (
                    xml.name() == QLatin1String("numerusform")
                    || (xml.name() == QLatin1String("translation") && !isNumerus))
                    compare();
            }
            QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
        QVERIFY(compared > 100);
    }
};

QTEST_GUILESS_MAIN(TranslationsTest)

#include "translations_test.moc"
