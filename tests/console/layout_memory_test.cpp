// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/read/reader.h"
#include "views/sheet/sheet_view.h"
#include "views/shell/layout_memory.h"
#include "views/shell/main_window.h"

#include <QFile>
#include <QHeaderView>
#include <QSettings>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>

using namespace onceover;

namespace {

constexpr int kAmountColumn = 2;

SheetView* paymentsOf(const MainWindow& window)
{
    return window.findChild<SheetView*>(QStringLiteral("payments"));
}

QSplitter* splitOf(const MainWindow& window)
{
    return window.findChild<QSplitter*>(QStringLiteral("list_and_case"));
}

void write(const QString& name, const QByteArray& bytes)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

QByteArray read(const QString& name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class LayoutMemoryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_directory = std::make_unique<QTemporaryDir>();
        m_file = m_directory->filePath(QStringLiteral("onceover/layout.ini"));
        qputenv("XDG_CONFIG_HOME", m_directory->path().toLocal8Bit());
    }

    void aWindowComesBackAsItWasLeft()
    {
        QList<int> sizes;
        {
            MainWindow window(placeOf(QStringLiteral("bank/alice")), &m_reader);
            window.resize(1180, 760);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            splitOf(window)->setSizes({420, 500});
            paymentsOf(window)->horizontalHeader()->resizeSection(kAmountColumn, 231);
            sizes = splitOf(window)->sizes();
        }
        QCOMPARE(LayoutMemory::defaultFile(), m_file);
        MainWindow window(placeOf(QStringLiteral("bank/alice")), &m_reader);
        QCOMPARE(window.size(), QSize(1180, 760));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCOMPARE(splitOf(window)->sizes(), sizes);
        QCOMPARE(paymentsOf(window)->columnWidth(kAmountColumn), 231);

        const MainWindow other(placeOf(QStringLiteral("bank/bob")), &m_reader);
        QVERIFY(other.size() != QSize(1180, 760));
        QVERIFY(paymentsOf(other)->columnWidth(kAmountColumn) != 231);
        QVERIFY(!read(m_file).contains("alice"));
    }

    void withoutAnOwnerNothingIsWritten()
    {
        {
            const MainWindow window(DeskPlace(), &m_reader);
        }
        QVERIFY(!QFile::exists(m_file));
    }

    void aDamagedFileIsBegunAnew_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("noise") << QByteArray("\x00\xff\x17[[[=\n%%%", 12);
        QTest::newRow("no version") << QByteArray("[x]\ngeometry=1\n");
        QTest::newRow("broken group") << QByteArray("version=1\n[unended\n=\n\\x\n");
        QTest::newRow("version no number") << QByteArray("version=one\n");
    }

    void aDamagedFileIsBegunAnew()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(QDir().mkpath(QFileInfo(m_file).path()));
        write(m_file, bytes);
        {
            const MainWindow window(placeOf(QStringLiteral("bank/alice")), &m_reader);
            QCOMPARE(window.size(), MainWindow(placeOf(QString()), &m_reader).size());
        }
        QCOMPARE(QSettings(m_file, QSettings::IniFormat).value(QStringLiteral("version")), 1);
    }

    void valuesOutOfBoundsArePassedOver_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("value");
        const QString columns = QStringLiteral("columns/payments");
        const QString split = QStringLiteral("split/list_and_case");
        QTest::newRow("geometry") << QStringLiteral("geometry")
                                  << QVariant(QByteArray("\x01\xd9\xd0\xcb\x00", 5));
        QTest::newRow("huge geometry")
            << QStringLiteral("geometry") << QVariant(QByteArray(100'000, 'x'));
        QTest::newRow("few columns") << columns << QVariant(QStringList{QStringLiteral("9999")});
        QTest::newRow("wide columns")
            << columns << QVariant(QStringList(9, QStringLiteral("99999999")));
        QTest::newRow("words") << columns << QVariant(QStringLiteral("a,b,c"));
        QTest::newRow("negative") << split
                                  << QVariant(
                                         QStringList{QStringLiteral("-1"), QStringLiteral("5")});
        QTest::newRow("nothing") << split
                                 << QVariant(QStringList{QStringLiteral("0"), QStringLiteral("0")});
    }

    void valuesOutOfBoundsArePassedOver()
    {
        QFETCH(QString, key);
        QFETCH(QVariant, value);
        QList<int> widths;
        {
            const MainWindow window(placeOf(QStringLiteral("bank/alice")), &m_reader);
            widths = widthsOf(window);
        }
        {
            QSettings settings(m_file, QSettings::IniFormat);
            QCOMPARE(settings.childGroups().size(), 1);
            settings.setValue(settings.childGroups().constFirst() + QLatin1Char('/') + key, value);
        }
        const MainWindow window(placeOf(QStringLiteral("bank/alice")), &m_reader);
        QCOMPARE(window.size(), MainWindow(placeOf(QString()), &m_reader).size());
        QCOMPARE(widthsOf(window), widths);
    }

    void aNewerProgramsFileIsLeftAlone()
    {
        QVERIFY(QDir().mkpath(QFileInfo(m_file).path()));
        const QByteArray newer("[General]\nversion=2\nsomething=else\n");
        write(m_file, newer);
        {
            const MainWindow window(placeOf(QStringLiteral("bank/alice")), &m_reader);
        }
        QCOMPARE(read(m_file), newer);
    }

private:
    static DeskPlace placeOf(const QString& owner)
    {
        DeskPlace place;
        place.layoutOwner = owner;
        return place;
    }

    static QList<int> widthsOf(const MainWindow& window)
    {
        QList<int> widths;
        for (int column = 0; column < paymentsOf(window)->horizontalHeader()->count(); ++column)
            widths << paymentsOf(window)->columnWidth(column);
        return widths;
    }

    Reader m_reader{ReadSettings()};
    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_file;
};

QTEST_MAIN(LayoutMemoryTest)
#include "layout_memory_test.moc"
