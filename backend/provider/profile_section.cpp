// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/profile_section.h"

#include "backend/provider/json_text.h"

#include <algorithm>

namespace onceover {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxTextBytes = 4096;
constexpr std::size_t kMaxItems = 256;

bool isPlainText(const json& node)
{
    const auto text = shortText(node, kMaxTextBytes);
    return text && std::none_of(text->begin(), text->end(), [](char character) {
               const auto byte = static_cast<unsigned char>(character);
               return byte < 0x20 || byte == 0x7f;
           });
}

} // namespace

ProfileSection::ProfileSection(const json& node, std::string path, Refusal& refusal)
    : m_node(node)
    , m_path(std::move(path))
    , m_refusal(refusal)
{
    if (!m_node.is_object() && !m_refusal)
        m_refusal = ProfileRefusal{m_path, "must be an object"};
}

std::string ProfileSection::text(const char* name)
{
    const json* node = member(name, true);
    if (!node)
        return {};
    if (!isPlainText(*node)) {
        refuse(name, "must be a string without control characters");
        return {};
    }
    return node->get<std::string>();
}

std::string ProfileSection::optionalText(const char* name)
{
    return has(name) ? text(name) : std::string{};
}

std::int64_t ProfileSection::number(const char* name, std::int64_t from, std::int64_t to)
{
    const json* node = member(name, true);
    if (!node)
        return from;
    const auto value = exactInteger(*node);
    if (!value || *value < from || *value > to) {
        refuse(
            name,
            "must be a whole number from " + std::to_string(from) + " to " + std::to_string(to));
        return from;
    }
    return *value;
}

bool ProfileSection::flag(const char* name)
{
    const json* node = member(name, true);
    if (!node)
        return false;
    if (!node->is_boolean()) {
        refuse(name, "must be true or false");
        return false;
    }
    return node->get<bool>();
}

std::vector<std::string> ProfileSection::texts(const char* name)
{
    std::vector<std::string> values;
    const json* node = member(name, true);
    if (!node)
        return values;
    if (!node->is_array() || node->size() > kMaxItems
        || !std::all_of(node->begin(), node->end(), isPlainText)) {
        refuse(name, "must be a list of strings");
        return values;
    }
    for (const json& item : *node)
        values.push_back(item.get<std::string>());
    return values;
}

std::vector<std::int64_t> ProfileSection::numbers(
    const char* name, std::int64_t from, std::int64_t to)
{
    std::vector<std::int64_t> values;
    const json* node = member(name, true);
    if (!node)
        return values;
    if (!node->is_array() || node->empty() || node->size() > kMaxItems) {
        refuse(name, "must be a list of at least one whole number");
        return values;
    }
    for (const json& item : *node) {
        const auto value = exactInteger(item);
        if (!value || *value < from || *value > to)
            refuse(
                name,
                "must hold whole numbers from " + std::to_string(from) + " to "
                    + std::to_string(to));
        values.push_back(value.value_or(from));
    }
    return values;
}

bool ProfileSection::has(const char* name) const
{
    return m_node.is_object() && m_node.contains(name);
}

void ProfileSection::section(const char* name, const std::function<void(ProfileSection&)>& read)
{
    const json* node = member(name, true);
    if (!node)
        return;
    ProfileSection inner(*node, m_path + "/" + name, m_refusal);
    read(inner);
    inner.finish();
}

void ProfileSection::sections(const char* name, const std::function<void(ProfileSection&)>& read)
{
    const json* node = member(name, true);
    if (!node)
        return;
    if (!node->is_array() || node->size() > kMaxItems) {
        refuse(name, "must be a list of objects");
        return;
    }
    for (std::size_t index = 0; index < node->size(); ++index) {
        ProfileSection inner(
            (*node)[index], m_path + "/" + name + "/" + std::to_string(index), m_refusal);
        read(inner);
        inner.finish();
    }
}

void ProfileSection::pairs(
    const char* name, const std::function<void(const std::string&, const std::string&)>& read)
{
    const json* node = member(name, true);
    if (!node)
        return;
    if (!node->is_object() || node->size() > kMaxItems
        || !std::all_of(node->begin(), node->end(), isPlainText)) {
        refuse(name, "must be an object of strings");
        return;
    }
    for (const auto& item : node->items())
        read(item.key(), item.value().get<std::string>());
}

const json* ProfileSection::raw(const char* name)
{
    return member(name, false);
}

void ProfileSection::finish()
{
    if (!m_node.is_object())
        return;
    for (const auto& item : m_node.items()) {
        if (!m_read.contains(item.key()))
            refuse(item.key(), "is not a member that this section knows");
    }
}

void ProfileSection::refuse(const std::string& name, std::string why)
{
    if (!m_refusal)
        m_refusal = ProfileRefusal{m_path + "/" + name, std::move(why)};
}

const json* ProfileSection::member(const char* name, bool isRequired)
{
    m_read.insert(name);
    if (!m_node.is_object())
        return nullptr;
    const auto found = m_node.find(name);
    if (found == m_node.end()) {
        if (isRequired)
            refuse(name, "is missing");
        return nullptr;
    }
    return &*found;
}

} // namespace onceover
