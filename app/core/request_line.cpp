// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/request_line.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

constexpr std::array<std::string_view, 11> kMembers = {
    "source",
    "idempotency_key",
    "kind",
    "direction",
    "payee",
    "payee_account",
    "amount_minor",
    "currency",
    "provider",
    "send_before",
    "metadata"};
constexpr std::size_t kMaxDepth = 8;

// Sees what a finished JSON value no longer shows: members given twice, and how numbers were
// written.
class StrictReader final : public nlohmann::json_sax<nlohmann::json>
{
public:
    bool null() override { return value("a value of text or number"); }

    bool boolean(bool) override { return value("text or number"); }

    bool number_integer(number_integer_t) override { return value(nullptr); }

    bool number_unsigned(number_unsigned_t number) override
    {
        if (number > 9'223'372'036'854'775'807ULL)
            return refuse("intake.number", m_member, "The number does not fit 64 bits.");
        return value(nullptr);
    }

    bool number_float(number_float_t, const string_t& text) override
    {
        // Integers of more than 64 bits arrive here too.
        if (text.find_first_of(".eE") == std::string::npos)
            return refuse("intake.number", m_member, "The number does not fit 64 bits.");
        return refuse(
            "intake.fraction",
            m_member,
            "Numbers are whole, amounts in minor units: \"" + text.substr(0, 40) + "\".");
    }

    bool string(string_t& text) override
    {
        if (text.find('\0') != std::string::npos)
            return refuse("intake.nul", m_member, "The text holds a NUL character.");
        return value(nullptr);
    }

    bool binary(binary_t&) override { return value("text or number"); }

    bool start_object(std::size_t) override
    {
        if (m_keys.empty() || m_member == "metadata") {
            m_keys.emplace_back();
            return checkDepth();
        }
        return refuse("intake.nested", m_member, "This member is no object.");
    }

    bool key(string_t& name) override
    {
        if (name.find('\0') != std::string::npos)
            return refuse("intake.nul", m_member, "A member's name holds a NUL character.");
        if (!m_keys.back().insert(name).second)
            return refuse("intake.twice", name, "The member \"" + name + "\" is given twice.");
        if (m_keys.size() > 1)
            return true;
        if (std::find(kMembers.begin(), kMembers.end(), name) == kMembers.end())
            return refuse("intake.unknown_member", name, "There is no member \"" + name + "\".");
        m_member = name;
        return true;
    }

    bool end_object() override
    {
        m_keys.pop_back();
        return true;
    }

    bool start_array(std::size_t) override
    {
        if (m_keys.empty() || m_member != "metadata")
            return refuse("intake.nested", m_member, "A line is one object, not a list.");
        ++m_arrays;
        return checkDepth();
    }

    bool end_array() override
    {
        --m_arrays;
        return true;
    }

    bool parse_error(std::size_t at, const std::string&, const nlohmann::json::exception&) override
    {
        return refuse(
            "intake.not_json",
            m_member,
            "The line is not well-formed JSON at character " + std::to_string(at) + ".");
    }

    const std::optional<LineRefusal>& refusal() const { return m_refusal; }

private:
    bool value(const char* wanted)
    {
        if (m_keys.empty())
            return refuse("intake.no_object", "", "The line is no JSON object.");
        if (wanted != nullptr && m_keys.size() == 1 && m_member != "metadata")
            return refuse("intake.type", m_member, std::string("This member is ") + wanted + ".");
        return true;
    }

    bool checkDepth()
    {
        if (m_keys.size() + m_arrays <= kMaxDepth)
            return true;
        return refuse("intake.nested", m_member, "The line is nested too deeply.");
    }

    bool refuse(const char* code, const std::string& field, std::string message)
    {
        if (!m_refusal)
            m_refusal = LineRefusal{code, field.substr(0, 64), std::move(message)};
        return false;
    }

    std::vector<std::set<std::string>> m_keys;
    std::size_t m_arrays = 0;
    std::string m_member;
    std::optional<LineRefusal> m_refusal;
};

} // namespace

tl::expected<std::string, LineRefusal> checkRequestLine(const std::string& line)
{
    if (line.size() > kMaxRequestLine)
        return tl::unexpected(LineRefusal{"intake.too_long", "", "The line is longer than 1 MiB."});
    // The parser would read over a byte order mark, and the database would not.
    if (line.rfind("\xef\xbb\xbf", 0) == 0)
        return tl::unexpected(
            LineRefusal{"intake.not_json", "", "A byte order mark stands within the file."});
    StrictReader reader;
    const bool isRead = nlohmann::json::sax_parse(line, &reader);
    if (reader.refusal())
        return tl::unexpected(*reader.refusal());
    if (!isRead)
        return tl::unexpected(
            LineRefusal{"intake.not_json", "", "The line is not well-formed JSON."});
    return line;
}

} // namespace onceover
