// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/csv/csv_profile.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace onceover {

// Reads objects key by key; a key that nobody asked for is a mistake in the profile.
class JsonFields
{
public:
    JsonFields(
        const nlohmann::json& json, std::string path, std::optional<CsvProfileProblem>& problem)
        : m_json(json)
        , m_path(std::move(path))
        , m_problem(problem)
    {
        if (!m_json.is_object())
            fail("", "must be an object");
    }

    bool isGood() const { return !m_problem; }

    void fail(const std::string& key, const std::string& message)
    {
        if (!m_problem)
            m_problem = CsvProfileProblem{pathOf(key), message};
    }

    std::string pathOf(const std::string& key) const
    {
        return m_path.empty() ? key : key.empty() ? m_path : m_path + "." + key;
    }

    // Nothing where the key is absent.
    const nlohmann::json* find(const std::string& key)
    {
        m_known.insert(key);
        if (!isGood() || !m_json.is_object() || !m_json.contains(key))
            return nullptr;
        return &m_json[key];
    }

    void text(const std::string& key, std::string& target)
    {
        const nlohmann::json* json = find(key);
        if (json == nullptr)
            return;
        if (!json->is_string() || json->get_ref<const std::string&>().size() > 400)
            fail(key, "must be a text of at most 400 bytes");
        else
            target = json->get<std::string>();
    }

    void flag(const std::string& key, bool& target)
    {
        const nlohmann::json* json = find(key);
        if (json != nullptr && !json->is_boolean())
            fail(key, "must be true or false");
        else if (json != nullptr)
            target = json->get<bool>();
    }

    void number(const std::string& key, std::int64_t least, std::int64_t most, std::int64_t& target)
    {
        const nlohmann::json* json = find(key);
        if (json == nullptr)
            return;
        const bool isRight = json->is_number_integer() && json->get<std::int64_t>() >= least
                             && json->get<std::int64_t>() <= most;
        if (!isRight)
            fail(
                key,
                "must be a whole number from " + std::to_string(least) + " to "
                    + std::to_string(most));
        else
            target = json->get<std::int64_t>();
    }

    // One text or a list of them.
    void texts(const std::string& key, std::vector<std::string>& target)
    {
        const nlohmann::json* json = find(key);
        if (json == nullptr)
            return;
        const nlohmann::json list = json->is_array() ? *json : nlohmann::json::array({*json});
        for (const nlohmann::json& each : list) {
            if (!each.is_string() || each.get_ref<const std::string&>().empty()) {
                fail(key, "must be a text or a list of texts");
                return;
            }
            target.push_back(each.get<std::string>());
        }
    }

    // A character, or nothing for "".
    void character(const std::string& key, char& target)
    {
        std::string text(1, target);
        this->text(key, text);
        if (text.size() > 1
            || (text.size() == 1
                && (static_cast<unsigned char>(text[0]) >= 0x80 || text[0] == '\n'
                    || text[0] == '\r')))
            fail(key, "must be one ASCII character");
        else
            target = text.empty() || text[0] == 0 ? '\0' : text[0];
    }

    template <typename Value>
    void choice(
        const std::string& key,
        std::initializer_list<std::pair<std::string_view, Value>> choices,
        Value& target)
    {
        std::string text;
        this->text(key, text);
        if (!isGood() || !m_json.contains(key))
            return;
        std::string names;
        for (const auto& [name, value] : choices) {
            if (name == text) {
                target = value;
                return;
            }
            names += (names.empty() ? "" : ", ") + std::string(name);
        }
        fail(key, "must be one of: " + names);
    }

    void finish()
    {
        if (!isGood() || !m_json.is_object())
            return;
        for (const auto& item : m_json.items()) {
            if (m_known.count(item.key()) == 0)
                fail(item.key(), "is not a field of a profile");
        }
    }

private:
    const nlohmann::json& m_json;
    std::string m_path;
    std::optional<CsvProfileProblem>& m_problem;
    std::set<std::string> m_known;
};

} // namespace onceover
