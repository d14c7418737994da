// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/postgres/params.h"

#include <utility>

namespace onceover {

namespace {

// An element of an array literal: always quoted, so that NULL, braces, commas and blanks stay text.
void appendQuotedElement(std::string& literal, std::string_view element)
{
    literal += '"';
    for (const char c : element) {
        if (c == '"' || c == '\\') {
            literal += '\\';
        }
        literal += c;
    }
    literal += '"';
}

std::string hexBytes(std::string_view bytes)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string hex = "\\x";
    hex.reserve(2 + bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        hex += kDigits[byte >> 4];
        hex += kDigits[byte & 0x0f];
    }
    return hex;
}

} // namespace

Params& Params::add(std::optional<std::string> value)
{
    const bool hasNul = value && value->find('\0') != std::string::npos;
    m_values.push_back(std::move(value));
    if (hasNul && m_firstWithNul == 0) {
        m_firstWithNul = m_values.size();
    }
    return *this;
}

Params& Params::text(std::string_view value)
{
    return add(std::string(value));
}

Params& Params::text(const std::optional<std::string>& value)
{
    return add(value);
}

Params& Params::int64(std::int64_t value)
{
    return add(std::to_string(value));
}

Params& Params::int64(std::optional<std::int64_t> value)
{
    return value ? int64(*value) : null();
}

Params& Params::boolean(bool value)
{
    return add(value ? "true" : "false");
}

Params& Params::uuid(const Uuid& value)
{
    return add(value.toText());
}

Params& Params::uuid(const std::optional<Uuid>& value)
{
    return value ? uuid(*value) : null();
}

Params& Params::bytea(std::string_view bytes)
{
    return add(hexBytes(bytes));
}

Params& Params::null()
{
    return add(std::nullopt);
}

Params& Params::json(std::string_view text)
{
    return add(std::string(text));
}

Params& Params::textArray(const std::vector<std::optional<std::string>>& values)
{
    std::string literal = "{";
    for (const auto& value : values) {
        if (literal.size() > 1) {
            literal += ',';
        }
        if (value) {
            appendQuotedElement(literal, *value);
        } else {
            literal += "NULL";
        }
    }
    literal += '}';
    return add(std::move(literal));
}

Params& Params::textArray(const std::vector<std::string>& values)
{
    return textArray(std::vector<std::optional<std::string>>(values.begin(), values.end()));
}

Params& Params::int64Array(const std::vector<std::int64_t>& values)
{
    std::string literal = "{";
    for (const std::int64_t value : values) {
        if (literal.size() > 1) {
            literal += ',';
        }
        literal += std::to_string(value);
    }
    literal += '}';
    return add(std::move(literal));
}

Params& Params::uuidArray(const std::vector<Uuid>& values)
{
    std::string literal = "{";
    for (const Uuid& value : values) {
        if (literal.size() > 1) {
            literal += ',';
        }
        literal += value.toText();
    }
    literal += '}';
    return add(std::move(literal));
}

} // namespace onceover
