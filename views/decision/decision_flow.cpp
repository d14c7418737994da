// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/decision/decision_flow.h"

#include "models/act/desk_bridge.h"
#include "models/case_file/case_model.h"
#include "models/case_file/consequences.h"
#include "models/text/decision_text.h"
#include "models/text/error_text.h"
#include "views/decision/decision_bar.h"

namespace onceover {

DecisionFlow::DecisionFlow(
    CaseModel* model, DeskBridge* bridge, std::function<Uuid()> newId, QWidget* window)
    : QObject(window)
    , m_model(model)
    , m_bridge(bridge)
    , m_newId(std::move(newId))
    , m_window(window)
    , m_actions(new CaseActions(this))
    , m_bar(new DecisionBar(m_actions, window))
{
    connect(m_actions, &CaseActions::triggered, this, &DecisionFlow::run);
    connect(m_model, &CaseModel::changed, this, &DecisionFlow::update);
    connect(m_model, &CaseModel::opened, this, [this] {
        m_bar->showNotice(QString(), false);
        update();
    });
    connect(m_model, &CaseModel::factsChanged, this, [this] {
        if (m_sheet != nullptr && m_sheet->file()->payment.paymentId == m_model->paymentId())
            m_sheet->showNewFacts(m_model->file());
    });
    connect(m_bridge, &DeskBridge::busyChanged, this, &DecisionFlow::update);
    connect(m_bridge, &DeskBridge::answered, this, &DecisionFlow::showAnswer);
    connect(m_bridge, &DeskBridge::checking, this, [this] {
        const QString text = tr("The answer was lost. Reading the record to see what happened; "
                                "nothing is given twice.");
        if (m_sheet != nullptr)
            m_sheet->setBusy(true, text);
        m_bar->showNotice(text, true);
    });
}

void DecisionFlow::setBlocked(const QString& why)
{
    if (why == m_blockedWhy)
        return;
    m_blockedWhy = why;
    update();
}

void DecisionFlow::setPerson(const CaseCommands::Person& person)
{
    m_person = person;
    update();
}

void DecisionFlow::update()
{
    const QString why = m_bridge->isBusy() ? tr("A command is under way.") : m_blockedWhy;
    m_actions->update(m_model->file().get(), m_person, why);
}

void DecisionFlow::run(CaseCommand command)
{
    if (m_model->file() == nullptr || m_bridge->isBusy() || m_sheet != nullptr
        || !m_actions->action(command)->isEnabled())
        return;
    const CaseFile& file = *m_model->file();
    const bool isSettled = file.payment.status == QLatin1String("SUCCEEDED")
                           || file.payment.status == QLatin1String("FAILED");
    const bool isFree = file.payment.takenBy.isEmpty() && !isSettled;
    m_commandId = m_newId();
    if (command == CaseCommand::EndTake || (command == CaseCommand::Take && isFree)) {
        CommandDraft draft;
        draft.reasonCode = QStringLiteral("WORKING");
        submit(deskCommand(command, file, draft, m_commandId));
        return;
    }
    openSheet(command);
}

void DecisionFlow::openSheet(CaseCommand command)
{
    m_sheet = new DecisionSheet(command, m_model->file(), m_window);
    m_sheet->setAttribute(Qt::WA_DeleteOnClose);
    if (m_draftPayment == m_model->paymentId())
        m_sheet->setDraft(m_draft);
    connect(m_sheet, &DecisionSheet::committed, this, &DecisionFlow::commit);
    connect(m_sheet, &QDialog::rejected, this, [this] {
        // What was written is kept for the next sheet of this case.
        m_draftPayment = QString(m_sheet->file()->payment.paymentId);
        m_draft = m_sheet->draft();
        m_draft.reasonCode.clear();
    });
    m_sheet->open();
}

void DecisionFlow::commit()
{
    if (m_sheet == nullptr)
        return;
    // Bound to the facts that the sheet speaks of, not to whatever arrived behind it.
    submit(deskCommand(m_sheet->command(), *m_sheet->file(), m_sheet->draft(), m_commandId));
}

void DecisionFlow::submit(const DeskCommand& command)
{
    if (!m_blockedWhy.isEmpty()) {
        if (m_sheet != nullptr)
            m_sheet->showRefusal(m_blockedWhy);
        return;
    }
    if (m_sheet != nullptr)
        m_sheet->setBusy(true, tr("Under way…"));
    m_bridge->submit(command);
}

void DecisionFlow::showAnswer(const CommandAnswer& answer)
{
    if (answer.isDone()) {
        const QString state = QString::fromStdString(answer.state);
        const QString text =
            state.isEmpty() ? tr("Done.") : tr("Done: %1.").arg(DecisionText::state(state));
        if (m_sheet != nullptr) {
            m_sheet->disconnect(this);
            m_sheet->accept();
        }
        m_draftPayment.clear();
        m_bar->showNotice(text, false);
        Q_EMIT done();
        return;
    }
    const QString text =
        ErrorText::of(
            QString::fromStdString(answer.code), QString::fromStdString(answer.detail), true)
            .all();
    // A refused command is over; another try is another command.
    m_commandId = m_newId();
    if (m_sheet != nullptr)
        m_sheet->showRefusal(text);
    m_bar->showNotice(text, true);
    m_model->refresh();
}

} // namespace onceover
