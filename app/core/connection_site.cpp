// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/connection_site.h"

#include "app/core/private_file.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

#include <nlohmann/json.hpp>
#include <termios.h>
#include <unistd.h>

namespace onceover {

namespace {

Failure refused(const std::string& why)
{
    return Failure(Error::notHappened("settings.connection_file", why));
}

const char* nameOf(MachineKind kind)
{
    switch (kind) {
    case MachineKind::Core:
        return "core";
    case MachineKind::Intake:
        return "intake";
    case MachineKind::Ingest:
        return "ingest";
    case MachineKind::Reader:
        return "reader";
    case MachineKind::Owner:
        break;
    }
    return "owner";
}

std::string firstLine(const std::string& text)
{
    return text.substr(0, text.find_first_of("\r\n"));
}

Result<std::string> passwordFor(const std::string& login)
{
    const char* file = std::getenv("ONCEOVER_PASSWORD_FILE");
    if (file != nullptr && *file != '\0') {
        const auto text = readPrivateFile(file);
        if (!text)
            return Failure(text.error());
        return firstLine(*text);
    }
    if (::isatty(STDIN_FILENO) == 0)
        return Failure(Error::notHappened(
            "settings.password",
            "No password: name a file of mode 0600 in ONCEOVER_PASSWORD_FILE."));
    termios shown{};
    ::tcgetattr(STDIN_FILENO, &shown);
    termios hidden = shown;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &hidden);
    std::cerr << "Password for " << login << ": " << std::flush;
    std::string password;
    std::getline(std::cin, password);
    ::tcsetattr(STDIN_FILENO, TCSANOW, &shown);
    std::cerr << '\n';
    return password;
}

} // namespace

Result<std::unique_ptr<ConnectionSite>> ConnectionSite::open(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return refused(file.string() + " cannot be read.");
    const std::string text((std::istreambuf_iterator<char>(stream)), {});
    try {
        const auto object = nlohmann::json::parse(text);
        std::unique_ptr<ConnectionSite> site(new ConnectionSite);
        ConnectionSettings& settings = site->m_settings;
        settings.hosts = {{object.at("host").get<std::string>(), object.value("port", 5432)}};
        settings.database = object.at("database").get<std::string>();
        const auto tls = object.value("tls", std::string("verify-full"));
        if (tls != "verify-full" && tls != "off")
            return refused("\"tls\" is neither \"verify-full\" nor \"off\".");
        settings.tls = tls == "off" ? TlsMode::Off : TlsMode::VerifyFull;
        settings.tlsRootCertificates =
            object.value("root_certificates", settings.tlsRootCertificates);
        settings.wanted = ConnectionSettings::Wanted::ReadWrite;
        site->m_stateDirectory = object.value("state_directory", std::string());
        site->m_logins = object.value("logins", std::map<std::string, std::string>());
        return site;
    } catch (const nlohmann::json::exception& error) {
        return refused(file.string() + ": " + error.what());
    }
}

Result<ConnectionSettings> ConnectionSite::machine(MachineKind kind)
{
    const auto login = m_logins.find(nameOf(kind));
    if (login == m_logins.end())
        return refused(std::string("The connection file names no login \"") + nameOf(kind) + "\".");
    auto settings = person(login->second);
    if (settings && kind == MachineKind::Reader)
        settings->wanted = ConnectionSettings::Wanted::Any;
    return settings;
}

Result<ConnectionSettings> ConnectionSite::person(const std::string& login)
{
    auto password = passwordFor(login);
    if (!password)
        return Failure(password.error());
    ConnectionSettings settings = m_settings;
    settings.user = login;
    settings.password = std::move(*password);
    return settings;
}

} // namespace onceover
