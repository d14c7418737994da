// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/matching/spelling.h"

namespace onceover {

std::string_view toText(Spelling spelling)
{
    switch (spelling) {
    case Spelling::Exact:
        return "EXACT";
    case Spelling::Normalised:
        return "NORMALISED";
    case Spelling::Truncated:
        return "TRUNCATED";
    case Spelling::LookAlike:
        return "LOOK_ALIKE";
    case Spelling::Disguised:
        break;
    }
    return "DISGUISED";
}

} // namespace onceover
