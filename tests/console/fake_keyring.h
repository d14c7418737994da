// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/session/keyring.h"

#include <QMap>
#include <QStringList>

#include <utility>
#include <vector>

namespace onceover {

// A keyring in memory. It answers at once, or, when held, whenever the test lets it.
class FakeKeyring : public Keyring
{
public:
    void read(const QString& profileId, Answered answered) override
    {
        KeyringAnswer answer = base();
        if (isUsable) {
            answer.state = secrets.contains(profileId) ? KeyringAnswer::State::Done
                                                       : KeyringAnswer::State::Absent;
            answer.secret = secrets.value(profileId);
        }
        tell(answer, std::move(answered));
    }

    void write(const QString& profileId, const QString& secret, Answered answered) override
    {
        writes << profileId;
        if (isUsable)
            secrets[profileId] = secret;
        tell(base(), std::move(answered));
    }

    void remove(const QString& profileId, Answered answered) override
    {
        secrets.remove(profileId);
        tell(base(), std::move(answered));
    }

    void answerHeld()
    {
        isHeld = false;
        for (auto& [answered, answer] : std::exchange(m_held, {}))
            answered(answer);
    }

    bool isUsable = true;
    bool isHeld = false;
    QMap<QString, QString> secrets;
    QStringList writes;

private:
    KeyringAnswer base() const
    {
        KeyringAnswer answer;
        answer.state = isUsable ? KeyringAnswer::State::Done : KeyringAnswer::State::Unusable;
        return answer;
    }

    void tell(const KeyringAnswer& answer, Answered answered)
    {
        if (isHeld)
            m_held.emplace_back(std::move(answered), answer);
        else
            answered(answer);
    }

    std::vector<std::pair<Answered, KeyringAnswer>> m_held;
};

} // namespace onceover
