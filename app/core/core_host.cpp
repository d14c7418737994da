// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/core_host.h"

#include "app/core/private_file.h"
#include "backend/journal/boot.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <nlohmann/json.hpp>
#include <unistd.h>

namespace onceover {

namespace {

// Far more than a look at the server takes.
constexpr std::chrono::seconds kLookPatience{30};

bool isSimpleName(const std::string& name)
{
    return !name.empty() && name.size() <= 40
           && std::all_of(name.begin(), name.end(), [](unsigned char character) {
                  return (character >= 'a' && character <= 'z')
                         || (character >= '0' && character <= '9') || character == '-';
              });
}

// The core's id lies beside its journal and stays for ever.
Result<Uuid> coreIdIn(const std::filesystem::path& file, IdSource& ids)
{
    if (!std::filesystem::exists(file)) {
        const Uuid fresh = ids.next();
        nlohmann::json object;
        object["core_id"] = fresh.toText();
        if (auto written = writePrivateFile(file, object.dump() + "\n"); !written)
            return Failure(written.error());
        return fresh;
    }
    const auto text = readPrivateFile(file);
    if (!text)
        return Failure(text.error());
    const auto object = nlohmann::json::parse(*text, nullptr, false);
    const auto id =
        object.is_object() && object.contains("core_id") && object["core_id"].is_string()
            ? Uuid::fromText(object["core_id"].get<std::string>())
            : std::nullopt;
    if (!id)
        return Failure(
            Error::notHappened("settings.core", file.string() + " holds no id of a core."));
    return *id;
}

std::string hostName()
{
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? std::string(name) : std::string("unknown");
}

} // namespace

CoreHost::CoreHost(
    const Settings& settings, std::unique_ptr<FileJournal> journal, CoreIdentity identity)
    : m_ids(m_clock)
    , m_store(settings.connection)
    , m_matches(settings.connection, identity.coreId)
    , m_directory(m_store, settings.isDemo)
    , m_journal(std::move(journal))
    , m_identity(std::move(identity))
    , m_startServer(settings.startServer)
{}

Result<std::unique_ptr<CoreHost>> CoreHost::create(const Settings& settings)
{
    if (!settings.isDemo || settings.stateDirectory.empty())
        return open(settings);
    const auto look = lockForLook(settings, Deadline::in(kLookPatience));
    if (!look)
        return Failure(look.error());
    return open(settings);
}

Result<FileLock> CoreHost::lockForLook(const Settings& settings, Deadline deadline)
{
    return FileLock::exclusive(settings.stateDirectory / "core.look", deadline);
}

Result<std::unique_ptr<CoreHost>> CoreHost::create(
    const Settings& settings, const FileLock& /*look*/)
{
    return open(settings);
}

Result<std::unique_ptr<CoreHost>> CoreHost::open(const Settings& settings)
{
    if (!isSimpleName(settings.name))
        return Failure(Error::notHappened(
            "settings.core", "A core's name has lower-case letters, digits and hyphens."));
    // Never the directory somebody happens to be in: a core that forgets its journal is a new core.
    if (settings.stateDirectory.empty())
        return Failure(Error::notHappened(
            "settings.core", "The connection file names no \"state_directory\" for the journal."));
    const SystemClock clock;
    RandomIdSource ids(clock);
    const auto coreId = coreIdIn(settings.stateDirectory / (settings.name + ".json"), ids);
    if (!coreId)
        return Failure(coreId.error());
    const std::filesystem::path path = settings.stateDirectory / (settings.name + ".journal");
    auto journal = FileJournal::open(path, *coreId);
    if (!journal)
        return Failure(journal.error());
    const auto bootId = currentBootId();
    if (!bootId)
        return Failure(
            Error::notHappened("settings.boot_id", "The kernel does not tell its boot id."));
    CoreIdentity identity;
    identity.coreId = *coreId;
    identity.journalId = (*journal)->journalId();
    identity.name = settings.name;
    identity.host = hostName();
    identity.bootId = *bootId;
    identity.bootNonce = ids.next();
    identity.programVersion = ONCEOVER_VERSION;
    return std::unique_ptr<CoreHost>(
        new CoreHost(settings, std::move(*journal), std::move(identity)));
}

void CoreHost::onDatabaseAway()
{
    if (m_startServer)
        m_startServer();
}

EngineParts CoreHost::parts()
{
    return {m_store, *m_journal, m_directory, m_clock, m_ids, m_identity, &m_matches};
}

} // namespace onceover
