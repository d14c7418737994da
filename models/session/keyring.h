// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace onceover {

struct KeyringAnswer
{
    enum class State
    {
        // Read: the secret is there. Written or removed: it was done.
        Done,
        // There is no such entry. A locked or missing collection answers the same, so this is no
        // proof that nothing was ever kept.
        Absent,
        // No keyring can be used here, it refused, or it did not answer in time.
        Unusable,
    };

    State state = State::Unusable;
    QString secret;
    // The keyring's own words, for a tooltip.
    QString why;
};

// Where a person's passwords can be kept, by the profile's id. Every call returns at once; the
// answer comes later, on the GUI thread, exactly once, or never when the keyring is destroyed
// first.
class Keyring
{
public:
    using Answered = std::function<void(const KeyringAnswer&)>;

    virtual ~Keyring() = default;

    virtual void read(const QString& profileId, Answered answered) = 0;
    virtual void write(const QString& profileId, const QString& secret, Answered answered) = 0;
    virtual void remove(const QString& profileId, Answered answered) = 0;
};

} // namespace onceover
