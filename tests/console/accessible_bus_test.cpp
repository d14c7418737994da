// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet as another program reaches it: over the real AT-SPI bus, on a real X server. The test
// starts both and then itself as the program that shows the sheet.
#include "models/sheet/sheet_model.h"
#include "views/sheet/sheet_view.h"

#include <QAccessible>
#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCall>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace onceover;

namespace {

constexpr const char* kInside = "--inside";
constexpr int kPatienceMs = 20'000;

QList<SheetRow> threeRows()
{
    QList<SheetRow> rows;
    for (int i = 0; i < 3; ++i) {
        SheetRow row;
        row.id = QString::number(i);
        row.summary = QStringLiteral("Payment %1 is late").arg(i);
        row.cells = {
            {row.id, Tone::Normal, CellKind::Code, {}},
            {QStringLiteral("12.00"), Tone::Normal, CellKind::Amount, {}}};
        rows << row;
    }
    return rows;
}

// The event loop has to turn while the bridge answers.
QDBusMessage wait(const QDBusPendingCall& call)
{
    const bool isDone = QTest::qWaitFor([&] { return call.isFinished(); }, kPatienceMs);
    return isDone ? call.reply() : QDBusMessage();
}

} // namespace

class SheetOnBusTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase()
    {
        const QDBusMessage found =
            wait(QDBusConnection::sessionBus().asyncCall(QDBusMessage::createMethodCall(
                QStringLiteral("org.a11y.Bus"),
                QStringLiteral("/org/a11y/bus"),
                QStringLiteral("org.a11y.Bus"),
                QStringLiteral("GetAddress"))));
        QCOMPARE(found.type(), QDBusMessage::ReplyMessage);
        m_bus = QDBusConnection::connectToBus(
            found.arguments().constFirst().toString(), QStringLiteral("asker"));
        QVERIFY(m_bus.isConnected());
        m_model.setRows(threeRows());
        m_view.setSheet(&m_model);
        m_view.show();
        // The name under which Qt keeps the bridge's own connection.
        QTRY_VERIFY_WITH_TIMEOUT(
            !QDBusConnection(QStringLiteral("a11y")).baseService().isEmpty(), kPatienceMs);
    }

    void noQuestionEndsTheProgram()
    {
        const int children = QAccessible::queryAccessibleInterface(&m_view)->childCount();
        QCOMPARE(children, 12);
        for (int index = -2; index <= children + 2; ++index) {
            for (const char* question :
                 {"GetRowColumnExtentsAtIndex", "GetRowAtIndex", "GetColumnAtIndex"})
                QCOMPARE(ask(question, {index}).type(), QDBusMessage::ReplyMessage);
        }
        for (const int place : {-1, 0, 99}) {
            QCOMPARE(ask("IsSelected", {place, place}).type(), QDBusMessage::ReplyMessage);
            // Refusing is an answer as well.
            ask("GetAccessibleAt", {place, place});
            ask("GetIndexAt", {place, place});
            ask("GetRowExtentAt", {place, place});
            ask("GetColumnExtentAt", {place, place});
            ask("GetRowHeader", {place});
            ask("GetColumnHeader", {place});
        }
    }

    void aRowSaysItsSummary()
    {
        const QDBusMessage said = ask("GetRowDescription", {1});
        QCOMPARE(said.arguments().value(0).toString(), QStringLiteral("Payment 1 is late"));
    }

private:
    QDBusMessage ask(const char* question, const QVariantList& arguments)
    {
        QDBusMessage call = QDBusMessage::createMethodCall(
            QDBusConnection(QStringLiteral("a11y")).baseService(),
            QStringLiteral("/org/a11y/atspi/accessible/%1")
                .arg(QAccessible::uniqueId(QAccessible::queryAccessibleInterface(&m_view))),
            QStringLiteral("org.a11y.atspi.Table"),
            QLatin1String(question));
        call.setArguments(arguments);
        return wait(m_bus.asyncCall(call));
    }

    QDBusConnection m_bus{QString()};
    SheetModel m_model{{QStringLiteral("Id"), QStringLiteral("Amount")}};
    SheetView m_view{QStringLiteral("Payments")};
};

class AccessibleBusTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theSheetAnswersOverTheBus()
    {
        for (const char* program : {"Xvfb", "dbus-run-session"}) {
            if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty())
                QSKIP("there is no X server or bus to try it on");
        }
        if (!QFile::exists(QStringLiteral("/usr/share/dbus-1/services/org.a11y.Bus.service")))
            QSKIP("there is no AT-SPI here");
        QProcess server;
        server.start(QStringLiteral("Xvfb"), {QStringLiteral("-displayfd"), QStringLiteral("1")});
        QTRY_VERIFY_WITH_TIMEOUT(server.canReadLine(), kPatienceMs);
        const QString display = QLatin1Char(':') + QString::fromLatin1(server.readLine().trimmed());
        const QTemporaryDir runtime;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("DISPLAY"), display);
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), runtime.path());
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
        environment.insert(QStringLiteral("QT_LINUX_ACCESSIBILITY_ALWAYS_ON"), QStringLiteral("1"));
        QProcess inside;
        inside.setProcessEnvironment(environment);
        inside.setProcessChannelMode(QProcess::MergedChannels);
        inside.start(
            QStringLiteral("dbus-run-session"),
            {QStringLiteral("--"),
             QCoreApplication::applicationFilePath(),
             QLatin1String(kInside)});
        QVERIFY(inside.waitForFinished(3 * kPatienceMs));
        const QByteArray output = inside.readAll();
        server.terminate();
        server.waitForFinished();
        QVERIFY2(
            inside.exitStatus() == QProcess::NormalExit && inside.exitCode() == 0,
            output.constData());
    }
};

int main(int argc, char** argv)
{
    if (argc == 2 && qstrcmp(argv[1], kInside) == 0) {
        const QApplication application(argc, argv);
        SheetOnBusTest test;
        return QTest::qExec(&test);
    }
    const QCoreApplication application(argc, argv);
    AccessibleBusTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "accessible_bus_test.moc"
