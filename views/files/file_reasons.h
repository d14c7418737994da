// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QComboBox;

namespace onceover {

// The closed list of reasons to accept a person's file; nothing is preselected.
void fillFileReasons(QComboBox* box);

} // namespace onceover
