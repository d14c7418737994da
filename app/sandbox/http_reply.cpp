// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/http_reply.h"

#include <map>

namespace onceover {

namespace {

const char* reasonPhrase(int status)
{
    static const std::map<int, const char*> phrases = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {302, "Found"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {402, "Payment Required"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {422, "Unprocessable Content"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {502, "Bad Gateway"},
        {503, "Service Unavailable"},
        {504, "Gateway Timeout"}};
    const auto found = phrases.find(status);
    return found == phrases.end() ? "Status" : found->second;
}

} // namespace

HttpReply HttpReply::json(int status, const Json& body)
{
    HttpReply reply;
    reply.status = status;
    reply.body = jsonLine(body);
    return reply;
}

HttpReply HttpReply::error(int status, const std::string& code, const std::string& message)
{
    Json error{{"code", code}};
    if (!message.empty())
        error["message"] = message;
    return json(status, Json{{"error", error}});
}

std::string HttpReply::head(bool keepAlive) const
{
    std::string text = "HTTP/1.1 " + std::to_string(status) + ' ' + reasonPhrase(status) + "\r\n";
    if (status != 204) {
        const auto length =
            ending == ReplyEnding::HugeBody ? static_cast<std::size_t>(hugeBytes) : body.size();
        text += "Content-Type: " + contentType + "\r\n";
        text += "Content-Length: " + std::to_string(length) + "\r\n";
    }
    for (const auto& header : headers)
        text += header.first + ": " + header.second + "\r\n";
    text += keepAlive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
    return text;
}

} // namespace onceover
