// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/session/connection_profile.h"

#include <QDialog>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPushButton;

namespace onceover {

class PlainLabel;
class ProfileBook;

// One connection profile's fields. It is written when it is whole; until then the reason stands
// above the buttons.
class ProfileEditor : public QDialog
{
    Q_OBJECT

public:
    ProfileEditor(ProfileBook* book, const ConnectionProfile& profile, QWidget* parent = nullptr);

    ConnectionProfile profile() const;

Q_SIGNALS:
    void saved(const onceover::ConnectionProfile& profile);

private:
    QLineEdit* addField(
        QFormLayout* form, const QString& label, const QString& name, const QString& text);
    void build();
    void check();
    void save();

    ProfileBook* m_book;
    ConnectionProfile m_profile;
    QLineEdit* m_name = nullptr;
    QComboBox* m_environment = nullptr;
    QLineEdit* m_host = nullptr;
    QLineEdit* m_port = nullptr;
    QLineEdit* m_database = nullptr;
    QLineEdit* m_login = nullptr;
    QComboBox* m_sslMode = nullptr;
    QLineEdit* m_rootCertificate = nullptr;
    PlainLabel* m_fault = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace onceover
