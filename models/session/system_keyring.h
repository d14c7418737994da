// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/session/keyring.h"

#include <QObject>

namespace QKeychain {
class Job;
} // namespace QKeychain

namespace onceover {

// The desktop's keyring: service "org.onceover.Onceover", key the profile's id. It is never allowed
// to fall back to a plain file. A keyring that does not answer within the patience (its activation
// can hang for minutes) counts as unusable; a late answer is dropped.
class SystemKeyring : public QObject, public Keyring
{
    Q_OBJECT

public:
    explicit SystemKeyring(int patienceMs = 5000, QObject* parent = nullptr);

    void read(const QString& profileId, Answered answered) override;
    void write(const QString& profileId, const QString& secret, Answered answered) override;
    void remove(const QString& profileId, Answered answered) override;

private:
    void run(QKeychain::Job* job, const QString& profileId, Answered answered);

    int m_patienceMs;
};

} // namespace onceover
