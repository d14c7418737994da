// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/case/case_view.h"

#include "models/case_file/case_model.h"
#include "models/case_file/case_tables.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"
#include "views/case/case_header.h"
#include "views/case/reason_panel.h"
#include "views/plain_label.h"
#include "views/sheet/sheet_view.h"
#include "views/theme.h"

#include <QCheckBox>
#include <QGraphicsOpacityEffect>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace onceover {

namespace {

enum Tab
{
    EvidenceTab,
    CandidatesTab,
    AttemptsTab,
    TimelineTab,
    MoneyTab,
    DecisionsTab,
};

} // namespace

CaseView::CaseView(CaseModel* model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_stack(new QStackedWidget(this))
    , m_page(new QWidget(m_stack))
    , m_empty(new PlainLabel(tr("Choose a payment to see its case."), m_stack))
    , m_header(new CaseHeader(m_page))
    , m_reason(new ReasonPanel(m_page))
    , m_tabs(new QTabWidget(m_page))
    , m_raw(new QPlainTextEdit(m_page))
    , m_rawTitle(new PlainLabel(m_page))
    , m_everyLook(new QCheckBox(m_page))
{
    setAccessibleName(tr("Case"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    outer->addWidget(m_stack, 1);
    m_page->setObjectName(QStringLiteral("surface"));
    auto* layout = new QVBoxLayout(m_page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_reason);
    layout->addWidget(m_tabs, 1);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setTone(Tone::Muted);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_page);
    buildTabs();
    connect(m_model, &CaseModel::changed, this, &CaseView::showCase);
    connect(m_model, &CaseModel::opened, this, [this] {
        m_raw->clear();
        m_rawTitle->clear();
        if (m_model->paymentId().isEmpty())
            m_stack->setCurrentWidget(m_empty);
    });
}

SheetView* CaseView::addTable(
    const QString& name, SheetModel* model, const QList<int>& widths, int stretch)
{
    auto* table = new SheetView(name, m_tabs);
    table->setSheet(model);
    if (!widths.isEmpty()) {
        // The columns are known only when the first case is there; widths are set once from then
        // on.
        connect(model, &QAbstractItemModel::modelReset, table, [table, widths, stretch] {
            table->setColumnWidths(widths, stretch);
        });
    }
    m_tables.append(table);
    return table;
}

QWidget* CaseView::buildEvidence()
{
    auto* splitter = new QSplitter(Qt::Vertical, m_tabs);
    SheetView* table = addTable(tr("Evidence"), m_model->evidence(), {152, 80, 108, 260, 154}, 3);
    splitter->addWidget(table);
    auto* raw = new QWidget(splitter);
    auto* layout = new QVBoxLayout(raw);
    layout->setContentsMargins(14, 5, 14, 6);
    layout->setSpacing(4);
    m_rawTitle->setTone(Tone::Muted);
    m_rawTitle->setFont(Theme::small());
    m_raw->setReadOnly(true);
    m_raw->setFont(Theme::code());
    m_raw->setAccessibleName(tr("Raw answer"));
    m_raw->setTabChangesFocus(true);
    m_everyLook->setObjectName(QStringLiteral("everyLook"));
    m_everyLook->setFont(Theme::small());
    m_everyLook->setAccessibleName(tr("Show repeated looks"));
    m_everyLook->setVisible(false);
    connect(m_everyLook, &QCheckBox::toggled, m_model, &CaseModel::setWholeEvidence);
    auto* line = new QHBoxLayout;
    line->addWidget(m_rawTitle, 1);
    line->addWidget(m_everyLook);
    layout->addLayout(line);
    layout->addWidget(m_raw);
    splitter->addWidget(raw);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setCollapsible(0, false);
    // What was said counts for more than its bytes where there is little room.
    m_raw->setMinimumHeight(34);
    table->setMinimumHeight(84);
    connect(table, &SheetView::currentIdChanged, this, &CaseView::showRaw);
    return splitter;
}

void CaseView::buildTabs()
{
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setExpanding(false);
    m_tabs->setAccessibleName(tr("Parts of the case"));
    for (QToolButton* scroll : m_tabs->tabBar()->findChildren<QToolButton*>())
        scroll->setAccessibleName(tr("Scroll the tabs"));
    m_tabs->addTab(buildEvidence(), tr("Evidence"));
    m_tabs->addTab(addTable(tr("Candidates"), m_model->comparison(), {}, 0), tr("Candidates"));
    m_tabs->addTab(
        addTable(
            tr("Attempts and permits"), m_model->attempts(), {44, 170, 170, 120, 220, 140, 220}, 4),
        tr("Attempts"));
    m_tabs->addTab(
        addTable(tr("Timeline"), m_model->timeline(), {112, 64, 160, 130, 320}, 4), tr("Timeline"));
    m_tabs->addTab(
        addTable(tr("Money"), m_model->money(), {120, 210, 180, 180, 160}, 1), tr("Money"));
    m_tabs->addTab(
        addTable(
            tr("Decisions and notes"), m_model->decisions(), {120, 170, 140, 210, 240, 170}, 4),
        tr("Decisions"));
    m_tabs->setTabToolTip(AttemptsTab, tr("Attempts and permits"));
    m_tabs->setTabToolTip(DecisionsTab, tr("Decisions and notes"));
    // Candidates are compared field by field: the columns share the width.
    SheetView* comparison = m_tables.at(CandidatesTab);
    connect(m_model->comparison(), &QAbstractItemModel::modelReset, comparison, [comparison] {
        comparison->horizontalHeader()->setDefaultSectionSize(200);
        comparison->setColumnWidths({130}, -1);
        comparison->horizontalHeader()->setStretchLastSection(true);
    });
}

void CaseView::setPerson(const QString& personId)
{
    m_person = personId;
}

void CaseView::setBar(QWidget* bar)
{
    m_page->layout()->addWidget(bar);
}

void CaseView::setStale(bool isStale)
{
    for (QWidget* each : {static_cast<QWidget*>(m_header), static_cast<QWidget*>(m_reason)}) {
        if (isStale && each->graphicsEffect() == nullptr) {
            auto* faded = new QGraphicsOpacityEffect(each);
            faded->setOpacity(0.55);
            each->setGraphicsEffect(faded);
        } else if (!isStale) {
            each->setGraphicsEffect(nullptr);
        }
    }
}

void CaseView::showTab(int index)
{
    m_tabs->setCurrentIndex(index);
}

void CaseView::showTitles()
{
    const CaseFile& file = *m_model->file();
    const auto counted = [](const QString& title, qsizetype count) {
        return count == 0 ? title : title + QStringLiteral("  %1").arg(count);
    };
    m_tabs->setTabText(EvidenceTab, counted(tr("Evidence"), file.evidence.size()));
    m_tabs->setTabText(
        CandidatesTab, counted(tr("Candidates"), file.candidates.size() + file.records.size()));
    m_tabs->setTabText(AttemptsTab, counted(tr("Attempts"), file.permits.size()));
    m_tabs->setTabText(TimelineTab, counted(tr("Timeline"), file.events.size()));
    m_tabs->setTabText(MoneyTab, tr("Money"));
    m_tabs->setTabText(
        DecisionsTab, counted(tr("Decisions"), file.decisions.size() + file.notes.size()));
    const int repeated = repeatedLooks(file);
    m_everyLook->setText(tr("Show %n &repeated look(s)", nullptr, repeated));
    m_everyLook->setVisible(repeated > 0);
}

void CaseView::showCase()
{
    m_header->show(*m_model->file(), m_person);
    m_reason->show(*m_model->file());
    showTitles();
    m_stack->setCurrentWidget(m_page);
    SheetView* evidence = m_tables.at(EvidenceTab);
    // The rows of the case before this one took the current row along.
    if (evidence->currentId().isEmpty() && m_model->evidence()->rowCount() > 0)
        evidence->selectId(m_model->evidence()->idAt(0));
    showRaw(evidence->currentId());
}

void CaseView::showRaw(const QString& evidenceId)
{
    if (m_model->file() == nullptr)
        return;
    QString title = tr("Raw answer: choose a line above");
    QString text;
    for (const EvidenceRow& row : m_model->file()->evidence) {
        if (row.evidenceId != evidenceId)
            continue;
        text = row.bodyExcerpt;
        QString sha256 = row.bodySha256;
        for (const AttemptRow& attempt : m_model->file()->attempts) {
            if (text.isEmpty() && attempt.attemptId == row.attemptId) {
                text = attempt.bodyExcerpt;
                sha256 = attempt.bodySha256;
            }
        }
        title =
            text.isEmpty()
                ? tr("Raw answer: nothing was received, %1").arg(TimeText::exact(row.answeredUs))
                : tr("Raw answer, %1, SHA-256 %2")
                      .arg(TimeText::exact(row.answeredUs), sha256.left(16) + QStringLiteral("…"));
    }
    const QString shown = UntrustedText::block(text);
    m_rawTitle->setText(title);
    if (m_raw->toPlainText() != shown)
        m_raw->setPlainText(shown);
}

} // namespace onceover
