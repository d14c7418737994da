// SPDX-License-Identifier: GPL-3.0-or-later
// A person without a mouse: every control of a window has a name and a key of its own, no two have
// the same one, and Tab goes through them in the order in which they are read.
#include "models/session/sign_in.h"
#include "tests/console/example_case.h"
#include "tests/console/fake_keyring.h"
#include "views/decision/decision_sheet.h"
#include "views/files/file_sheet.h"
#include "views/files/preview_sheet.h"
#include "views/signin/profile_editor.h"
#include "views/signin/sign_in_window.h"
#include "views/start/start_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace onceover;

namespace {

bool isInsideAnother(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    return widget->isWindow() || widget->objectName().startsWith(QLatin1String("qt_"))
           || qobject_cast<const QAbstractSpinBox*>(parent) != nullptr
           || qobject_cast<const QComboBox*>(parent) != nullptr;
}

// What Tab stops at, in no order.
QList<QWidget*> controlsOf(const QWidget& window)
{
    QList<QWidget*> controls;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        const bool isStop = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isVisible()
                            && widget->isEnabled() && !isInsideAnother(widget);
        if (isStop)
            controls << widget;
    }
    return controls;
}

QString describe(const QWidget* widget)
{
    return QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ')
           + widget->objectName() + QLatin1Char(' ') + widget->accessibleName();
}

// The key that leads to a control, or that it shows beside its words; empty where there is none.
QKeySequence keyOf(const QWidget& window, const QWidget* control)
{
    for (const QLabel* label : window.findChildren<QLabel*>()) {
        if (label->buddy() == control)
            return QKeySequence::mnemonic(label->text());
    }
    const auto* button = qobject_cast<const QAbstractButton*>(control);
    return button == nullptr ? QKeySequence() : button->shortcut();
}

void expectKeys(QWidget& window)
{
    QMap<QString, QString> owners;
    const QList<QWidget*> controls = controlsOf(window);
    QVERIFY(!controls.isEmpty());
    for (const QWidget* control : controls) {
        QAccessibleInterface* face =
            QAccessible::queryAccessibleInterface(const_cast<QWidget*>(control));
        QVERIFY(face != nullptr);
        const QString name = face->text(QAccessible::Name);
        QVERIFY2(!name.isEmpty(), qPrintable(describe(control)));
        QVERIFY2(!name.contains(QLatin1Char('&')), qPrintable(name));
        // The sheet's own verb is Ctrl+Enter, which it says beside the button.
        if (control->objectName() == QLatin1String("commit"))
            continue;
        const QKeySequence key = keyOf(window, control);
        QVERIFY2(!key.isEmpty(), qPrintable(describe(control)));
        const QString text = key.toString();
        QVERIFY2(
            !owners.contains(text),
            qPrintable(text + QStringLiteral(": ") + describe(control) + owners.value(text)));
        owners.insert(text, describe(control));
    }
}

// Top to bottom, and within a line from left to right; columns are read one after the other.
bool isReadBefore(const QWidget* window, const QWidget* left, const QWidget* right)
{
    const QPoint a = left->mapTo(window, QPoint());
    const QPoint b = right->mapTo(window, QPoint());
    const bool isSameLine = std::abs(a.y() - b.y()) < std::min(left->height(), right->height());
    if (isSameLine)
        return a.x() < b.x();
    return a.y() < b.y() || a.x() + left->width() <= b.x();
}

void expectTabOrder(QWidget& window)
{
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    const QList<QWidget*> controls = controlsOf(window);
    QList<QWidget*> visited;
    QWidget* first = controls.front();
    for (QWidget* control : controls) {
        if (isReadBefore(&window, control, first))
            first = control;
    }
    first->setFocus();
    for (QWidget* at = window.focusWidget(); at != nullptr && !visited.contains(at);
         at = window.focusWidget()) {
        visited << at;
        // A date has parts, and Tab goes through them first.
        constexpr int kMostParts = 8;
        for (int part = 0; part < kMostParts && window.focusWidget() == at; ++part)
            QTest::keyClick(at, Qt::Key_Tab);
    }
    for (const QWidget* control : controls)
        QVERIFY2(visited.contains(const_cast<QWidget*>(control)), qPrintable(describe(control)));
    for (qsizetype i = 1; i < visited.size(); ++i) {
        QVERIFY2(
            isReadBefore(&window, visited.at(i - 1), visited.at(i)),
            qPrintable(
                describe(visited.at(i - 1)) + QStringLiteral(" -> ") + describe(visited.at(i))));
    }
}

void expectKeyboard(QWidget& window)
{
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    expectKeys(window);
    if (!QTest::currentTestFailed())
        expectTabOrder(window);
}

} // namespace

class ControlKeysTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void init()
    {
        m_book = std::make_unique<ProfileBook>(m_directory.filePath(QStringLiteral("p.ini")));
        m_profile = ProfileBook::blank();
        m_profile.name = QStringLiteral("payments-eu");
        m_profile.host = QStringLiteral("db.example.com");
        m_profile.database = QStringLiteral("payments");
        m_profile.login = QStringLiteral("liwei");
        QVERIFY(m_book->put(m_profile));
        m_keyring.secrets[m_profile.id] = QStringLiteral("kept");
    }

    void signIn()
    {
        SignIn signIn(
            m_book.get(), &m_keyring, [](const ConnectionProfile&, const QString&) -> Result<void> {
                return {};
            });
        SignInWindow window(&signIn, false);
        expectKeyboard(window);
    }

    void profileEditor()
    {
        ProfileEditor editor(m_book.get(), m_profile);
        expectKeyboard(editor);
    }

    void aFailedStart()
    {
        StartWindow window(QStringLiteral("/var/lib/onceover"));
        window.beginStep(QStringLiteral("database"));
        window.showFailure(QStringLiteral("The disk is full."), QStringLiteral("ENOSPC"), true);
        expectKeyboard(window);
    }

    void everySheet_data()
    {
        QTest::addColumn<int>("command");
        for (const CaseCommand command :
             {CaseCommand::Confirm,
              CaseCommand::Reject,
              CaseCommand::Resend,
              CaseCommand::Approve,
              CaseCommand::Withdraw,
              CaseCommand::Take,
              CaseCommand::Defer,
              CaseCommand::Enquire,
              CaseCommand::Note})
            QTest::addRow("command %d", static_cast<int>(command)) << static_cast<int>(command);
    }

    void everySheet()
    {
        QFETCH(int, command);
        DecisionSheet sheet(static_cast<CaseCommand>(command), snapshotOf(exampleCase()));
        expectKeyboard(sheet);
    }

    void aFileBeforeItIsStored()
    {
        PreviewSheet sheet({QStringLiteral("stripe-balance")});
        sheet.addFile(QStringLiteral("/tmp/may.xml"));
        expectKeyboard(sheet);
    }

    void aFileThatWaits_data()
    {
        QTest::addColumn<QString>("decision");
        QTest::newRow("stored") << QString();
        QTest::newRow("waits") << QStringLiteral("00000000-0000-4000-8000-000000000002");
    }

    void aFileThatWaits()
    {
        QFETCH(QString, decision);
        auto file = std::make_shared<UploadFile>();
        file->exists = true;
        file->fileName = QStringLiteral("may.xml");
        file->openDecisionId = decision;
        FileSheet sheet(file, QString());
        expectKeyboard(sheet);
    }

private:
    QTemporaryDir m_directory;
    std::unique_ptr<ProfileBook> m_book;
    FakeKeyring m_keyring;
    ConnectionProfile m_profile;
};

QTEST_MAIN(ControlKeysTest)
#include "control_keys_test.moc"
