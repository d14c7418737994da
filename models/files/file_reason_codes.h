// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace onceover {

// Why people accept a file, in the order of the list.
QStringList fileReasonCodes();

} // namespace onceover
