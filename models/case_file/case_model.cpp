// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/case_file/case_model.h"

#include "models/case_file/case_tables.h"
#include "models/case_file/shown_facts.h"
#include "models/read/reader.h"

namespace onceover {

CaseModel::CaseModel(Reader* reader, QObject* parent)
    : QObject(parent)
    , m_reader(reader)
    , m_evidence(new SheetModel({}, this))
    , m_attempts(new SheetModel({}, this))
    , m_timeline(new SheetModel({}, this))
    , m_money(new SheetModel({}, this))
    , m_comparison(new SheetModel({}, this))
    , m_decisions(new SheetModel({}, this))
{
    if (m_reader != nullptr)
        connect(m_reader, &Reader::caseRead, this, &CaseModel::apply);
}

void CaseModel::open(const QString& paymentId)
{
    if (paymentId == m_paymentId)
        return;
    m_paymentId = paymentId;
    m_file.reset();
    m_digest.clear();
    Q_EMIT opened();
    refresh();
}

void CaseModel::refresh()
{
    if (m_reader != nullptr && !m_paymentId.isEmpty())
        m_reader->requestCase(m_paymentId);
}

void CaseModel::setWholeEvidence(bool isWhole)
{
    m_isWholeEvidence = isWhole;
    if (m_file != nullptr)
        m_evidence->setRows(evidenceTable(*m_file, isWhole).rows);
}

void CaseModel::apply(const Snapshot<CaseFile>& file)
{
    if (!file->exists || file->payment.paymentId != m_paymentId)
        return;
    const auto show = [](SheetModel* model, Table table) {
        model->reset(std::move(table.columns), std::move(table.rows));
    };
    show(m_evidence, evidenceTable(*file, m_isWholeEvidence));
    show(m_attempts, attemptTable(*file));
    show(m_timeline, timelineTable(*file));
    show(m_money, moneyTable(*file));
    show(m_comparison, comparisonTable(*file));
    show(m_decisions, decisionTable(*file));
    std::string digest = caseDigest(shownFacts(*file));
    const bool isOther =
        m_file != nullptr
        && (digest != m_digest || file->payment.version != m_file->payment.version);
    m_file = file;
    m_digest = std::move(digest);
    Q_EMIT changed();
    if (isOther)
        Q_EMIT factsChanged();
}

} // namespace onceover
