// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/core/exit_code.h"
#include "backend/domain/error.h"

#include <cstdint>
#include <iosfwd>
#include <string>

#include <nlohmann/json.hpp>

namespace onceover {

// Keeps the order in which members are set.
using Json = nlohmann::ordered_json;

// "2026-01-17T12:05:11.123456Z".
std::string rfc3339(std::int64_t unixUs);
// Unix microseconds; nothing for what is not RFC 3339 with an offset.
bool parseRfc3339(const std::string& text, std::int64_t& unixUs);

// Replaces members NAME_us by NAME_at (or at_us by at) as RFC 3339, at every depth.
Json withReadableTimes(const Json& value);

// Where a command prints to: JSON lines or sentences, errors beside them.
class Output
{
public:
    Output(std::ostream& out, std::ostream& err, bool isJson)
        : m_out(out)
        , m_err(err)
        , m_isJson(isJson)
    {}

    bool isJson() const { return m_isJson; }

    // One line: the object, or the sentence for people.
    void line(const Json& object, const std::string& sentence);
    void note(const std::string& sentence);
    // Says what went wrong and gives the exit code it asks for.
    ExitCode failure(const Error& error);

    // False when something could not be written (a full disk, a closed pipe).
    bool isGood() const;

    std::ostream& out() { return m_out; }

    std::ostream& err() { return m_err; }

private:
    std::ostream& m_out;
    std::ostream& m_err;
    bool m_isJson;
};

} // namespace onceover
