// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sheet/sheet_page.h"

#include "models/sheet/sheet_model.h"
#include "views/plain_label.h"
#include "views/sheet/sheet_view.h"
#include "views/theme.h"

#include <QVBoxLayout>

namespace onceover {

SheetPage::SheetPage(
    const QString& title, const QString& explanation, SheetModel* model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_title(new PlainLabel(title, this))
    , m_note(new PlainLabel(this))
    , m_empty(new PlainLabel(this))
    , m_table(new SheetView(title, this))
{
    setObjectName(QStringLiteral("surface"));
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(14, 12, 14, 10);
    head->setSpacing(4);
    m_title->setFont(Theme::title());
    head->addWidget(m_title);
    auto* what = new PlainLabel(explanation, this);
    what->setTone(Tone::Muted);
    what->setWrapped();
    head->addWidget(what);
    m_note->setVisible(false);
    m_note->setWrapped();
    head->addWidget(m_note);
    layout->addLayout(head);
    m_empty->setTone(Tone::Muted);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setMinimumHeight(160);
    m_empty->setVisible(false);
    layout->addWidget(m_empty);
    m_table->setSheet(model);
    layout->addWidget(m_table, 1);
    layout->addStretch(); // keeps the sentence at the top while the table is away
    connect(model, &QAbstractItemModel::rowsInserted, this, &SheetPage::showState);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &SheetPage::showState);
    connect(model, &QAbstractItemModel::modelReset, this, &SheetPage::showState);
}

void SheetPage::hideTitle()
{
    m_title->setVisible(false);
}

void SheetPage::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void SheetPage::setEmptyText(const QString& text)
{
    m_empty->setText(text);
    showState();
}

void SheetPage::showState()
{
    const bool saysEmpty = m_model->rowCount() == 0 && !m_empty->text().isEmpty();
    m_empty->setVisible(saysEmpty);
    m_table->setVisible(!saysEmpty);
}

} // namespace onceover
