// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/store/desk_world.h"

#include <map>
#include <string>
#include <vector>

namespace onceover {

// A payment in each state, and the functions of guard_rules.sql. No trigger is left on, so that a
// line can put into the tables what no function would. Nothing of what it asks stays.
class RulesWorld : public DeskWorld
{
public:
    explicit RulesWorld(StoreFixture& fixture);

    // Lines of so many parts between " | ".
    static std::vector<std::vector<std::string>> linesOf(const std::string& file, int parts);

    // "passes", or the code of the refusal and its detail. {name} in the script is a payment or a
    // core of this world. The guard, if one is named, is on.
    std::string answerTo(
        const std::string& sql, const std::string& table = {}, const std::string& guard = {});

    std::string named(std::string sql) const;

private:
    void script(const std::string& text);

    std::map<std::string, std::string> m_names;
};

} // namespace onceover
