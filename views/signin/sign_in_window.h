// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/session/sign_in.h"
#include "models/sheet/sheet_row.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace onceover {

class PlainLabel;

// The first window without --demo: who am I, where, and the password.
class SignInWindow : public QWidget
{
    Q_OBJECT

public:
    explicit SignInWindow(SignIn* signIn, bool isAudit, QWidget* parent = nullptr);

    // By id; the last used one where it is empty or unknown.
    void chooseProfile(const QString& id);

private:
    void build();
    QWidget* buildList();
    QWidget* buildForm();
    QWidget* buildPassword(QWidget* parent);
    void fillList();
    void showProfile();
    void showStored();
    void showBusy();
    void showMessage(const QString& text, Tone tone);
    void edit(const ConnectionProfile& profile);
    void removeProfile();
    void submit();

    SignIn* m_signIn;
    bool m_isAudit;
    QListWidget* m_list = nullptr;
    QPushButton* m_edit = nullptr;
    QPushButton* m_remove = nullptr;
    PlainLabel* m_title = nullptr;
    PlainLabel* m_place = nullptr;
    QWidget* m_form = nullptr;
    QLineEdit* m_password = nullptr;
    QCheckBox* m_keep = nullptr;
    PlainLabel* m_keyring = nullptr;
    QPushButton* m_forget = nullptr;
    QPushButton* m_test = nullptr;
    QPushButton* m_enter = nullptr;
    PlainLabel* m_message = nullptr;
};

} // namespace onceover
