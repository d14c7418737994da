// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/serve_command.h"

#include "app/sandbox/fault_script.h"
#include "app/sandbox/ledger.h"
#include "app/sandbox/sandbox_server.h"

#include <QCoreApplication>
#include <QSaveFile>
#include <QSocketNotifier>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/signalfd.h>
#include <unistd.h>

namespace onceover {

namespace {

int complain(const Failure& failure)
{
    std::fprintf(stderr, "onceover-sandbox: %s\n", failure.message.c_str());
    return failure.exitCode;
}

Outcome<FaultScript> loadScript(const std::string& path)
{
    if (path.empty())
        return FaultScript();
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return failed(kExitNoInput, "cannot read the script " + path);
    const std::string text(
        (std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return FaultScript::parse(text);
}

Outcome<std::uint16_t> portOf(const CommandLine& line)
{
    const std::string text = line.option("port");
    if (text.empty())
        return std::uint16_t{0};
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, port);
    if (parsed.ec != std::errc() || parsed.ptr != end)
        return failed(kExitUsage, "--port must be 0 to 65535");
    return port;
}

Outcome<void> announce(const CommandLine& line, std::uint16_t port)
{
    const std::string number = std::to_string(port);
    const auto path = std::filesystem::path(line.option("dir")) / "port";
    QSaveFile file(QString::fromStdString(path.string()));
    const bool written =
        file.open(QIODevice::WriteOnly) && file.write((number + '\n').c_str()) > 0 && file.commit();
    if (!written)
        return failed(kExitCannotCreate, "cannot write " + path.string());
    const bool bare = !line.option("print-port").empty();
    const std::string text = bare ? number : R"({"type":"listening","port":)" + number + '}';
    if (std::printf("%s\n", text.c_str()) < 0 || std::fflush(stdout) != 0)
        return failed(kExitIo, "cannot write to standard output");
    return {};
}

// The signals that ask for an orderly end, as a readable descriptor for the event loop.
int openEndSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

// Whoever started it holds the other end of the pipe: a starter that was killed cannot say so. A
// byte releases it.
void endWithInput(QSocketNotifier& input)
{
    char byte = 0;
    const ssize_t got = ::read(0, &byte, 1);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    input.setEnabled(false);
    if (got != 1)
        QCoreApplication::exit(0);
}

} // namespace

int runServe(const CommandLine& line)
{
    const auto port = portOf(line);
    if (!port)
        return complain(port.error());
    auto script = loadScript(line.option("script"));
    if (!script)
        return complain(script.error());
    auto ledger = Ledger::openForWriting(line.option("dir"));
    if (!ledger)
        return complain(ledger.error());
    QSocketNotifier ending(openEndSignals(), QSocketNotifier::Read);
    QObject::connect(&ending, &QSocketNotifier::activated, qApp, [] { QCoreApplication::exit(0); });
    SandboxServer server(std::move(*ledger), std::move(*script), [](const Failure& failure) {
        QCoreApplication::exit(complain(failure));
    });
    const auto listening = server.listen(*port);
    if (!listening)
        return complain(listening.error());
    const auto announced = announce(line, *listening);
    if (!announced)
        return complain(announced.error());
    QSocketNotifier input(0, QSocketNotifier::Read);
    input.setEnabled(!line.option("end-with-input").empty());
    QObject::connect(&input, &QSocketNotifier::activated, qApp, [&input] { endWithInput(input); });
    return QCoreApplication::exec();
}

} // namespace onceover
