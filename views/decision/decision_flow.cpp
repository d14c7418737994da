// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/decision/decision_flow.h"

#include "models/act/desk_bridge.h"
#include "models/case_file/case_model.h"
#include "models/case_file/consequences.h"
#include "models/case_file/shown_facts.h"
#include "models/text/decision_text.h"
#include "models/text/error_text.h"
#include "views/decision/decision_bar.h"

namespace onceover {

namespace {

Uuid idOf(const QString& text)
{
    return Uuid::fromText(text.toStdString()).value_or(Uuid());
}

std::optional<DecisionKind> kindOf(CaseCommand command)
{
    switch (command) {
    case CaseCommand::Confirm:
        return DecisionKind::Confirm;
    case CaseCommand::Reject:
        return DecisionKind::Reject;
    case CaseCommand::Resend:
        return DecisionKind::Resend;
    case CaseCommand::Release:
        return DecisionKind::Release;
    case CaseCommand::CancelPayment:
        return DecisionKind::Cancel;
    case CaseCommand::Approve:
    case CaseCommand::Withdraw:
    case CaseCommand::Take:
    case CaseCommand::EndTake:
    case CaseCommand::Defer:
    case CaseCommand::Enquire:
    case CaseCommand::Note:
        break;
    }
    return std::nullopt;
}

Proposal proposalOf(
    DecisionKind kind,
    const Uuid& id,
    const CaseFile& file,
    const DecisionSheet::Draft& draft,
    const std::string& digest)
{
    Proposal proposal;
    proposal.decisionId = id;
    proposal.paymentId = idOf(file.payment.paymentId);
    proposal.kind = kind;
    proposal.reasonCode = draft.reasonCode.toStdString();
    proposal.note = draft.note.toStdString();
    if (kind == DecisionKind::Resend) {
        ResendOptions options;
        options.generation = draft.generation == QLatin1String("same") ? ResendGeneration::Same
                                                                       : ResendGeneration::New;
        options.closesOpenAttempts = draft.closesOpenAttempts;
        proposal.resend = options;
    }
    proposal.digest = digest;
    proposal.version = file.payment.version;
    return proposal;
}

} // namespace

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
        DecisionSheet::Draft draft;
        draft.reasonCode = QStringLiteral("WORKING");
        submit(commandOf(command, file, draft, m_model->digest()));
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

DeskCommand DecisionFlow::commandOf(
    CaseCommand command,
    const CaseFile& file,
    const DecisionSheet::Draft& draft,
    const std::string& digest) const
{
    const Uuid payment = idOf(file.payment.paymentId);
    const std::string note = draft.note.toStdString();
    const std::string reason = draft.reasonCode.toStdString();
    if (const auto kind = kindOf(command))
        return proposalOf(*kind, m_commandId, file, draft, digest);
    switch (command) {
    case CaseCommand::Approve:
        return Approval{m_commandId, idOf(file.payment.openDecisionId), digest};
    case CaseCommand::Withdraw:
        return Withdrawal{m_commandId, idOf(file.payment.openDecisionId), note};
    case CaseCommand::Take:
        return Take{m_commandId, payment, reason, note};
    case CaseCommand::EndTake:
        return EndTake{m_commandId, payment};
    case CaseCommand::Defer:
        return Deferral{m_commandId, payment, draft.untilUs, reason, note};
    case CaseCommand::Enquire:
        return Enquiry{m_commandId, payment, note};
    case CaseCommand::Confirm:
    case CaseCommand::Reject:
    case CaseCommand::Resend:
    case CaseCommand::Release:
    case CaseCommand::CancelPayment:
    case CaseCommand::Note:
        break;
    }
    return CaseNote{m_commandId, payment, note};
}

void DecisionFlow::commit()
{
    if (m_sheet == nullptr)
        return;
    // The digest is of the facts that the sheet speaks of, not of whatever arrived behind it.
    const std::string digest = caseDigest(shownFacts(*m_sheet->file()));
    submit(commandOf(m_sheet->command(), *m_sheet->file(), m_sheet->draft(), digest));
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
