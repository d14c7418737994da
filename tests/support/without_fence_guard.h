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

// As if nothing had fenced the database: the mark of the fence goes too.
inline std::string armedAgain()
{
    return withoutFenceGuard("alter table onceover.fence_marks disable trigger append_only; "
                             "delete from onceover.fence_marks; "
                             "alter table onceover.fence_marks enable always trigger append_only; "
                             "update onceover.incarnations set state = 'ARMED'");
}

} // namespace onceover
