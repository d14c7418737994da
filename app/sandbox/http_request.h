// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace onceover {

// One complete request. Header names are lower-case; path and parameters are percent-decoded.
struct HttpRequest
{
    std::string method;
    std::string path;
    std::map<std::string, std::string> parameters;
    std::map<std::string, std::string> headers;
    std::string body;
    bool keepAlive = true;

    std::string header(const std::string& lowerCaseName) const
    {
        const auto found = headers.find(lowerCaseName);
        return found == headers.end() ? std::string() : found->second;
    }

    std::string parameter(const std::string& name) const
    {
        const auto found = parameters.find(name);
        return found == parameters.end() ? std::string() : found->second;
    }
};

} // namespace onceover
