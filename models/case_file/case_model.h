// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"
#include "models/sheet/sheet_model.h"

#include <QObject>
#include <QString>

#include <string>

namespace onceover {

class Reader;

// The one case on screen. All its tables come from one snapshot; the digest is of exactly what they
// show. GUI thread.
class CaseModel : public QObject
{
    Q_OBJECT

public:
    explicit CaseModel(Reader* reader, QObject* parent = nullptr);

    // Empty closes the case.
    void open(const QString& paymentId);
    void refresh();
    // A snapshot as read; public so that a case can be shown without a reader.
    void apply(const Snapshot<CaseFile>& file);

    const QString& paymentId() const { return m_paymentId; }

    // Null until the first snapshot of the open case arrived.
    const Snapshot<CaseFile>& file() const { return m_file; }

    // Of the facts on screen; empty without a case.
    const std::string& digest() const { return m_digest; }

    SheetModel* evidence() { return m_evidence; }

    // Every look a row of its own, or repeated ones as one.
    void setWholeEvidence(bool isWhole);

    SheetModel* attempts() { return m_attempts; }

    SheetModel* timeline() { return m_timeline; }

    SheetModel* money() { return m_money; }

    SheetModel* comparison() { return m_comparison; }

    SheetModel* decisions() { return m_decisions; }

Q_SIGNALS:
    // Another case was opened or it was closed; nothing of it is read yet.
    void opened();
    void changed();
    // The facts that a decision is bound to changed while the case stayed open.
    void factsChanged();

private:
    Reader* m_reader;
    QString m_paymentId;
    Snapshot<CaseFile> m_file;
    std::string m_digest;
    bool m_isWholeEvidence = false;
    SheetModel* m_evidence;
    SheetModel* m_attempts;
    SheetModel* m_timeline;
    SheetModel* m_money;
    SheetModel* m_comparison;
    SheetModel* m_decisions;
};

} // namespace onceover
