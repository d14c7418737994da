// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// Events of the record in the reader's language.
class EventText
{
public:
    static QString kind(const QString& code);
    static QString actor(const QString& code);
    static QString subject(const QString& code);
};

} // namespace onceover
