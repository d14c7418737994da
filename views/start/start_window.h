// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace onceover {

class PlainLabel;

// The first window of a demo while its database, its provider and its core come up: what is being
// done, what is done, and, where something failed, what to do about it.
class StartWindow : public QWidget
{
    Q_OBJECT

public:
    explicit StartWindow(const QString& directory, QWidget* parent = nullptr);

    // The step that begins now; the one before it is done.
    void beginStep(const QString& text);
    // `canPutAside`: what lies in the directory can be put aside and a new demo begun.
    void showFailure(const QString& what, const QString& detail, bool canPutAside = false);

Q_SIGNALS:
    void retryRequested();
    void freshRequested();

private:
    void showProgress();

    QVBoxLayout* m_steps = nullptr;
    PlainLabel* m_current = nullptr;
    QString m_currentText;
    QProgressBar* m_progress = nullptr;
    PlainLabel* m_failure = nullptr;
    PlainLabel* m_detail = nullptr;
    QPushButton* m_retry = nullptr;
    QPushButton* m_fresh = nullptr;
};

} // namespace onceover
