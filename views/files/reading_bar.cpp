// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/files/reading_bar.h"

#include "views/plain_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace onceover {

namespace {

constexpr const char* kEncodings[] = {
    "UTF-8",
    "UTF-16LE",
    "UTF-16BE",
    "windows-1252",
    "ISO-8859-15",
    "windows-1250",
    "ISO-8859-2",
    "CP852",
    "windows-1251",
    "GB18030"};

} // namespace

ReadingBar::ReadingBar(const QStringList& profiles, QWidget* parent)
    : QWidget(parent)
    , m_encoding(new QComboBox(this))
    , m_profile(new QComboBox(this))
    , m_account(new QLineEdit(this))
    , m_currency(new QLineEdit(this))
    , m_again(new QPushButton(tr("&Read again"), this))
{
    m_encoding->addItem(tr("found in the file"), QString());
    for (const char* name : kEncodings)
        m_encoding->addItem(QLatin1String(name), QLatin1String(name));
    m_profile->addItem(tr("found by the columns"), QString());
    for (const QString& name : profiles)
        m_profile->addItem(name, name);
    // The longest profile's name must not take the room of the account.
    for (QComboBox* box : {m_encoding, m_profile}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(14);
    }
    m_account->setPlaceholderText(tr("where the file names none"));
    m_currency->setMaxLength(3);
    m_currency->setFixedWidth(72);
    m_again->setAutoDefault(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    const auto add = [&](const QString& name, QWidget* field, int stretch) {
        auto* label = new PlainLabel(name, this);
        label->setBuddy(field);
        field->setAccessibleName(QString(name).remove(QLatin1Char('&')));
        row->addWidget(label);
        row->addWidget(field, stretch);
    };
    add(tr("&Encoding"), m_encoding, 1);
    add(tr("CSV &profile"), m_profile, 1);
    add(tr("&Account"), m_account, 1);
    add(tr("C&urrency"), m_currency, 0);
    row->addWidget(m_again);
    connect(m_again, &QPushButton::clicked, this, &ReadingBar::readAgain);
}

void ReadingBar::showQuestion(const FileQuestion& question)
{
    m_encoding->setCurrentIndex(qMax(0, m_encoding->findData(question.encoding)));
    m_profile->setCurrentIndex(qMax(0, m_profile->findData(question.profile)));
    m_account->setText(question.account);
    m_currency->setText(question.currency);
}

FileQuestion ReadingBar::question() const
{
    FileQuestion question;
    question.encoding = m_encoding->currentData().toString();
    question.profile = m_profile->currentData().toString();
    question.account = m_account->text().trimmed();
    question.currency = m_currency->text().trimmed().toUpper();
    return question;
}

void ReadingBar::setReadable(bool isReadable)
{
    m_again->setEnabled(isReadable);
}

} // namespace onceover
