// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/start/start_window.h"

#include "models/text/untrusted_text.h"
#include "views/plain_label.h"
#include "views/theme.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace onceover {

StartWindow::StartWindow(const QString& directory, QWidget* parent)
    : QWidget(parent)
{
    setWindowTitle(tr("Demo · Onceover"));
    resize(720, 440);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(40, 36, 40, 28);
    layout->setSpacing(12);
    auto* title = new PlainLabel(tr("Getting the demo ready"), this);
    title->setFont(Theme::title());
    layout->addWidget(title);
    auto* about = new PlainLabel(
        tr("A private database, a provider that answers by script and a core run on this machine, "
           "in %1. Nothing leaves it, and no real money moves. Whoever controls this desk can "
           "bypass the controls of a demo.")
            .arg(UntrustedText::line(directory, 200)),
        this);
    about->setWrapped();
    about->setTone(Tone::Muted);
    layout->addWidget(about);
    layout->addSpacing(8);
    m_steps = new QVBoxLayout;
    m_steps->setSpacing(6);
    layout->addLayout(m_steps);
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(4);
    m_progress->setAccessibleName(tr("In progress"));
    layout->addWidget(m_progress);
    m_failure = new PlainLabel(this);
    m_failure->setObjectName(QStringLiteral("startFailure"));
    m_failure->setTone(Tone::Danger);
    m_failure->setWrapped();
    m_failure->hide();
    layout->addWidget(m_failure);
    m_detail = new PlainLabel(this);
    m_detail->setTone(Tone::Muted);
    m_detail->setWrapped();
    m_detail->setCopyable();
    m_detail->hide();
    layout->addWidget(m_detail);
    layout->addStretch(1);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    // Made in the order in which they stand: Tab follows it.
    m_fresh = new QPushButton(tr("&Put it aside and begin anew"), this);
    m_fresh->setObjectName(QStringLiteral("startFresh"));
    m_fresh->hide();
    m_retry = new QPushButton(tr("&Try again"), this);
    m_retry->setProperty("emphasis", QStringLiteral("primary"));
    m_retry->hide();
    auto* quit = new QPushButton(tr("&Quit"), this);
    row->addWidget(m_fresh);
    row->addWidget(m_retry);
    row->addWidget(quit);
    layout->addLayout(row);
    connect(quit, &QPushButton::clicked, this, &QWidget::close);
    connect(m_retry, &QPushButton::clicked, this, [this] {
        showProgress();
        Q_EMIT retryRequested();
    });
    connect(m_fresh, &QPushButton::clicked, this, [this] {
        showProgress();
        Q_EMIT freshRequested();
    });
}

void StartWindow::showProgress()
{
    m_retry->hide();
    m_fresh->hide();
    m_failure->hide();
    m_detail->hide();
    m_progress->show();
}

void StartWindow::beginStep(const QString& text)
{
    if (m_current != nullptr) {
        m_current->setText(tr("✓ %1").arg(m_currentText));
        m_current->setTone(Tone::Muted);
    }
    m_currentText = text;
    m_current = new PlainLabel(tr("… %1").arg(text), this);
    m_steps->addWidget(m_current);
}

void StartWindow::showFailure(const QString& what, const QString& detail, bool canPutAside)
{
    if (m_current != nullptr) {
        m_current->setText(tr("✗ %1").arg(m_currentText));
        m_current->setTone(Tone::Danger);
        m_current = nullptr;
    }
    m_progress->hide();
    m_failure->setText(what);
    m_failure->show();
    m_detail->setText(UntrustedText::line(detail, 600));
    m_detail->setVisible(!detail.isEmpty());
    m_retry->show();
    m_fresh->setVisible(canPutAside);
}

} // namespace onceover
