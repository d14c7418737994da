// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/act/file_bridge.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace onceover {

// How a file is read, and what it does not say itself: shown, and overridden by reading it again.
class ReadingBar : public QWidget
{
    Q_OBJECT

public:
    explicit ReadingBar(const QStringList& profiles, QWidget* parent = nullptr);

    void showQuestion(const FileQuestion& question);
    // With an empty path.
    FileQuestion question() const;
    void setReadable(bool isReadable);

Q_SIGNALS:
    void readAgain();

private:
    QComboBox* m_encoding;
    QComboBox* m_profile;
    QLineEdit* m_account;
    QLineEdit* m_currency;
    QPushButton* m_again;
};

} // namespace onceover
