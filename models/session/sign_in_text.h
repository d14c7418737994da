// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/error.h"
#include "models/session/connection_profile.h"
#include "models/text/error_text.h"

#include <QString>

namespace onceover {

// What a person reads when signing in did not work or a profile cannot be used.
class SignInText
{
public:
    // `host` and `login` as the profile has them.
    static ErrorSentences of(const Error& error, const QString& host, const QString& login);
    // Empty for None.
    static QString fault(ProfileFault fault);
};

} // namespace onceover
