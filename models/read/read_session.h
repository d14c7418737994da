// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/read_settings.h"
#include "models/read/row_reader.h"

#include <QList>
#include <QSqlDatabase>
#include <QString>
#include <QVariant>

#include <functional>
#include <utility>

namespace onceover {

// One reading connection: read-only, in the viewer's role, owned by the thread that opened it.
// Refuses (aborts) to run on the GUI thread. Every failure breaks it; a broken session is replaced,
// never repaired.
class ReadSession
{
public:
    using Values = QList<std::pair<QString, QVariant>>;

    ReadSession();
    ~ReadSession();
    ReadSession(const ReadSession&) = delete;
    ReadSession& operator=(const ReadSession&) = delete;

    // Blocks for at most the connect timeout (5 s). An empty text, or why it failed (English, for
    // the log and the tooltip).
    QString open(const ReadSettings& settings);
    void close();

    bool isOpen() const { return m_isOpen; }

    // Runs the named statement of sql/ and hands each row to `take`. False breaks the session;
    // lastError() says why.
    bool read(
        const char* statement, const Values& values, const std::function<void(RowReader&)>& take);

    // Between these two, every statement sees one state of the database.
    bool beginSnapshot();
    bool endSnapshot();

    const QString& lastError() const { return m_lastError; }

    // SQLSTATE of the last failure; empty where the connection itself was lost.
    const QString& lastSqlState() const { return m_lastSqlState; }

    // The driver's option string; every value is quoted by us, because the driver pastes it raw.
    static QString connectOptions(const ReadSettings& settings);

private:
    bool run(const QString& sql);
    bool fail(const QSqlError& error);
    QSqlDatabase database() const;

    QString m_name;
    QString m_lastError;
    QString m_lastSqlState;
    bool m_isOpen = false;
};

} // namespace onceover
