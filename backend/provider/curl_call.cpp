// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/provider/curl_call.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>

#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace onceover {

namespace {

constexpr std::size_t kMaxHeaderBytes = 64 * 1024;

std::int64_t unixMicroseconds()
{
    using namespace std::chrono;
    return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

// What the callbacks see of one running call.
struct Progress
{
    HttpExchange exchange;
    std::size_t maxBodyBytes = 0;
    std::int64_t totalTimeoutMs = 0;
    std::size_t headerBytes = 0;
    bool isHeaderComplete = false;
    bool isTooLarge = false;
    // -1 while no Content-Length was seen.
    std::int64_t contentLength = -1;
    std::chrono::steady_clock::time_point deadline;

    bool looksComplete() const
    {
        if (!isHeaderComplete || isTooLarge || std::chrono::steady_clock::now() >= deadline)
            return false;
        return contentLength < 0
               || static_cast<std::int64_t>(exchange.body.size()) >= contentLength;
    }
};

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& character : result) {
        if (character >= 'A' && character <= 'Z')
            character = static_cast<char>(character - 'A' + 'a');
    }
    return result;
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

void noteHeaderLine(Progress& progress, std::string_view line)
{
    if (line.substr(0, 5) == "HTTP/") {
        // A new header block: the one before was an interim answer (100 Continue).
        progress.exchange.headers.clear();
        progress.isHeaderComplete = false;
        progress.contentLength = -1;
        return;
    }
    if (trimmed(line).empty()) {
        progress.isHeaderComplete = true;
        return;
    }
    const auto colon = line.find(':');
    if (colon == std::string_view::npos)
        return;
    std::string name = lowered(trimmed(line.substr(0, colon)));
    std::string value(trimmed(line.substr(colon + 1)));
    if (name == "content-length" && !value.empty() && value.size() < 19
        && value.find_first_not_of("0123456789") == std::string::npos)
        progress.contentLength = std::strtoll(value.c_str(), nullptr, 10);
    progress.exchange.headers.emplace_back(std::move(name), std::move(value));
}

std::size_t onHeader(char* data, std::size_t, std::size_t size, void* context)
{
    auto& progress = *static_cast<Progress*>(context);
    progress.headerBytes += size;
    if (progress.headerBytes > kMaxHeaderBytes) {
        progress.isTooLarge = true;
        return 0;
    }
    noteHeaderLine(progress, {data, size});
    return size;
}

std::size_t onBody(char* data, std::size_t, std::size_t size, void* context)
{
    auto& progress = *static_cast<Progress*>(context);
    if (size > progress.maxBodyBytes - progress.exchange.body.size()) {
        progress.isTooLarge = true;
        return 0;
    }
    progress.exchange.body.append(data, size);
    return size;
}

int onDebug(CURL*, curl_infotype type, char*, std::size_t size, void* context)
{
    // Bytes of a TLS handshake come as SSL_DATA_OUT and carry no request. A CONNECT to a proxy
    // counts as request bytes, which errs on the safe side.
    if (type == CURLINFO_HEADER_OUT || type == CURLINFO_DATA_OUT)
        static_cast<Progress*>(context)->exchange.requestBytes += static_cast<std::int64_t>(size);
    return 0;
}

int onSocket(void* context, curl_socket_t socket, curlsocktype)
{
    // Closing, by us or by the kernel after our death, now resets the connection and drops what was
    // not yet delivered.
    const linger discard{1, 0};
    const auto timeoutMs =
        static_cast<unsigned int>(static_cast<Progress*>(context)->totalTimeoutMs);
    if (setsockopt(socket, SOL_SOCKET, SO_LINGER, &discard, sizeof discard) != 0)
        return CURL_SOCKOPT_ERROR;
    if (setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeoutMs, sizeof timeoutMs) != 0)
        return CURL_SOCKOPT_ERROR;
    return CURL_SOCKOPT_OK;
}

int onCloseSocket(void* context, curl_socket_t socket)
{
    if (static_cast<Progress*>(context)->looksComplete()) {
        const linger normal{0, 0};
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &normal, sizeof normal);
    }
    return close(socket);
}

bool hasControlCharacter(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return byte < 0x20 || byte == 0x7f;
    });
}

// A line end smuggled into a header or the URL would be a second request.
bool isSafe(const HttpRequest& request)
{
    if (hasControlCharacter(request.url) || request.url.find(' ') != std::string::npos
        || hasControlCharacter(request.proxy))
        return false;
    for (const auto& header : request.headers) {
        if (header.first.empty() || header.first.find_first_of(": ") != std::string::npos
            || hasControlCharacter(header.first) || hasControlCharacter(header.second))
            return false;
    }
    return true;
}

std::string reasonOf(CURLcode code, const Progress& progress, bool isConnected)
{
    if (progress.isTooLarge)
        return "too_large";
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return "name_not_resolved";
    case CURLE_COULDNT_CONNECT:
        return "connect_failed";
    case CURLE_OPERATION_TIMEDOUT:
        return isConnected ? "deadline" : "connect_timeout";
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
        return "tls_failed";
    case CURLE_GOT_NOTHING:
        return "connection_closed";
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
        return "connection_reset";
    case CURLE_PARTIAL_FILE:
        return "truncated";
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_UNSUPPORTED_PROTOCOL:
        return "not_http";
    default:
        return "curl_" + std::to_string(static_cast<int>(code));
    }
}

using EasyHandle = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using HeaderList = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

HeaderList headerList(const HttpRequest& request)
{
    // "Expect:" alone removes the header: the request is never held back for a 100 Continue.
    HeaderList list(curl_slist_append(nullptr, "Expect:"), &curl_slist_free_all);
    for (const auto& [name, value] : request.headers) {
        // libcurl leaves out a header without value unless it ends in a semicolon.
        const std::string line = value.empty() ? name + ";" : name + ": " + value;
        list.reset(curl_slist_append(list.release(), line.c_str()));
    }
    return list;
}

void setUp(CURL* handle, const HttpRequest& request, curl_slist* headers, Progress& progress)
{
    curl_easy_setopt(handle, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
    if (request.method == "POST") {
        curl_easy_setopt(handle, CURLOPT_POST, 1L);
        curl_easy_setopt(
            handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        curl_easy_setopt(
            handle, CURLOPT_POSTFIELDS, request.body.empty() ? "" : request.body.data());
    } else {
        curl_easy_setopt(handle, CURLOPT_HTTPGET, 1L);
    }
    // Each of these closes one way in which a library may send a request a second time or somewhere
    // else.
    curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(handle, CURLOPT_SSL_ENABLE_ALPN, 0L);
    curl_easy_setopt(handle, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(handle, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_PROXY, request.proxy.c_str());
    curl_easy_setopt(handle, CURLOPT_NOPROXY, "");
    curl_easy_setopt(handle, CURLOPT_HTTPAUTH, CURLAUTH_NONE);
    curl_easy_setopt(handle, CURLOPT_PROXYAUTH, CURLAUTH_NONE);
    curl_easy_setopt(handle, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
    curl_easy_setopt(handle, CURLOPT_TCP_FASTOPEN, 0L);
    curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
    if (!request.trustedCertificates.empty()) {
        // Without the second line the system's directory of certificates is trusted beside them.
        curl_easy_setopt(handle, CURLOPT_CAINFO, request.trustedCertificates.c_str());
        curl_easy_setopt(handle, CURLOPT_CAPATH, nullptr);
    }
    curl_easy_setopt(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(
        handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request.connectTimeoutMs));
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(request.totalTimeoutMs));
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, &onHeader);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, &progress);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &onBody);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &progress);
    curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, &onDebug);
    curl_easy_setopt(handle, CURLOPT_DEBUGDATA, &progress);
    curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, &onSocket);
    curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, &progress);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, &onCloseSocket);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, &progress);
}

// True when the transport that carries the request stood: TCP for http, the TLS session for https.
// Over TLS a write that OpenSSL has only half done is not counted by libcurl, so a finished
// handshake alone already counts as "may have been sent".
bool isTransportUp(CURL* handle, const HttpRequest& request)
{
    const bool isTls = lowered(std::string_view(request.url).substr(0, 8)) == "https://";
    curl_off_t elapsedUs = 0;
    curl_easy_getinfo(
        handle, isTls ? CURLINFO_APPCONNECT_TIME_T : CURLINFO_CONNECT_TIME_T, &elapsedUs);
    return elapsedUs > 0;
}

void conclude(CURLcode code, CURL* handle, const HttpRequest& request, Progress& progress)
{
    HttpExchange& exchange = progress.exchange;
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    const bool isUp = isTransportUp(handle, request);
    const bool isTls = lowered(std::string_view(request.url).substr(0, 8)) == "https://";
    exchange.status = progress.isHeaderComplete ? static_cast<int>(status) : 0;
    if (code != CURLE_OK) {
        exchange.reason = reasonOf(code, progress, isUp);
        const bool isNothingSent = exchange.requestBytes == 0 && !(isTls && isUp);
        exchange.end = isNothingSent ? HttpExchange::End::NothingSent : HttpExchange::End::Broken;
        return;
    }
    // libcurl reports success for a status line and half a header.
    if (!progress.isHeaderComplete || exchange.status < 200) {
        exchange.end = HttpExchange::End::Broken;
        exchange.reason = "truncated";
        return;
    }
    exchange.end = HttpExchange::End::Answered;
}

bool isLibraryReady()
{
    static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
    return code == CURLE_OK;
}

HttpExchange nothingSent(HttpExchange exchange, std::string reason)
{
    exchange.end = HttpExchange::End::NothingSent;
    exchange.reason = std::move(reason);
    exchange.finishedAtUs = unixMicroseconds();
    return exchange;
}

} // namespace

HttpExchange callOnce(const HttpRequest& request)
{
    Progress progress;
    progress.maxBodyBytes = request.maxBodyBytes;
    progress.totalTimeoutMs = request.totalTimeoutMs;
    progress.exchange.startedAtUs = unixMicroseconds();
    progress.deadline =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(request.totalTimeoutMs);
    if (!isSafe(request))
        return nothingSent(std::move(progress.exchange), "unsafe_header");
    // libcurl reads 0 as "no limit", and a call without a limit never becomes an outcome.
    if (request.connectTimeoutMs <= 0 || request.totalTimeoutMs <= 0)
        return nothingSent(std::move(progress.exchange), "no_deadline");
    const EasyHandle handle(isLibraryReady() ? curl_easy_init() : nullptr, &curl_easy_cleanup);
    const HeaderList headers = headerList(request);
    if (!handle || !headers)
        return nothingSent(std::move(progress.exchange), "out_of_memory");
    setUp(handle.get(), request, headers.get(), progress);
    const CURLcode code = curl_easy_perform(handle.get());
    progress.exchange.finishedAtUs = unixMicroseconds();
    conclude(code, handle.get(), request, progress);
    return std::move(progress.exchange);
}

} // namespace onceover
