// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QSettings;
class QSplitter;
class QWidget;

namespace onceover {

// Remembers how one person arranged the window of one profile: its place and size, what the
// splitters give to whom, and the widths of columns. Splitters and tables are known by their object
// names; without a name they are not remembered. Nothing of a payment is written, and who the
// person is only as a digest. GUI thread.
class LayoutMemory
{
public:
    // `owner` tells profiles and people apart. Empty: nothing is read or written.
    LayoutMemory(QString file, const QString& owner);

    // layout.ini beside the profiles, under XDG_CONFIG_HOME.
    static QString defaultFile();

    // What is damaged, out of bounds or about other columns is passed over, value by value.
    void restore(QWidget& window) const;
    // False where it cannot be written or the file is a newer program's.
    bool save(const QWidget& window) const;

private:
    static void restoreGeometry(const QSettings& settings, QWidget& window);
    static void restoreColumns(const QSettings& settings, QWidget& window);
    static void saveColumns(QSettings& settings, const QWidget& window);

    QString m_file;
    QString m_group;
};

} // namespace onceover
