// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/postgres/private_cluster.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QVector>

#include <optional>

namespace onceover {

// How one run of onceover-core ended and what it printed.
struct CoreAnswer
{
    // -1: it did not end by itself.
    int exitCode = -1;
    QVector<QJsonObject> lines;
    QByteArray output;
    QByteArray errors;

    QJsonObject last() const { return lines.isEmpty() ? QJsonObject() : lines.last(); }

    QString text(const char* key) const { return last()[QLatin1String(key)].toString(); }

    int number(const char* key) const { return last()[QLatin1String(key)].toInt(-1); }

    // Of the last line, for the message of a failed comparison.
    QByteArray described() const;
};

// The real onceover-core on a demo of its own, from the outside. The cluster is held open between
// two commands and stopped when this goes out of scope.
class CoreProcess
{
public:
    // "demo create" with these profiles; its answer.
    CoreAnswer create(const QVector<QByteArray>& profileTexts);

    // onceover-core with these words and --dir and --json.
    CoreAnswer run(const QStringList& words) const;
    // The same without a demo.
    static CoreAnswer runAlone(const QStringList& words);

    // Takes one payment in; its reference, empty when it was not accepted.
    QString accept(const QJsonObject& request) const;
    QJsonObject payment(const QString& reference) const;
    // Passes until the payment has this status or the number of passes is used up; the payment.
    QJsonObject passUntil(const QString& reference, const char* status, int passes = 60) const;

    // A file outside the demo; its path.
    QString write(const QString& name, const QByteArray& bytes) const;

    QString path(const QString& name) const { return m_files.filePath(name); }

    // Rows of one query of the database's owner, each a list of texts.
    QVector<QStringList> rows(const char* sql, const QStringList& columns) const;

private:
    QTemporaryDir m_demo;
    QTemporaryDir m_files;
    std::optional<PrivateCluster> m_cluster;
    mutable int m_count = 0;
};

} // namespace onceover
