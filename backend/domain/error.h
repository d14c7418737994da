// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace onceover {

// Whether the thing that failed may have happened all the same. The default is Possible: only proof
// makes it None.
enum class Effect
{
    Possible,
    None,
};

// What a caller may do next. BlindRetry exists for effect None only (see Error::notHappened).
enum class Retry
{
    Never,
    LookFirst,
    BlindRetry,
};

// An operating error as a value. `code` is a stable machine name (ERROR_CODES in ARCHITECTURE.md),
// `detail` an English sentence for logs and the command line; models/text translates codes for
// people.
class Error
{
public:
    // The effect may have happened: look, never repeat.
    static Error possible(std::string code, std::string detail);
    // Proven to have had no effect; a blind retry is allowed only when the caller says so.
    static Error notHappened(std::string code, std::string detail, Retry retry = Retry::Never);

    Error&& withSqlState(std::string sqlState) &&;
    Error&& withOrigin(std::string origin) &&;

    const std::string& code() const { return m_code; }

    const std::string& detail() const { return m_detail; }

    const std::string& origin() const { return m_origin; }

    const std::string& sqlState() const { return m_sqlState; }

    Effect effect() const { return m_effect; }

    Retry retry() const { return m_retry; }

private:
    Error(std::string code, std::string detail, Effect effect, Retry retry);

    std::string m_code;
    std::string m_detail;
    std::string m_origin;
    std::string m_sqlState;
    Effect m_effect;
    Retry m_retry;
};

} // namespace onceover
