// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace onceover {

// The statement as one that the guard of the incarnations does not see, for tests that begin where
// no function leads.
inline std::string withoutFenceGuard(std::string_view statement)
{
    return "do $script$ begin "
           "alter table onceover.incarnations disable trigger guard_incarnation; "
           + std::string(statement)
           + "; alter table onceover.incarnations enable always trigger guard_incarnation; "
             "end $script$";
}

} // namespace onceover
