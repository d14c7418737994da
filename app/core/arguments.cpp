// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/arguments.h"

namespace onceover {

Result<Arguments> Arguments::parse(
    const std::vector<std::string>& words,
    const std::set<std::string, std::less<>>& withValue,
    const std::set<std::string, std::less<>>& flags,
    const std::set<std::string, std::less<>>& repeatable)
{
    const auto refused = [](std::string why) {
        return Failure(Error::notHappened("usage.option", std::move(why)));
    };
    Arguments arguments;
    bool areOptionsOver = false;
    for (std::size_t index = 0; index < words.size(); ++index) {
        const std::string& word = words[index];
        if (areOptionsOver || word.size() < 2 || word.rfind("--", 0) != 0) {
            arguments.m_rest.push_back(word);
            continue;
        }
        if (word == "--") {
            areOptionsOver = true;
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        if (flags.count(name) > 0 && equals == std::string::npos) {
            arguments.m_flags.insert(name);
            continue;
        }
        if (withValue.count(name) + repeatable.count(name) == 0)
            return refused("unknown option " + name);
        std::string value;
        if (equals != std::string::npos)
            value = word.substr(equals + 1);
        else if (index + 1 < words.size())
            value = words[++index];
        else
            return refused(name + " needs a value");
        std::vector<std::string>& values = arguments.m_values[name];
        if (!values.empty() && repeatable.count(name) == 0)
            return refused(name + " is given twice");
        values.push_back(std::move(value));
    }
    return arguments;
}

std::optional<std::string> Arguments::value(std::string_view option) const
{
    const auto found = m_values.find(option);
    if (found == m_values.end())
        return std::nullopt;
    return found->second.front();
}

std::vector<std::string> Arguments::values(std::string_view option) const
{
    const auto found = m_values.find(option);
    return found == m_values.end() ? std::vector<std::string>() : found->second;
}

} // namespace onceover
