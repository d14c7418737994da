// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/desk_store.h"
#include "backend/postgres/connection.h"
#include "backend/postgres/connection_settings.h"
#include "backend/postgres/transaction.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace onceover {

// The desk's functions in PostgreSQL under one person's login: one transaction per command, on a
// connection that is opened when it is needed and replaced once it is broken. One thread.
class PgDeskStore : public DeskStore
{
public:
    // `timeout` bounds each command as a whole, opening the connection included.
    explicit PgDeskStore(
        ConnectionSettings settings, std::chrono::milliseconds timeout = std::chrono::seconds(20));

    Result<CommandAnswer> run(const DeskCommand& command) override;
    Result<CommandAnswer> readCommand(const Uuid& commandId) override;

private:
    Result<Connection*> connection(Deadline deadline);
    // The answer's JSON text, committed.
    Result<std::string> call(std::string_view sqlFile, const Params& params);

    ConnectionSettings m_settings;
    std::chrono::milliseconds m_timeout;
    std::optional<Connection> m_connection;
};

} // namespace onceover
