// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/person_desk.h"

#include "app/console/file_reading.h"
#include "app/console/reading_desk.h"
#include "app/core/random_id_source.h"
#include "app/core/system_clock.h"
#include "backend/desk/desk_session.h"
#include "backend/store/pg_desk_store.h"
#include "views/decision/decision_flow.h"
#include "views/files/files_flow.h"

#include <utility>

namespace onceover {

namespace {

DeskBridge::OpenDesk openingOf(const std::optional<ConnectionSettings>& settings)
{
    return [settings]() -> Result<std::unique_ptr<Desk>> {
        if (!settings)
            return Failure(Error::notHappened("settings.reading", "This desk decides nothing."));
        return std::unique_ptr<Desk>(
            std::make_unique<DeskSession>(std::make_unique<PgDeskStore>(*settings)));
    };
}

FileBridge::Store storingOf(const std::optional<ConnectionSettings>& settings)
{
    return [settings](const FileOrder& order, const FileBridge::Progress& progress) {
        if (settings)
            return storeFile(*settings, order, progress);
        FileStored stored;
        stored.path = order.question.path;
        stored.answer.outcome = CommandAnswer::Outcome::Refused;
        stored.answer.code = "settings.reading";
        stored.answer.detail = "This desk stores nothing.";
        return stored;
    };
}

} // namespace

PersonDesk::PersonDesk(
    ReadingDesk& reading, const std::optional<ConnectionSettings>& settings, QObject* parent)
    : PersonDesk(reading, openingOf(settings), storingOf(settings), parent)
{}

PersonDesk::PersonDesk(ReadingDesk& reading, DeskBridge::OpenDesk openDesk, QObject* parent)
    : PersonDesk(reading, openDesk, storingOf(std::nullopt), parent)
{}

PersonDesk::PersonDesk(
    ReadingDesk& reading,
    const DeskBridge::OpenDesk& openDesk,
    FileBridge::Store store,
    QObject* parent)
    : QObject(parent)
    , m_reading(reading)
    , m_clock(std::make_unique<SystemClock>())
    , m_ids(std::make_unique<RandomIdSource>(*m_clock))
    , m_bridge(std::make_unique<DeskBridge>(openDesk))
    , m_fileDesk(std::make_unique<DeskBridge>(openDesk))
    , m_fileBridge(std::make_unique<FileBridge>(previewFile, std::move(store)))
    , m_flow(new DecisionFlow(
          reading.window().caseModel(),
          m_bridge.get(),
          [this] { return m_ids->next(); },
          &reading.window()))
    , m_files(new FilesFlow(
          reading.window().filesPage(),
          {&reading.reader(),
           m_fileBridge.get(),
           m_fileDesk.get(),
           [this] { return m_ids->next(); },
           csvProfileNames()},
          &reading.window()))
{
    m_reading.window().attach(m_flow);
    m_reading.window().attach(m_files);
}

PersonDesk::~PersonDesk()
{
    // The flows reach the bridges.
    delete m_files;
    delete m_flow;
}

} // namespace onceover
