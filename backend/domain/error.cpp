// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/error.h"

#include <utility>

namespace onceover {

Error::Error(std::string code, std::string detail, Effect effect, Retry retry)
    : m_code(std::move(code))
    , m_detail(std::move(detail))
    , m_effect(effect)
    , m_retry(retry)
{}

Error Error::possible(std::string code, std::string detail)
{
    return {std::move(code), std::move(detail), Effect::Possible, Retry::LookFirst};
}

Error Error::notHappened(std::string code, std::string detail, Retry retry)
{
    return {std::move(code), std::move(detail), Effect::None, retry};
}

Error&& Error::withSqlState(std::string sqlState) &&
{
    m_sqlState = std::move(sqlState);
    return std::move(*this);
}

Error&& Error::withOrigin(std::string origin) &&
{
    m_origin = std::move(origin);
    return std::move(*this);
}

} // namespace onceover
