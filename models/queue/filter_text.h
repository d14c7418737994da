// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/snapshots.h"

#include <QString>

namespace onceover {

// The text form of a filter: "provider:stripe currency:EUR state:UNKNOWN why:deadline anything
// else". What is no token is looked for as an id, payee or account.
class FilterText
{
public:
    static QueueFilter parse(const QString& text);
};

} // namespace onceover
