// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/signin/sign_in_window.h"

#include "models/text/untrusted_text.h"
#include "views/plain_label.h"
#include "views/signin/profile_editor.h"
#include "views/theme.h"

#include <QCheckBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace onceover {

namespace {

QString environmentOf(const ConnectionProfile& profile)
{
    return profile.environment == ProfileEnvironment::Test ? SignInWindow::tr("TEST")
                                                           : SignInWindow::tr("PRODUCTION");
}

QPushButton* button(const QString& text, const char* name, QWidget* parent)
{
    auto* made = new QPushButton(text, parent);
    made->setObjectName(QLatin1String(name));
    made->setAutoDefault(false);
    return made;
}

} // namespace

SignInWindow::SignInWindow(SignIn* signIn, bool isAudit, QWidget* parent)
    : QWidget(parent)
    , m_signIn(signIn)
    , m_isAudit(isAudit)
{
    setWindowTitle(
        isAudit ? tr("Sign in for a read-only audit · Onceover") : tr("Sign in · Onceover"));
    build();
    fillList();
    connect(m_signIn, &SignIn::storedChanged, this, &SignInWindow::showStored);
    connect(m_signIn, &SignIn::busyChanged, this, &SignInWindow::showBusy);
    connect(m_signIn, &SignIn::failed, this, [this](const ErrorSentences& why) {
        showMessage(why.all().simplified(), Tone::Danger);
        m_password->setFocus();
        m_password->selectAll();
    });
    connect(m_signIn, &SignIn::tested, this, [this] {
        showMessage(tr("The connection works."), Tone::Good);
    });
    connect(m_signIn, &SignIn::signedIn, this, [this] { m_password->clear(); });
    chooseProfile(QString());
}

void SignInWindow::build()
{
    resize(860, 520);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildList());
    layout->addWidget(buildForm(), 1);
}

QWidget* SignInWindow::buildList()
{
    auto* side = new QWidget(this);
    side->setFixedWidth(280);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(8, 20, 8, 16);
    layout->setSpacing(Theme::kGapPx);
    auto* heading = new PlainLabel(tr("&Connection profiles"), side);
    heading->setFont(Theme::strong());
    heading->setContentsMargins(10, 0, 0, 0);
    layout->addWidget(heading);
    m_list = new QListWidget(side);
    m_list->setObjectName(QStringLiteral("profileList"));
    m_list->setAccessibleName(tr("Connection profiles"));
    heading->setBuddy(m_list);
    layout->addWidget(m_list, 1);
    auto* row = new QHBoxLayout;
    auto* add = button(tr("&New…"), "newProfile", side);
    m_edit = button(tr("&Edit…"), "editProfile", side);
    m_remove = button(tr("Re&move"), "removeProfile", side);
    for (QPushButton* one : {add, m_edit, m_remove})
        row->addWidget(one);
    layout->addLayout(row);
    connect(m_list, &QListWidget::currentRowChanged, this, &SignInWindow::showProfile);
    connect(add, &QPushButton::clicked, this, [this] { edit(ProfileBook::blank()); });
    connect(m_edit, &QPushButton::clicked, this, [this] { edit(m_signIn->profile()); });
    connect(m_remove, &QPushButton::clicked, this, &SignInWindow::removeProfile);
    return side;
}

QWidget* SignInWindow::buildPassword(QWidget* parent)
{
    m_form = new QWidget(parent);
    auto* layout = new QVBoxLayout(m_form);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    auto* label = new PlainLabel(tr("&Password"), m_form);
    layout->addWidget(label);
    m_password = new QLineEdit(m_form);
    m_password->setObjectName(QStringLiteral("password"));
    m_password->setAccessibleName(tr("Password"));
    m_password->setEchoMode(QLineEdit::Password);
    label->setBuddy(m_password);
    layout->addWidget(m_password);
    m_keep = new QCheckBox(tr("&Keep it in the keyring"), m_form);
    m_keep->setObjectName(QStringLiteral("keepPassword"));
    layout->addWidget(m_keep);
    auto* row = new QHBoxLayout;
    m_keyring = new PlainLabel(m_form);
    m_keyring->setObjectName(QStringLiteral("keyringState"));
    m_keyring->setFont(Theme::small());
    m_keyring->setTone(Tone::Muted);
    m_keyring->setWrapped();
    m_forget = button(tr("&Forget it"), "forgetPassword", m_form);
    m_forget->hide();
    row->addWidget(m_keyring, 1);
    row->addWidget(m_forget);
    layout->addLayout(row);
    connect(m_password, &QLineEdit::returnPressed, this, &SignInWindow::submit);
    connect(m_forget, &QPushButton::clicked, m_signIn, &SignIn::forget);
    return m_form;
}

QWidget* SignInWindow::buildForm()
{
    auto* panel = new QFrame(this);
    panel->setObjectName(QStringLiteral("panel"));
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(36, 32, 36, 24);
    layout->setSpacing(10);
    if (m_isAudit) {
        auto* audit = new PlainLabel(tr("READ-ONLY AUDIT"), panel);
        audit->setFont(Theme::strong());
        audit->setTone(Tone::Warning);
        layout->addWidget(audit);
    }
    m_title = new PlainLabel(panel);
    m_title->setFont(Theme::title());
    layout->addWidget(m_title);
    m_place = new PlainLabel(panel);
    m_place->setTone(Tone::Muted);
    m_place->setWrapped();
    layout->addWidget(m_place);
    layout->addSpacing(12);
    layout->addWidget(buildPassword(panel));
    m_message = new PlainLabel(panel);
    m_message->setObjectName(QStringLiteral("signInMessage"));
    m_message->setWrapped();
    layout->addWidget(m_message);
    layout->addStretch(1);
    auto* row = new QHBoxLayout;
    m_test = button(tr("&Test connection"), "testConnection", panel);
    m_enter = button(tr("&Sign in"), "signIn", panel);
    m_enter->setProperty("emphasis", QStringLiteral("primary"));
    row->addWidget(m_test);
    row->addStretch(1);
    row->addWidget(m_enter);
    layout->addLayout(row);
    connect(m_enter, &QPushButton::clicked, this, &SignInWindow::submit);
    connect(m_test, &QPushButton::clicked, this, [this] {
        showMessage(tr("Trying the connection…"), Tone::Muted);
        m_signIn->test(m_password->text());
    });
    return panel;
}

void SignInWindow::fillList()
{
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (const ConnectionProfile& profile : m_signIn->book()->profiles()) {
        auto* item = new QListWidgetItem(
            tr("%1\n%2 · %3")
                .arg(
                    UntrustedText::line(profile.name, 60),
                    environmentOf(profile),
                    UntrustedText::line(profile.login, 60)),
            m_list);
        item->setData(Qt::UserRole, profile.id);
    }
}

void SignInWindow::chooseProfile(const QString& id)
{
    const ProfileBook* book = m_signIn->book();
    const QString wanted = book->byId(id) ? id : book->lastUsed();
    int row = m_list->count() > 0 ? 0 : -1;
    for (int i = 0; i < m_list->count(); ++i) {
        if (m_list->item(i)->data(Qt::UserRole).toString() == wanted)
            row = i;
    }
    m_list->setCurrentRow(row);
    showProfile();
    m_password->setFocus();
}

void SignInWindow::showProfile()
{
    const QListWidgetItem* item = m_list->currentItem();
    const auto profile = item == nullptr
                             ? std::optional<ConnectionProfile>()
                             : m_signIn->book()->byId(item->data(Qt::UserRole).toString());
    m_edit->setEnabled(profile.has_value());
    m_remove->setEnabled(profile.has_value());
    m_password->clear();
    m_form->setVisible(profile.has_value());
    m_test->setVisible(profile.has_value());
    m_enter->setVisible(profile.has_value());
    if (!profile) {
        m_title->setText(tr("Where do you work?"));
        m_place->setText(tr("Make a connection profile of your team's database with New….\n\n"
                            "To look around first, start:  onceover --demo"));
    } else {
        m_title->setText(UntrustedText::line(profile->name, 60));
        const QString address =
            profile->isSocket()
                ? profile->host
                : QStringLiteral("%1:%2").arg(profile->host, QString::number(profile->port));
        m_place->setText(tr("%1 · %2 as %3 · %4")
                             .arg(
                                 environmentOf(*profile),
                                 UntrustedText::line(profile->database, 60),
                                 UntrustedText::line(profile->login, 60),
                                 UntrustedText::line(address, 120)));
        m_signIn->choose(*profile);
    }
    const ProfileBook* book = m_signIn->book();
    if (book->isFromNewerProgram())
        showMessage(
            tr("A newer Onceover wrote the profiles; this one leaves them as they are."),
            Tone::Warning);
    else if (book->isDamaged() || book->skipped() > 0)
        showMessage(
            tr("The file of profiles is damaged; what could be read is shown. A copy is kept "
               "before "
               "anything is written."),
            Tone::Warning);
    else
        showMessage(QString(), Tone::Normal);
    showBusy();
}

void SignInWindow::showStored()
{
    const SignIn::Stored stored = m_signIn->stored();
    m_forget->setVisible(stored == SignIn::Stored::Yes);
    m_keep->setEnabled(stored != SignIn::Stored::Unusable);
    m_password->setPlaceholderText(
        stored == SignIn::Stored::Yes ? tr("from the keyring, or type another") : QString());
    switch (stored) {
    case SignIn::Stored::Asking:
        m_keyring->setText(tr("Asking the keyring…"));
        break;
    case SignIn::Stored::Yes:
        m_keyring->setText(tr("The keyring has the password of this profile."));
        break;
    case SignIn::Stored::No:
        m_keyring->setText(tr("Otherwise it is used for this session alone."));
        break;
    case SignIn::Stored::Unusable:
        m_keep->setChecked(false);
        m_keyring->setText(
            tr("No keyring can be used here: the password is for this session alone."));
        break;
    }
    showBusy();
}

void SignInWindow::showBusy()
{
    const bool isChosen = m_list->currentItem() != nullptr;
    const bool isFree = isChosen && !m_signIn->isBusy();
    for (QPushButton* one : {m_test, m_enter, m_forget})
        one->setEnabled(isFree);
    m_password->setEnabled(isFree);
    m_list->setEnabled(!m_signIn->isBusy());
    m_enter->setText(m_signIn->isBusy() ? tr("Connecting…") : tr("&Sign in"));
}

void SignInWindow::showMessage(const QString& text, Tone tone)
{
    m_message->setTone(tone);
    m_message->setText(text);
}

void SignInWindow::submit()
{
    if (m_list->currentItem() == nullptr || m_signIn->isBusy())
        return;
    if (m_password->text().isEmpty() && m_signIn->stored() != SignIn::Stored::Yes) {
        showMessage(tr("Type your password."), Tone::Warning);
        m_password->setFocus();
        return;
    }
    showMessage(QString(), Tone::Normal);
    m_signIn->signIn(m_password->text(), m_keep->isChecked());
}

void SignInWindow::edit(const ConnectionProfile& profile)
{
    auto* editor = new ProfileEditor(m_signIn->book(), profile, this);
    editor->setAttribute(Qt::WA_DeleteOnClose);
    connect(editor, &ProfileEditor::saved, this, [this](const ConnectionProfile& made) {
        fillList();
        chooseProfile(made.id);
    });
    editor->open();
}

void SignInWindow::removeProfile()
{
    const QString id = m_signIn->profile().id;
    m_signIn->forget();
    if (!m_signIn->book()->remove(id)) {
        showMessage(
            tr("The file of profiles cannot be written. Nothing was changed."), Tone::Danger);
        return;
    }
    fillList();
    chooseProfile(QString());
}

} // namespace onceover
