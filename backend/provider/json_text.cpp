// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/json_text.h"

#include <set>
#include <vector>

namespace onceover {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxDepth = 64;

// Builds the value by hand, because the library's own builder turns decimals into doubles and lets
// the last of two equal members win. Decimals are kept as a binary node, a type that JSON text
// cannot produce otherwise.
class ExactBuilder : public nlohmann::json_sax<json>
{
public:
    bool null() override { return put(nullptr); }

    bool boolean(bool value) override { return put(value); }

    bool number_integer(number_integer_t value) override { return put(value); }

    bool number_unsigned(number_unsigned_t value) override { return put(value); }

    bool number_float(number_float_t, const string_t& text) override
    {
        return put(json::binary({text.begin(), text.end()}));
    }

    bool string(string_t& value) override { return put(value); }

    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override
    {
        m_members.emplace_back();
        return open(json::object());
    }

    bool key(string_t& name) override
    {
        if (!m_members.back().insert(name).second) {
            m_problem = "member \"" + name.substr(0, 64) + "\" appears twice";
            return false;
        }
        m_key = name;
        return true;
    }

    bool end_object() override
    {
        m_members.pop_back();
        m_open.pop_back();
        return true;
    }

    bool start_array(std::size_t) override { return open(json::array()); }

    bool end_array() override
    {
        m_open.pop_back();
        return true;
    }

    bool parse_error(
        std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        m_problem = "syntax error at byte " + std::to_string(position);
        return false;
    }

    const std::string& problem() const { return m_problem; }

    json take() { return std::move(m_root); }

private:
    // Returns where the value went, so that a container can be filled in place.
    json* place(json value)
    {
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        json& parent = *m_open.back();
        if (parent.is_array()) {
            parent.push_back(std::move(value));
            return &parent.back();
        }
        json& member = parent[m_key];
        member = std::move(value);
        return &member;
    }

    bool put(json value)
    {
        place(std::move(value));
        return true;
    }

    bool open(json container)
    {
        if (m_open.size() >= kMaxDepth) {
            m_problem = "nested too deeply";
            return false;
        }
        // The address stays valid: nothing is added to the parent while this container is open.
        m_open.push_back(place(std::move(container)));
        return true;
    }

    json m_root;
    std::vector<json*> m_open;
    std::vector<std::set<std::string>> m_members;
    std::string m_key;
    std::string m_problem;
};

} // namespace

Result<json> parseJson(std::string_view text)
{
    ExactBuilder builder;
    bool isRead = false;
    try {
        isRead = json::sax_parse(text.begin(), text.end(), &builder);
    } catch (const std::exception& exception) {
        return Failure(Error::notHappened("json.not_well_formed", exception.what()));
    }
    if (!isRead)
        return Failure(Error::notHappened(
            "json.not_well_formed", "not well-formed JSON: " + builder.problem()));
    return builder.take();
}

std::optional<std::int64_t> exactInteger(const json& node)
{
    if (node.is_number_unsigned()) {
        const auto value = node.get<std::uint64_t>();
        if (value > static_cast<std::uint64_t>(INT64_MAX))
            return std::nullopt;
        return static_cast<std::int64_t>(value);
    }
    if (node.is_number_integer())
        return node.get<std::int64_t>();
    return std::nullopt;
}

std::optional<std::string> decimalText(const json& node)
{
    if (node.is_string())
        return node.get<std::string>();
    if (node.is_number_integer())
        return node.dump();
    if (node.is_binary())
        return std::string(node.get_binary().begin(), node.get_binary().end());
    return std::nullopt;
}

bool isJsonPointer(const std::string& text)
{
    try {
        const json::json_pointer pointer(text);
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

const json* nodeAt(const json& root, const std::string& pointer)
{
    try {
        const json::json_pointer path(pointer);
        return root.contains(path) ? &root.at(path) : nullptr;
    } catch (const std::exception&) {
        return nullptr;
    }
}

std::optional<std::string> shortText(const json& node, std::size_t maxBytes)
{
    if (!node.is_string())
        return std::nullopt;
    const auto& text = node.get_ref<const std::string&>();
    if (text.size() > maxBytes || text.find('\0') != std::string::npos)
        return std::nullopt;
    return text;
}

} // namespace onceover
