// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/desk_upload.h"

#include "app/core/file_upload.h"
#include "app/core/random_id_source.h"
#include "app/core/reading_options.h"
#include "app/core/system_clock.h"
#include "backend/desk/desk_session.h"
#include "backend/statements/csv/csv_profile.h"
#include "backend/store/pg_desk_store.h"
#include "backend/store/pg_review.h"

#include <memory>

namespace onceover {

namespace {

constexpr int kLooks = 5;

// The upload is never repeated; what became of it is read until it is known.
void lookAfter(UploadEnd& end, const ConnectionSettings& settings)
{
    DeskSession desk(std::make_unique<PgDeskStore>(settings));
    for (int look = 0; look < kLooks && end.answer.outcome == CommandAnswer::Outcome::Unknown;
         ++look) {
        end.answer = desk.readCommand(end.uploadId);
        PgReview review(settings);
        if (const auto key = review.uploadKey(end.uploadId.toText()))
            end.digest = key->digest;
    }
}

std::string sentenceOf(const std::string& path, const UploadEnd& end)
{
    if (end.answer.isDone())
        return path + ": stored, " + std::to_string(end.statementCount) + " statements, "
               + std::to_string(end.recordCount)
               + " new records. It counts for nothing before a second person accepts it: id "
               + end.uploadId.toText() + ", digest " + end.digest;
    if (end.answer.outcome == CommandAnswer::Outcome::Unknown)
        return path + ": UNKNOWN, id " + end.uploadId.toText() + ": " + end.answer.detail + " ["
               + end.answer.code + "]";
    const std::string place =
        end.refusal && end.refusal->line > 0 ? ":" + std::to_string(end.refusal->line) : "";
    return path + place + ": " + end.answer.detail + " Nothing was stored. [" + end.answer.code
           + "]";
}

} // namespace

ExitCode deskUpload(const ConnectionSettings& settings, const Arguments& arguments, Output& output)
{
    const auto choice = readingChoice(arguments);
    if (!choice || arguments.rest().size() != 2) {
        output.note(choice ? "desk upload: name one file" : choice.error().detail());
        return ExitCode::Usage;
    }
    // Two people accept a file; nobody has accepted a profile of somebody's own.
    const auto profile = arguments.value("--profile");
    if (profile && !shippedCsvProfile(*profile)) {
        output.note("there is no profile \"" + *profile + "\" among those that were shipped");
        return ExitCode::Usage;
    }
    const SystemClock clock;
    RandomIdSource ids(clock);
    UploadOrder order{arguments.rest()[1], *choice, ids.next(), {}};
    if (const auto given = arguments.value("--id")) {
        const auto id = Uuid::fromText(*given);
        if (!id) {
            output.note("--id is no UUID");
            return ExitCode::Usage;
        }
        order.uploadId = *id;
    }
    PgUploadStore store(settings);
    UploadEnd end = uploadFile(order, store, ids, [] { return false; });
    lookAfter(end, settings);
    Json object;
    object["type"] = "upload";
    object["file"] = order.path;
    object["outcome"] =
        end.answer.isDone()
            ? "DONE"
            : (end.answer.outcome == CommandAnswer::Outcome::Refused ? "REFUSED" : "UNKNOWN");
    object["upload_id"] = end.uploadId.toText();
    object["digest"] = end.digest;
    object["statements"] = end.statementCount;
    object["records"] = end.recordCount;
    object["line"] = end.refusal ? end.refusal->line : 0;
    object["code"] = end.answer.code;
    object["message"] = end.answer.detail;
    output.line(object, sentenceOf(order.path, end));
    if (end.answer.isDone())
        return ExitCode::Done;
    if (end.answer.outcome == CommandAnswer::Outcome::Unknown)
        return ExitCode::InDoubt;
    return exitCodeOf(Error::notHappened(end.answer.code, end.answer.detail));
}

} // namespace onceover
