// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace onceover {

// The first thing that is wrong with a profile.
struct ProfileRefusal
{
    // JSON pointer of the member.
    std::string field;
    std::string why;
};

// One object of a profile, read member by member. Every reader notes a missing member or a wrong
// type in the shared refusal and returns an empty value, so that reading code stays a plain list;
// finish() refuses members nobody read.
class ProfileSection
{
public:
    using Refusal = std::optional<ProfileRefusal>;

    // Both references must outlive the section.
    ProfileSection(const nlohmann::json& node, std::string path, Refusal& refusal);

    // A string of at most 4,096 bytes without control characters.
    std::string text(const char* name);
    std::string optionalText(const char* name);
    std::int64_t number(const char* name, std::int64_t from, std::int64_t to);
    bool flag(const char* name);
    std::vector<std::string> texts(const char* name);
    std::vector<std::int64_t> numbers(const char* name, std::int64_t from, std::int64_t to);
    bool has(const char* name) const;
    void section(const char* name, const std::function<void(ProfileSection&)>& read);
    void sections(const char* name, const std::function<void(ProfileSection&)>& read);
    // Every member of the object `name`, all of them strings.
    void pairs(
        const char* name, const std::function<void(const std::string&, const std::string&)>& read);
    // The member as it stands, or null.
    const nlohmann::json* raw(const char* name);

    // Refuses members that nothing asked for.
    void finish();

    void refuse(const std::string& name, std::string why);

private:
    const nlohmann::json* member(const char* name, bool isRequired);

    const nlohmann::json& m_node;
    std::string m_path;
    Refusal& m_refusal;
    std::set<std::string> m_read;
};

} // namespace onceover
