// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_desk_store.h"

#include "desk_sql.h"

#include <cstdlib>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

struct Call
{
    std::string_view sqlFile;
    Params params;
};

std::string optionsJson(const std::optional<ResendOptions>& resend)
{
    nlohmann::json options = nlohmann::json::object();
    if (resend) {
        options["generation"] = resend->generation == ResendGeneration::New ? "new" : "same";
        options["close_open_attempts"] = resend->closesOpenAttempts;
    }
    return options.dump();
}

Call callFor(const Proposal& command)
{
    Params params;
    params.uuid(command.decisionId).uuid(command.paymentId).text(toText(command.kind));
    params.text(command.reasonCode).text(command.note).json(optionsJson(command.resend));
    params.text(command.digest).int64(command.version);
    return {"desk_propose.sql", std::move(params)};
}

Call callFor(const ProfileProposal& command)
{
    Params params;
    params.uuid(command.decisionId).text(command.provider).text(command.body).text(command.note);
    return {"desk_propose_profile.sql", std::move(params)};
}

Call callFor(const MatchRulesProposal& command)
{
    Params params;
    params.uuid(command.decisionId).text(command.body).text(command.note);
    return {"desk_propose_match_rules.sql", std::move(params)};
}

Call callFor(const CoreProposal& command)
{
    Params params;
    params.uuid(command.decisionId).uuid(command.coreId).text(toText(command.kind));
    params.text(command.reasonCode).text(command.note).text(command.digest);
    return {"desk_propose_core.sql", std::move(params)};
}

Call callFor(const UploadProposal& command)
{
    Params params;
    params.uuid(command.decisionId).uuid(command.uploadId);
    params.text(command.reasonCode).text(command.note).text(command.digest);
    return {"desk_propose_upload.sql", std::move(params)};
}

Call callFor(const Approval& command)
{
    Params params;
    params.uuid(command.commandId).uuid(command.decisionId).text(command.digest);
    return {"desk_approve.sql", std::move(params)};
}

Call callFor(const Withdrawal& command)
{
    Params params;
    params.uuid(command.commandId).uuid(command.decisionId).text(command.why);
    return {"desk_withdraw.sql", std::move(params)};
}

Call callFor(const Take& command)
{
    Params params;
    params.uuid(command.commandId).uuid(command.paymentId);
    params.text(command.reasonCode).text(command.note);
    return {"desk_take.sql", std::move(params)};
}

Call callFor(const EndTake& command)
{
    Params params;
    params.uuid(command.commandId).uuid(command.paymentId);
    return {"desk_end_take.sql", std::move(params)};
}

Call callFor(const Deferral& command)
{
    Params params;
    params.uuid(command.commandId).uuid(command.paymentId).int64(command.untilUs);
    params.text(command.reasonCode).text(command.note);
    return {"desk_defer.sql", std::move(params)};
}

Call callFor(const Enquiry& command)
{
    Params params;
    params.uuid(command.commandId).uuid(command.paymentId).text(command.note);
    return {"desk_enquire.sql", std::move(params)};
}

Call callFor(const CaseNote& command)
{
    Params params;
    params.uuid(command.commandId).uuid(command.paymentId).text(command.note);
    return {"desk_add_note.sql", std::move(params)};
}

SqlStatement statementOf(std::string_view sqlFile)
{
    for (const desk_sql::EmbeddedFile& file : desk_sql::kEmbeddedFiles) {
        if (file.name == sqlFile) {
            return {file.name, file.text};
        }
    }
    std::abort();
}

// Before COMMIT was sent nothing has happened, whatever broke.
Error beforeCommit(const Error& error)
{
    return Error::notHappened(error.code(), error.detail())
        .withSqlState(error.sqlState())
        .withOrigin(error.origin());
}

std::string textOf(const nlohmann::json& object, const char* member)
{
    const auto found = object.find(member);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// Committed, but in words this program does not know: the effect is certain, its description not.
Result<CommandAnswer> parseAnswer(const std::string& text)
{
    const nlohmann::json object = nlohmann::json::parse(text, nullptr, false);
    if (!object.is_object()) {
        return Failure(
            Error::possible("command.answer", "The database's answer is no JSON object."));
    }
    const std::string outcome = textOf(object, "outcome");
    if (outcome == "VOID") {
        return Failure(Error::notHappened(
            "command.void", "The command was never done, and from now on it cannot be done."));
    }
    if (outcome != "DONE") {
        return Failure(Error::possible("command.answer", "The database's answer has no outcome."));
    }
    CommandAnswer answer;
    answer.outcome = CommandAnswer::Outcome::Done;
    answer.state = textOf(object, "state");
    answer.status = textOf(object, "status");
    answer.uploadId = textOf(object, "upload_id");
    const auto version = object.find("version");
    if (version != object.end() && version->is_number_integer()) {
        answer.version = version->get<std::int64_t>();
    }
    return answer;
}

} // namespace

PgDeskStore::PgDeskStore(ConnectionSettings settings, std::chrono::milliseconds timeout)
    : m_settings(std::move(settings))
    , m_timeout(timeout)
{}

Result<Connection*> PgDeskStore::connection(Deadline deadline)
{
    if (m_connection && m_connection->isBroken()) {
        m_connection.reset();
    }
    if (!m_connection) {
        auto opened = Connection::open(m_settings, deadline);
        if (!opened) {
            return Failure(opened.error());
        }
        m_connection.emplace(std::move(*opened));
    }
    return &*m_connection;
}

Result<std::string> PgDeskStore::call(std::string_view sqlFile, const Params& params)
{
    const Deadline deadline = Deadline::in(m_timeout);
    auto opened = connection(deadline);
    if (!opened) {
        return Failure(beforeCommit(opened.error()));
    }
    auto transaction = Transaction::begin(**opened, deadline);
    if (!transaction) {
        return Failure(beforeCommit(transaction.error()));
    }
    const auto rows = transaction->execute(statementOf(sqlFile), params, deadline);
    if (!rows) {
        return Failure(beforeCommit(rows.error()));
    }
    if (rows->size() != 1 || (*rows)[0].isNull("answer")) {
        return Failure(Error::notHappened("command.answer", "The database gave no answer."));
    }
    std::string answer = *(*rows)[0].text("answer");
    const CommitOutcome outcome = transaction->commit(deadline);
    if (!outcome.isCommitted()) {
        return Failure(*outcome.error());
    }
    return answer;
}

Result<CommandAnswer> PgDeskStore::run(const DeskCommand& command)
{
    const Call wanted = std::visit([](const auto& one) { return callFor(one); }, command);
    const auto answer = call(wanted.sqlFile, wanted.params);
    if (!answer) {
        return Failure(answer.error());
    }
    auto parsed = parseAnswer(*answer);
    if (parsed && std::holds_alternative<Approval>(command)) {
        // Storing is one transaction and linking another. One that fails here is made up for by
        // the ingest's next run.
        if (const auto accepted = Uuid::fromText(parsed->uploadId))
            static_cast<void>(call("desk_link_import.sql", Params().uuid(*accepted)));
    }
    return parsed;
}

Result<CommandAnswer> PgDeskStore::readCommand(const Uuid& commandId)
{
    const auto answer = call("desk_read_command.sql", Params().uuid(commandId));
    if (!answer) {
        return Failure(answer.error());
    }
    return parseAnswer(*answer);
}

} // namespace onceover
