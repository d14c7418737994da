// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/result.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// The command line after the command's name: options with or without a value, and the rest.
class Arguments
{
public:
    // Options not in `withValue` or `flags` and options given twice are refused (usage.option);
    // those in `repeatable` may be given more than once.
    static Result<Arguments> parse(
        const std::vector<std::string>& words,
        const std::set<std::string, std::less<>>& withValue,
        const std::set<std::string, std::less<>>& flags,
        const std::set<std::string, std::less<>>& repeatable = {});

    bool has(std::string_view flag) const { return m_flags.count(flag) > 0; }

    std::optional<std::string> value(std::string_view option) const;
    std::vector<std::string> values(std::string_view option) const;

    const std::vector<std::string>& rest() const { return m_rest; }

private:
    std::map<std::string, std::vector<std::string>, std::less<>> m_values;
    std::set<std::string, std::less<>> m_flags;
    std::vector<std::string> m_rest;
};

} // namespace onceover
