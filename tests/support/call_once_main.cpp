// SPDX-License-Identifier: GPL-3.0-or-later
// call_once URL BYTES: posts that many bytes with the product's own call, so that a test can kill
// it in the middle.
#include "backend/provider/curl_call.h"

#include <cstdlib>
#include <string>

int main(int argc, char** argv)
{
    if (argc != 3)
        return 64;
    const std::string body(std::strtoul(argv[2], nullptr, 10), 'x');
    onceover::callOnce({
        .method = "POST",
        .url = argv[1],
        .body = body,
        .connectTimeoutMs = 60'000,
        .totalTimeoutMs = 60'000,
    });
    return 0;
}
