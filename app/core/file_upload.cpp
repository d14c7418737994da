// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/file_upload.h"

#include "app/core/import_sink.h"
#include "app/core/output.h"
#include "backend/domain/sha256.h"
#include "backend/statements/statement_file.h"

#include <filesystem>
#include <utility>

namespace onceover {

namespace {

// Passes a file on until somebody says stop.
class StoppableSink final : public StatementSink
{
public:
    StoppableSink(StatementSink& inner, const std::function<bool()>& isCancelled)
        : m_inner(inner)
        , m_isCancelled(isCancelled)
    {}

    bool entry(const StatementEntry& entry) override
    {
        return !m_isCancelled() && m_inner.entry(entry);
    }

    bool statement(const Statement& statement) override
    {
        if (m_reading.empty())
            m_reading = statement.encoding;
        return !m_isCancelled() && m_inner.statement(statement);
    }

    bool status(const PaymentStatus& status) override { return m_inner.status(status); }

    // How the file was read.
    const std::string& reading() const { return m_reading; }

private:
    StatementSink& m_inner;
    const std::function<bool()>& m_isCancelled;
    std::string m_reading;
};

UploadEnd refused(UploadEnd end, const Refusal& refusal)
{
    end.answer.outcome = CommandAnswer::Outcome::Refused;
    end.answer.code = refusal.code;
    end.answer.detail = refusal.message;
    end.refusal = refusal;
    return end;
}

UploadEnd failed(UploadEnd end, const Error& error)
{
    end.answer.outcome = error.effect() == Effect::None ? CommandAnswer::Outcome::Refused
                                                        : CommandAnswer::Outcome::Unknown;
    end.answer.code = error.code();
    end.answer.detail = error.detail();
    return end;
}

std::string fileJson(
    const UploadOrder& order,
    const ReadFile& read,
    const std::string& format,
    const std::string& reading)
{
    Json file;
    file["sha256"] = toHex(read.sha256);
    file["file_name"] = std::filesystem::path(order.path).filename().string();
    file["format"] = format;
    file["reading"] = reading;
    file["byte_count"] = read.bytes;
    return file.dump(-1, ' ', false, Json::error_handler_t::replace);
}

UploadEnd done(UploadEnd end, const ReadFile& read, UploadedFile file)
{
    end.answer.outcome = CommandAnswer::Outcome::Done;
    end.answer.state = "STORED";
    end.digest = std::move(file.digest);
    end.recordCount = file.recordCount;
    end.statementCount = read.statements;
    return end;
}

} // namespace

UploadEnd uploadFile(
    const UploadOrder& order,
    PgUploadStore& store,
    IdSource& ids,
    const std::function<bool()>& isCancelled)
{
    UploadEnd end;
    end.uploadId = order.uploadId;
    const auto file = StatementFile::open(order.path);
    if (!file)
        return refused(end, file.error());
    IdentitySink first({}, {});
    StoppableSink look(first, isCancelled);
    const auto read = file->parse(look, order.choice);
    if (first.refusal())
        return refused(end, *first.refusal());
    if (!read)
        return refused(end, read.error());
    if (!order.shownSha256.empty() && toHex(read->sha256) != order.shownSha256)
        return refused(
            end,
            {0, "import.file_changed", "the file is not the one any more that was shown.", {}});
    const auto begun =
        store.begin(order.uploadId, fileJson(order, *read, first.format(), look.reading()));
    if (!begun)
        return failed(end, begun.error());
    if (!*begun) {
        ImportSink sink(store, order.uploadId, first.identities(), toHex(read->sha256), {}, ids);
        StoppableSink taken(sink, isCancelled);
        const auto stored = file->parse(taken, order.choice);
        if (sink.error())
            return failed(end, *sink.error());
        if (!stored)
            return refused(end, stored.error());
        if (stored->sha256 != read->sha256)
            return refused(
                end, {0, "import.file_changed", "the file changed while it was read.", {}});
    }
    auto finished = store.finish(order.uploadId);
    return finished ? done(end, *read, *std::move(finished)) : failed(end, finished.error());
}

} // namespace onceover
