// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/signin/profile_editor.h"

#include "models/session/profile_book.h"
#include "models/session/sign_in_text.h"
#include "views/labelled_row.h"
#include "views/plain_label.h"
#include "views/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QIntValidator>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace onceover {

ProfileEditor::ProfileEditor(ProfileBook* book, const ConnectionProfile& profile, QWidget* parent)
    : QDialog(parent)
    , m_book(book)
    , m_profile(profile)
{
    setWindowTitle(
        profile.name.isEmpty() ? tr("New connection profile") : tr("Connection profile"));
    build();
    check();
}

QLineEdit* ProfileEditor::addField(
    QFormLayout* form, const QString& label, const QString& name, const QString& text)
{
    auto* field = new QLineEdit(text, this);
    field->setObjectName(name);
    field->setMinimumWidth(360);
    addLabelledRow(form, label, field);
    connect(field, &QLineEdit::textChanged, this, &ProfileEditor::check);
    return field;
}

void ProfileEditor::build()
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 20, 20, 16);
    layout->setSpacing(12);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_name = addField(form, tr("&Name"), QStringLiteral("profileName"), m_profile.name);
    m_environment = new QComboBox(this);
    m_environment->addItem(tr("PRODUCTION"));
    m_environment->addItem(tr("TEST"));
    m_environment->setCurrentIndex(m_profile.environment == ProfileEnvironment::Test ? 1 : 0);
    addLabelledRow(form, tr("&Environment"), m_environment);
    m_host = addField(form, tr("&Host"), QStringLiteral("profileHost"), m_profile.host);
    m_host->setPlaceholderText(tr("db1.example.com, db2.example.com"));
    m_port =
        addField(form, tr("&Port"), QStringLiteral("profilePort"), QString::number(m_profile.port));
    m_port->setValidator(new QIntValidator(1, 65535, m_port));
    m_database =
        addField(form, tr("&Database"), QStringLiteral("profileDatabase"), m_profile.database);
    m_login = addField(form, tr("Your &login"), QStringLiteral("profileLogin"), m_profile.login);
    m_sslMode = new QComboBox(this);
    m_sslMode->addItem(tr("TLS, the server proves its name"), QStringLiteral("verify-full"));
    m_sslMode->addItem(tr("Socket of this machine, no TLS"), QStringLiteral("disable"));
    m_sslMode->setCurrentIndex(m_profile.sslMode == QLatin1String("disable") ? 1 : 0);
    addLabelledRow(form, tr("Se&curity"), m_sslMode);
    m_rootCertificate = addField(
        form,
        tr("&Root certificates"),
        QStringLiteral("profileRootCertificate"),
        m_profile.rootCertificate);
    m_rootCertificate->setPlaceholderText(tr("the system's own"));
    layout->addLayout(form);
    auto* note = new PlainLabel(
        tr("A profile holds no password. No core runs inside this program on such a connection: "
           "it reads and decides, and cores send from hosts of their own."),
        this);
    note->setTone(Tone::Muted);
    note->setWrapped();
    layout->addWidget(note);
    m_fault = new PlainLabel(this);
    m_fault->setObjectName(QStringLiteral("profileFault"));
    m_fault->setTone(Tone::Danger);
    m_fault->setWrapped();
    layout->addWidget(m_fault);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("&Save profile"), QDialogButtonBox::AcceptRole);
    m_save->setProperty("emphasis", QStringLiteral("primary"));
    buttons->addButton(tr("C&ancel"), QDialogButtonBox::RejectRole);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &ProfileEditor::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_sslMode, &QComboBox::currentIndexChanged, this, &ProfileEditor::check);
}

ConnectionProfile ProfileEditor::profile() const
{
    ConnectionProfile profile = m_profile;
    profile.name = m_name->text().trimmed();
    profile.environment = m_environment->currentIndex() == 1 ? ProfileEnvironment::Test
                                                             : ProfileEnvironment::Production;
    profile.host = m_host->text().simplified().remove(QLatin1Char(' '));
    profile.port = m_port->text().toInt();
    profile.database = m_database->text().trimmed();
    profile.login = m_login->text().trimmed();
    profile.sslMode = m_sslMode->currentData().toString();
    profile.rootCertificate = m_rootCertificate->text().trimmed();
    return profile;
}

void ProfileEditor::check()
{
    if (m_save == nullptr)
        return;
    const ProfileFault fault = m_book->faultOf(profile());
    m_fault->setText(SignInText::fault(fault));
    m_save->setEnabled(fault == ProfileFault::None);
}

void ProfileEditor::save()
{
    const ConnectionProfile made = profile();
    if (!m_book->put(made)) {
        m_fault->setText(tr("The file of profiles cannot be written. Nothing was changed."));
        return;
    }
    Q_EMIT saved(made);
    accept();
}

} // namespace onceover
