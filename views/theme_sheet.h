// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/theme.h"

namespace onceover {

// The style sheet that makes Fusion flat: borders, headers, tabs and buttons in the theme's
// colours.
QString themeSheet(const Theme::Colours& colours);

} // namespace onceover
