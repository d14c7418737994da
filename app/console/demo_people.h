// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <string>

namespace onceover {

// The login that --as means: a login, a name or a first name, without regard to case. Empty: the
// reviewer Li Wei, or the auditor Kim in audit mode. Nothing where nobody is called so.
std::optional<std::string> demoLoginOf(const QString& wanted, bool isAudit);

} // namespace onceover
