// SPDX-License-Identifier: GPL-3.0-or-later
// libpq's three functions that carry a statement, in front of the library's own.
#include "tests/crash/mortality.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <dlfcn.h>

struct pg_conn;
struct pg_result;

namespace {

using onceover::reportStep;

// What COMMIT commits; one session at a time works in the programs under test.
std::string statement;
bool isCommitting = false;
bool isUnderWay = false;

template <typename Function>
Function theirs(const char* name)
{
    void* found = ::dlsym(RTLD_NEXT, name);
    if (found == nullptr) {
        std::fprintf(stderr, "libpq has no %s\n", name);
        std::abort();
    }
    return reinterpret_cast<Function>(found);
}

} // namespace

extern "C" {

int PQbackendPID(const pg_conn* conn);
int PQsocket(const pg_conn* conn);
int PQflush(pg_conn* conn);

int PQsendQueryParams(
    pg_conn* conn,
    const char* text,
    int count,
    const unsigned int* types,
    const char* const* values,
    const int* lengths,
    const int* formats,
    int resultFormat)
{
    static const auto kTheirs = theirs<decltype(&PQsendQueryParams)>("PQsendQueryParams");
    onceover::noteSession(PQbackendPID(conn), PQsocket(conn));
    statement = text;
    isCommitting = false;
    isUnderWay = true;
    reportStep("database", statement, "before");
    reportStep("step", statement, "before");
    const int isSent = kTheirs(conn, text, count, types, values, lengths, formats, resultFormat);
    if (isSent != 0 && PQflush(conn) == 0)
        reportStep("step", statement, "sent");
    return isSent;
}

int PQsendQuery(pg_conn* conn, const char* text)
{
    static const auto kTheirs = theirs<decltype(&PQsendQuery)>("PQsendQuery");
    onceover::noteSession(PQbackendPID(conn), PQsocket(conn));
    isCommitting = std::string(text) == "COMMIT";
    isUnderWay = isCommitting;
    reportStep("step", text, "before");
    const int isSent = kTheirs(conn, text);
    if (isSent != 0 && PQflush(conn) == 0) {
        if (isCommitting)
            reportStep("database", statement, "sent");
        reportStep("step", text, "sent");
    }
    return isSent;
}

pg_result* PQgetResult(pg_conn* conn)
{
    static const auto kTheirs = theirs<decltype(&PQgetResult)>("PQgetResult");
    pg_result* result = kTheirs(conn);
    // Null ends the answer.
    if (result == nullptr && isUnderWay)
        reportStep("database", statement, isCommitting ? "after" : "answered");
    if (result == nullptr)
        isUnderWay = isCommitting = false;
    return result;
}
}
