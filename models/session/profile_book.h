// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/session/connection_profile.h"

#include <QList>
#include <QString>

#include <optional>

namespace onceover {

// The person's connection profiles in an INI file of their own. A damaged file loses nothing that
// can still be read: it is set aside before the first write, and what cannot be used is counted.
// GUI thread; the file is small.
class ProfileBook
{
public:
    explicit ProfileBook(QString file);

    // onceover/profiles.ini in the person's configuration directory.
    static QString defaultFile();

    const QList<ConnectionProfile>& profiles() const { return m_profiles; }

    // Entries of the file that could not be used.
    int skipped() const { return m_skipped; }

    // The file could not be read as a whole, or a newer program wrote it.
    bool isDamaged() const { return m_isDamaged; }

    bool isFromNewerProgram() const { return m_isNewer; }

    std::optional<ConnectionProfile> byId(const QString& id) const;
    // By name, without regard to case.
    std::optional<ConnectionProfile> byName(const QString& name) const;

    ProfileFault faultOf(const ConnectionProfile& profile) const;

    // Adds it or replaces the one with its id, and writes. False: it could not be written.
    bool put(const ConnectionProfile& profile);
    bool remove(const QString& id);

    QString lastUsed() const { return m_lastUsed; }

    bool setLastUsed(const QString& id);

    // A new profile with a random id.
    static ConnectionProfile blank();

private:
    void load();
    bool save();

    QString m_file;
    QList<ConnectionProfile> m_profiles;
    QString m_lastUsed;
    int m_skipped = 0;
    bool m_isDamaged = false;
    bool m_isNewer = false;
    bool m_isAsideKept = false;
};

} // namespace onceover
