// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/file_reading.h"

#include "app/core/file_upload.h"
#include "app/core/import_sink.h"
#include "app/core/random_id_source.h"
#include "app/core/system_clock.h"
#include "backend/desk/desk_session.h"
#include "backend/domain/sha256.h"
#include "backend/statements/csv/csv_profile.h"
#include "backend/statements/csv/csv_profile_search.h"
#include "backend/statements/statement_file.h"
#include "backend/store/pg_desk_store.h"
#include "backend/store/pg_review.h"

#include <QFileInfo>

#include <memory>

namespace onceover {

namespace {

// Then the screen says that it is not known.
constexpr int kLooks = 5;

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

QString number(const std::optional<std::int64_t>& value)
{
    return value ? QString::number(*value) : QString();
}

// Keeps the first of everything and counts the rest; says what an import would refuse.
class PreviewSink final : public StatementSink
{
public:
    PreviewSink(FilePreview& preview, const FileBridge::Progress& progress)
        : m_preview(preview)
        , m_progress(progress)
    {}

    bool entry(const StatementEntry& entry) override
    {
        ++m_preview.lineCount;
        static_cast<void>(m_import.entry(entry));
        if (m_preview.lines.size() < FilePreview::kMaxLines)
            m_preview.lines.append(lineOf(entry));
        return m_progress(m_preview.lineCount);
    }

    bool statement(const Statement& statement) override
    {
        ++m_preview.statementCount;
        static_cast<void>(m_import.statement(statement));
        m_preview.format = text(statement.format);
        m_preview.encoding = text(statement.encoding);
        m_preview.encodingReason = text(statement.encodingReason);
        if (m_preview.statements.size() < FilePreview::kMaxStatements)
            m_preview.statements.append(statementOf(statement));
        for (const StatementWarning& warning : statement.warnings)
            m_preview.warnings.append(
                {text(warning.code), warning.line, warning.count, text(warning.message)});
        return m_progress(m_preview.lineCount);
    }

    bool status(const PaymentStatus& status) override
    {
        static_cast<void>(m_import.status(status));
        return false;
    }

    const std::optional<Refusal>& refusal() const { return m_import.refusal(); }

private:
    static PreviewLine lineOf(const StatementEntry& entry)
    {
        PreviewLine line;
        line.line = entry.line;
        line.bookedOn = text(entry.bookingDate.empty() ? entry.valueDate : entry.bookingDate);
        line.valueOn = text(entry.valueDate);
        line.amountMinor = entry.amountMinor;
        line.currency = text(entry.currency);
        line.isPending = entry.status != EntryStatus::Booked;
        line.isReversal = entry.isReversal;
        line.text = text(entry.text);
        if (!entry.details.empty()) {
            const StatementDetail& detail = entry.details.front();
            line.counterparty = text(
                detail.counterpartyName.empty() ? detail.counterpartyAccount
                                                : detail.counterpartyName);
            if (line.text.isEmpty())
                line.text = text(detail.text);
        }
        return line;
    }

    static PreviewStatement statementOf(const Statement& statement)
    {
        PreviewStatement shown;
        shown.account = text(statement.account);
        shown.currency = text(statement.currency);
        shown.fromDate =
            text(statement.periodFrom.empty() ? statement.openingDate : statement.periodFrom)
                .left(10);
        shown.toDate =
            text(statement.periodTo.empty() ? statement.closingDate : statement.periodTo).left(10);
        shown.openingMinor = number(statement.openingMinor);
        shown.closingMinor = number(statement.closingMinor);
        shown.creditsMinor = QString::number(statement.creditsMinor);
        shown.debitsMinor = QString::number(statement.debitsMinor);
        shown.entryCount = statement.entryCount;
        if (statement.ties)
            shown.ties = *statement.ties ? QStringLiteral("true") : QStringLiteral("false");
        return shown;
    }

    FilePreview& m_preview;
    const FileBridge::Progress& m_progress;
    // An import's own first look: what it refuses, storing would refuse.
    IdentitySink m_import{{}, {}};
};

void refuse(FilePreview& preview, const Refusal& refusal)
{
    preview.refusalCode = text(refusal.code);
    preview.refusalLine = refusal.line;
    preview.refusalMessage = text(refusal.message);
}

tl::expected<ReadingChoice, Refusal> choiceOf(const FileQuestion& question)
{
    ReadingChoice choice;
    choice.encoding.chosen = question.encoding.toStdString();
    choice.csv.account = question.account.toStdString();
    choice.csv.currency = question.currency.toStdString();
    if (!question.profile.isEmpty()) {
        const auto profile = csvProfileNamed(question.profile.toStdString());
        if (!profile)
            return tl::unexpected<Refusal>(profile.error());
        choice.csvProfile = *profile;
    }
    return choice;
}

} // namespace

FilePreview previewFile(const FileQuestion& question, const FileBridge::Progress& progress)
{
    FilePreview preview;
    preview.question = question;
    preview.fileName = QFileInfo(question.path).fileName();
    auto choice = choiceOf(question);
    if (!choice) {
        refuse(preview, choice.error());
        return preview;
    }
    // A CSV file of unknown columns is shown by what they say of themselves, and not stored.
    choice->mayPropose = true;
    const auto file = StatementFile::open(question.path.toStdString());
    if (!file) {
        refuse(preview, file.error());
        return preview;
    }
    PreviewSink sink(preview, progress);
    const auto read = file->parse(sink, *choice);
    if (!read) {
        refuse(
            preview,
            sink.refusal() && read.error().code == "statement.cancelled" ? *sink.refusal()
                                                                         : read.error());
        return preview;
    }
    preview.isRead = true;
    preview.sha256 = text(toHex(read->sha256));
    preview.byteCount = read->bytes;
    if (sink.refusal())
        refuse(preview, *sink.refusal());
    return preview;
}

FileStored storeFile(
    const ConnectionSettings& settings,
    const FileOrder& order,
    const FileBridge::Progress& progress)
{
    FileStored stored;
    stored.path = order.question.path;
    const auto choice = choiceOf(order.question);
    if (!choice) {
        stored.answer = {
            CommandAnswer::Outcome::Refused,
            choice.error().code,
            choice.error().message,
            {},
            {},
            0,
            {}};
        return stored;
    }
    const SystemClock clock;
    RandomIdSource ids(clock);
    PgUploadStore store(settings);
    std::int64_t lines = 0;
    UploadEnd end = uploadFile(
        {order.question.path.toStdString(),
         *choice,
         order.uploadId,
         order.shownSha256.toStdString()},
        store,
        ids,
        [&] { return !progress(++lines); });
    stored.answer = end.answer;
    stored.line = end.refusal ? end.refusal->line : 0;
    DeskSession desk(std::make_unique<PgDeskStore>(settings));
    for (int look = 0; look < kLooks && stored.answer.outcome == CommandAnswer::Outcome::Unknown;
         ++look)
        stored.answer = desk.readCommand(order.uploadId);
    if (!stored.answer.isDone())
        return stored;
    std::string digest = end.digest;
    if (digest.empty()) {
        PgReview review(settings);
        if (const auto key = review.uploadKey(order.uploadId.toText()))
            digest = key->digest;
    }
    const CommandAnswer proposed = desk.proposeUpload(
        {order.decisionId,
         order.uploadId,
         order.reasonCode.toStdString(),
         order.note.toStdString(),
         digest});
    stored.isProposed = proposed.isDone();
    if (!stored.isProposed) {
        stored.answer.code = proposed.code;
        stored.answer.detail = proposed.detail;
    }
    return stored;
}

QStringList csvProfileNames()
{
    QStringList names;
    for (const ShippedProfile& profile : shippedCsvProfiles())
        names << QString::fromUtf8(
            profile.name.data(), static_cast<qsizetype>(profile.name.size()));
    return names;
}

} // namespace onceover
