// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/file_text.h"

#include "models/text/code_table.h"
#include "models/text/untrusted_text.h"

namespace onceover {

namespace {

constexpr qsizetype kMaxMessage = 400;

constexpr CodeText kState[] = {
    {"STORED", QT_TRANSLATE_NOOP("FileText", "waits to be proposed")},
    {"WAITS", QT_TRANSLATE_NOOP("FileText", "waits for a second person")},
    {"ACCEPTED", QT_TRANSLATE_NOOP("FileText", "accepted by two people")},
    {"NOT_LINKED", QT_TRANSLATE_NOOP("FileText", "stored, not linked yet")},
    {"LINKED", QT_TRANSLATE_NOOP("FileText", "stored and linked")},
};

constexpr CodeText kRefusal[] = {
    {"statement.cancelled", QT_TRANSLATE_NOOP("FileText", "Reading was stopped.")},
    {"statement.file_missing", QT_TRANSLATE_NOOP("FileText", "There is no such file.")},
    {"statement.symbolic_link",
     QT_TRANSLATE_NOOP(
         "FileText", "This is a link to another file; only the file itself is read.")},
    {"statement.not_a_regular_file",
     QT_TRANSLATE_NOOP(
         "FileText", "This is no regular file: a folder, a pipe or a device is not read.")},
    {"statement.cannot_open", QT_TRANSLATE_NOOP("FileText", "The file cannot be opened.")},
    {"statement.read_failed",
     QT_TRANSLATE_NOOP("FileText", "The file could not be read to its end.")},
    {"statement.file_changed",
     QT_TRANSLATE_NOOP("FileText", "The file was written to while it was read.")},
    {"import.file_changed",
     QT_TRANSLATE_NOOP(
         "FileText", "The file is not the one any more that was shown. Open it again.")},
    {"statement.empty_file", QT_TRANSLATE_NOOP("FileText", "The file is empty.")},
    {"statement.file_too_large",
     QT_TRANSLATE_NOOP("FileText", "The file is larger than what is read.")},
    {"statement.too_slow", QT_TRANSLATE_NOOP("FileText", "Reading took longer than is allowed.")},
    {"statement.unsupported_format",
     QT_TRANSLATE_NOOP("FileText", "This is no statement in a known format.")},
    {"statement.unknown_version",
     QT_TRANSLATE_NOOP("FileText", "The format is known, its version is not.")},
    {"statement.not_well_formed",
     QT_TRANSLATE_NOOP("FileText", "The file is not well formed here.")},
    {"statement.truncated", QT_TRANSLATE_NOOP("FileText", "The file ends in the middle.")},
    {"statement.encoding",
     QT_TRANSLATE_NOOP(
         "FileText",
         "There are bytes here that the character set does not have. Choose another one.")},
    {"statement.amount",
     QT_TRANSLATE_NOOP("FileText", "What stands where an amount should stand is none.")},
    {"statement.amount_sign", QT_TRANSLATE_NOOP("FileText", "The sign of an amount is unclear.")},
    {"statement.amount_scientific",
     QT_TRANSLATE_NOOP("FileText", "A spreadsheet has changed this number: its digits are lost.")},
    {"statement.date",
     QT_TRANSLATE_NOOP("FileText", "What stands where a date should stand is none.")},
    {"statement.currency",
     QT_TRANSLATE_NOOP("FileText", "What stands where a currency should stand is none.")},
    {"statement.direction",
     QT_TRANSLATE_NOOP("FileText", "It does not say whether money came or went.")},
    {"statement.field_missing",
     QT_TRANSLATE_NOOP("FileText", "A field that has to be there is missing.")},
    {"statement.account_missing",
     QT_TRANSLATE_NOOP(
         "FileText", "The file names no account. Write it beside, and read it again.")},
    {"import.no_account",
     QT_TRANSLATE_NOOP(
         "FileText", "The file names no account. Write it beside, and read it again.")},
    {"import.no_currency",
     QT_TRANSLATE_NOOP(
         "FileText",
         "The file does not say in which currency its amounts are. Write it beside, and read it "
         "again.")},
    {"import.control_totals",
     QT_TRANSLATE_NOOP(
         "FileText",
         "The file's own totals do not agree with its lines. Nothing of it was stored.")},
    {"import.format_not_stored",
     QT_TRANSLATE_NOOP("FileText", "Files of this format are shown and not stored.")},
    {"import.reissue_conflict",
     QT_TRANSLATE_NOOP(
         "FileText",
         "A statement of this file is stored already with other content. People have to find out "
         "which one holds.")},
    {"import.overlap_conflict",
     QT_TRANSLATE_NOOP(
         "FileText",
         "For a day of this file other lines are stored already. People have to find out which "
         "ones hold.")},
    {"import.empty", QT_TRANSLATE_NOOP("FileText", "The file holds no statement.")},
    {"upload.stored_before",
     QT_TRANSLATE_NOOP("FileText", "This file is stored already, byte for byte.")},
    {"upload.nothing_new",
     QT_TRANSLATE_NOOP("FileText", "Every statement of this file is stored already.")},
    {"upload.waits",
     QT_TRANSLATE_NOOP("FileText", "This file was uploaded before and waits for a second person.")},
    {"statement.profile_unknown",
     QT_TRANSLATE_NOOP("FileText", "No profile knows the columns of this file.")},
    {"statement.profile_several",
     QT_TRANSLATE_NOOP("FileText", "Several profiles know the columns of this file. Choose one.")},
    {"statement.profile", QT_TRANSLATE_NOOP("FileText", "The file does not fit its profile.")},
    {"statement.no_columns", QT_TRANSLATE_NOOP("FileText", "There is no table in this file.")},
    {"statement.no_rows", QT_TRANSLATE_NOOP("FileText", "The table of this file has no rows.")},
    {"statement.mapping_undecided",
     QT_TRANSLATE_NOOP(
         "FileText", "The columns of this file do not say by themselves what they are.")},
    {"statement.date_order_contradicts",
     QT_TRANSLATE_NOOP(
         "FileText",
         "The dates of one column contradict one another: day and month are in no single order.")},
    {"statement.decimal_mark_contradicts",
     QT_TRANSLATE_NOOP(
         "FileText",
         "The amounts of one column contradict one another: point and comma are in no single "
         "use.")},
    {"statement.unclosed_quote",
     QT_TRANSLATE_NOOP("FileText", "A quotation mark is opened and never closed.")},
};

constexpr CodeText kWarning[] = {
    {"statement.does_not_tie",
     QT_TRANSLATE_NOOP("FileText", "opening balance, lines and closing balance do not add up")},
    {"statement.control_totals_differ",
     QT_TRANSLATE_NOOP("FileText", "the file's own totals differ from its lines")},
    {"statement.encoding_mixed",
     QT_TRANSLATE_NOOP("FileText", "characters of two character sets stand in one file")},
    {"statement.mapping_proposed",
     QT_TRANSLATE_NOOP(
         "FileText", "read by what its columns say of themselves; it cannot be stored so")},
    {"statement.rows_left_out",
     QT_TRANSLATE_NOOP("FileText", "rows without a movement were left out")},
    {"statement.date_adjusted",
     QT_TRANSLATE_NOOP("FileText", "a date that the calendar does not have")},
    {"statement.more_pages", QT_TRANSLATE_NOOP("FileText", "the file says that more pages follow")},
    {"statement.first_page_missing", QT_TRANSLATE_NOOP("FileText", "the first page is missing")},
    {"statement.last_line_open", QT_TRANSLATE_NOOP("FileText", "the last line may be cut off")},
    {"statement.two_digit_years", QT_TRANSLATE_NOOP("FileText", "years of two digits")},
    {"statement.identifier_damaged",
     QT_TRANSLATE_NOOP("FileText", "an identifier that a spreadsheet has damaged")},
    {"statement.funds_type", QT_TRANSLATE_NOOP("FileText", "amounts with unknown availability")},
    {"statement.settlement_remainder",
     QT_TRANSLATE_NOOP("FileText", "gross, fees and payout leave a remainder")},
    {"statement.net_differs", QT_TRANSLATE_NOOP("FileText", "gross, fee and net do not add up")},
    {"statement.amount_scientific",
     QT_TRANSLATE_NOOP("FileText", "a number that a spreadsheet has changed")},
    {"statement.currency_without_minor_unit",
     QT_TRANSLATE_NOOP("FileText", "a currency whose decimals nobody lists")},
};

constexpr CodeText kEncoding[] = {
    {"chosen", QT_TRANSLATE_NOOP("FileText", "chosen by hand")},
    {"byte-order-mark", QT_TRANSLATE_NOOP("FileText", "said by its first bytes")},
    {"utf-16-pattern", QT_TRANSLATE_NOOP("FileText", "by the pattern of its bytes")},
    {"valid-utf-8", QT_TRANSLATE_NOOP("FileText", "all of it is valid UTF-8")},
    {"source-profile", QT_TRANSLATE_NOOP("FileText", "said by the profile")},
    {"fallback", QT_TRANSLATE_NOOP("FileText", "assumed: nothing in the file says it")},
};

constexpr CodeText kGap[] = {
    {"SEQUENCE", QT_TRANSLATE_NOOP("FileText", "numbers")},
    {"DAYS", QT_TRANSLATE_NOOP("FileText", "days")},
    {"BALANCE", QT_TRANSLATE_NOOP("FileText", "money")},
};

constexpr CodeText kExpectation[] = {
    {"EXPECTED", QT_TRANSLATE_NOOP("FileText", "expected")},
    {"LATE", QT_TRANSLATE_NOOP("FileText", "late: no statement reaches that far")},
    {"OVERDUE", QT_TRANSLATE_NOOP("FileText", "overdue: the statements reach beyond it")},
};

constexpr CodeText kWaiting[] = {
    {"RESULT", QT_TRANSLATE_NOOP("FileText", "answer of the provider")},
    {"EVIDENCE", QT_TRANSLATE_NOOP("FileText", "evidence")},
};

QString say(std::span<const CodeText> table, const QString& code)
{
    return textOfCode("FileText", table, code);
}

QString translated(const char* text)
{
    return QCoreApplication::translate("FileText", text);
}

// The reader's own words where there is no translation of the code.
QString known(std::span<const CodeText> table, const QString& code, const QString& message)
{
    if (knowsCode(table, code))
        return textOfCode("FileText", table, code);
    return message.isEmpty() ? code : UntrustedText::line(message, kMaxMessage);
}

} // namespace

QString FileText::state(const QString& code)
{
    return say(kState, code);
}

QString FileText::ties(const QString& ties)
{
    if (ties == QLatin1String("true"))
        return translated(QT_TRANSLATE_NOOP("FileText", "balances tie"));
    if (ties == QLatin1String("false"))
        return translated(QT_TRANSLATE_NOOP("FileText", "does not tie"));
    return translated(QT_TRANSLATE_NOOP("FileText", "no balances"));
}

QString FileText::refusal(const QString& code, qint64 line, const QString& message)
{
    QString text = known(kRefusal, code, message);
    // The reader says which field and which value it was.
    if (knowsCode(kRefusal, code) && !message.isEmpty())
        text += QStringLiteral(" (") + UntrustedText::line(message, kMaxMessage) + QLatin1Char(')');
    if (line <= 0)
        return text;
    return translated(QT_TRANSLATE_NOOP("FileText", "Line %1: %2"))
        .arg(QString::number(line), text);
}

QString FileText::warning(const QString& code, qint64 line, qint64 count, const QString& message)
{
    QString text = known(kWarning, code, message);
    if (count > 1)
        text += QStringLiteral(" ×") + QString::number(count);
    if (line <= 0)
        return text;
    return translated(QT_TRANSLATE_NOOP("FileText", "Line %1: %2"))
        .arg(QString::number(line), text);
}

QString FileText::encodingReason(const QString& code)
{
    return say(kEncoding, code);
}

QString FileText::gapKind(const QString& code)
{
    return say(kGap, code);
}

QString FileText::expectation(const QString& code)
{
    return say(kExpectation, code);
}

QString FileText::waitingKind(const QString& code)
{
    return say(kWaiting, code);
}

} // namespace onceover
