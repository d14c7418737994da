// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/uuid.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// The parameters $1, $2, ... of one statement, sent as text with the type left to the statement's
// context. A NUL in a text would silently cut it in libpq, so it is remembered here and Connection
// refuses the whole list before binding.
class Params
{
public:
    Params& text(std::string_view value);

    Params& text(const std::string& value) { return text(std::string_view(value)); }

    Params& text(const char* value) { return text(std::string_view(value)); }

    Params& text(const std::optional<std::string>& value);
    Params& int64(std::int64_t value);
    Params& int64(std::optional<std::int64_t> value);
    Params& boolean(bool value);
    Params& uuid(const Uuid& value);
    Params& uuid(const std::optional<Uuid>& value);
    Params& bytea(std::string_view bytes);
    Params& null();
    // JSON text for a json or jsonb parameter.
    Params& json(std::string_view text);
    // Array parameters; a missing element is SQL NULL.
    Params& textArray(const std::vector<std::optional<std::string>>& values);
    Params& textArray(const std::vector<std::string>& values);
    Params& int64Array(const std::vector<std::int64_t>& values);
    Params& uuidArray(const std::vector<Uuid>& values);

    const std::vector<std::optional<std::string>>& values() const { return m_values; }

    // The number (from 1) of the first parameter that holds a NUL, or 0.
    std::size_t firstWithNul() const { return m_firstWithNul; }

private:
    Params& add(std::optional<std::string> value);

    std::vector<std::optional<std::string>> m_values;
    std::size_t m_firstWithNul = 0;
};

} // namespace onceover
