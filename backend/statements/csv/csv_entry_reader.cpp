// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/csv/csv_entry_reader.h"

#include "backend/statements/csv/csv_identifier.h"
#include "backend/statements/field_text.h"
#include "backend/statements/zoned_moment.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";
constexpr std::size_t kLongestIdentifier = 1024;

std::string shown(const std::string& text)
{
    return "\"" + text.substr(0, 40) + "\"";
}

bool contains(const std::vector<std::string>& words, const std::string& word)
{
    const std::string folded = foldedHeader(word);
    return std::any_of(words.begin(), words.end(), [&folded](const std::string& each) {
        return foldedHeader(each) == folded;
    });
}

} // namespace

CsvEntryReader::CsvEntryReader(
    const CsvProfile& profile, const CsvFrame& frame, const CsvDecisions& decisions, ParseLog& log)
    : m_profile(profile)
    , m_frame(frame)
    , m_decisions(decisions)
    , m_log(log)
    , m_money(profile, frame, decisions, log)
{}

bool CsvEntryReader::refuse(
    const CsvRow& row, const CsvPlace& place, const std::string& code, const std::string& message)
{
    m_log.setLine(row.line);
    return m_log.refuseField(code, message, m_frame.columns().nameOf(place));
}

std::optional<CsvMovement> CsvEntryReader::read(const CsvRow& row)
{
    CsvMovement movement;
    movement.entry.line = row.line;
    const bool isRead =
        readDates(row, movement.entry) && readState(row, movement) && m_money.read(row, movement);
    if (!isRead)
        return std::nullopt;
    if (m_money.isRounded()) {
        m_log.warn(
            "statement.amount_rounded",
            "a spreadsheet shortened an amount: the line proves nothing and is no part of the "
            "sums");
        movement.entry.status = EntryStatus::Info;
    }
    readTexts(row, movement.entry);
    readReferences(row, movement.entry);
    readKey(row, movement.entry);
    if (!movement.entry.details.empty()) {
        movement.entry.details.front().references = movement.entry.references;
        movement.entry.details.front().text = movement.entry.text;
    }
    return movement;
}

bool CsvEntryReader::readDates(const CsvRow& row, StatementEntry& entry)
{
    CsvDateFormat format = m_profile.dates;
    for (const CsvPlace* place : {&m_profile.booked, &m_profile.value}) {
        const bool isBooked = place == &m_profile.booked;
        const std::string text = m_frame.columns().textOf(*place, row);
        if (text.empty() && !isBooked)
            continue;
        format.order = isBooked ? m_decisions.booked : m_decisions.value;
        const auto day = readCsvDay(text, format);
        if (!day)
            return refuse(row, *place, "statement.date", shown(text) + " " + day.error());
        if (day->hasTwoDigitYear)
            m_log.warn(
                "statement.two_digit_years",
                "years of two digits are read as "
                    + std::to_string(m_profile.dates.twoDigitYearsFrom) + " to "
                    + std::to_string(m_profile.dates.twoDigitYearsFrom + 99));
        if (day->isAdjusted)
            m_log.warn(
                "statement.date_adjusted",
                "a day that its month does not have became the month's last day");
        (isBooked ? entry.bookingDate : entry.valueDate) = day->day;
        if (isBooked && !readMoment(row, *day, entry))
            return false;
    }
    return true;
}

bool CsvEntryReader::readMoment(const CsvRow& row, const CsvDay& day, StatementEntry& entry)
{
    std::string time = day.time;
    std::string zone = day.zone;
    const std::string timeCell = m_frame.columns().textOf(m_profile.time, row);
    if (!timeCell.empty()) {
        const auto parts = datePartsOf(day.day + " " + timeCell);
        if (!parts)
            return refuse(row, m_profile.time, "statement.time", shown(timeCell) + " is no time");
        time = parts->time;
        zone = parts->zone;
    }
    if (zone.empty())
        zone = m_frame.columns().textOf(m_profile.zone, row);
    const ZonedMoment moment = zonedMoment(entry.bookingDate, time, zone);
    entry.bookedAt = moment.text;
    if (moment.finding == ZoneFinding::Repeated)
        m_log.warn(
            "statement.time_exists_twice",
            "a time of the night in which clocks go back: which of both hours is not said");
    if (moment.finding == ZoneFinding::Skipped)
        m_log.warn(
            "statement.time_does_not_exist",
            "a time of the night in which clocks go forward, in the hour that is left out");
    if (moment.finding == ZoneFinding::Unknown) {
        m_log.warn(
            "statement.zone_unknown",
            "the time zone " + shown(zone) + " is none, or several: times are kept as printed");
        entry.bookedAt += " " + zone;
    }
    return true;
}

bool CsvEntryReader::readState(const CsvRow& row, CsvMovement& movement)
{
    const CsvColumns& columns = m_frame.columns();
    if (columns.has(m_profile.status)) {
        const std::string status = columns.textOf(m_profile.status, row);
        const auto word = std::find_if(
            m_profile.statuses.begin(), m_profile.statuses.end(), [&status](const auto& each) {
                return contains(each.second, status);
            });
        if (word == m_profile.statuses.end())
            return refuse(
                row,
                m_profile.status,
                "statement.status",
                "the state " + shown(status) + " is none that the profile knows");
        movement.entry.status = word->first == "PENDING" ? EntryStatus::Pending
                                : word->first == "INFO"  ? EntryStatus::Info
                                                         : EntryStatus::Booked;
    }
    if (m_profile.layer != CsvLayer::Bank)
        movement.entry.kind = "PAYMENT";
    if (!columns.has(m_profile.type))
        return true;
    const std::string type = columns.textOf(m_profile.type, row);
    const auto kind =
        std::find_if(m_profile.types.begin(), m_profile.types.end(), [&type](const auto& each) {
            return contains(each.second, type);
        });
    movement.entry.kind = kind == m_profile.types.end() ? "OTHER" : kind->first;
    if (kind == m_profile.types.end())
        m_log.warn(
            "statement.type_unknown",
            "the kind " + shown(type) + " is none that the profile knows");
    movement.entry.isReversal = movement.entry.kind == "CHARGEBACK";
    return true;
}

void CsvEntryReader::readTexts(const CsvRow& row, StatementEntry& entry)
{
    const CsvColumns& columns = m_frame.columns();
    const auto add = [&entry](const std::string& text) {
        const std::string plain = collapsed(text);
        if (!plain.empty())
            entry.text += (entry.text.empty() ? "" : " ") + plain;
    };
    for (const CsvPlace& place : m_profile.text)
        add(columns.textOf(place, row));
    if (m_profile.extraCells == CsvProfile::Extra::Text) {
        for (std::size_t index = columns.width(); index < row.cells.size(); ++index)
            add(row.cells[index]);
    }
    const std::string name = collapsed(columns.textOf(m_profile.counterparty, row));
    const std::string account = collapsed(columns.textOf(m_profile.counterpartyAccount, row));
    if (name.empty() && account.empty())
        return;
    if (entry.details.empty())
        entry.details.emplace_back().amountMinor = entry.amountMinor;
    entry.details.front().counterpartyName = name;
    entry.details.front().counterpartyAccount = account;
}

void CsvEntryReader::readReferences(const CsvRow& row, StatementEntry& entry)
{
    for (const auto& [key, place] : m_profile.references) {
        std::string text = identifierText(m_frame.columns().textOf(place, row));
        if (isNoReference(text))
            continue;
        const bool isDamaged = isMangledIdentifier(text) || text.size() > kLongestIdentifier
                               || text.find(kReplacement) != std::string::npos
                               || (m_decisions.cutKeys.count(key) > 0 && hasLostDigits(text));
        if (!isDamaged) {
            entry.references[key] = text;
            continue;
        }
        m_log.warn(
            "statement.identifier_damaged",
            "an identifier is not what its source wrote, as spreadsheets leave them: it finds no "
            "payment by itself");
        entry.references[std::string(kDamaged)] = text.substr(0, kLongestIdentifier);
    }
}

// Lengths between the parts, so that no two keys read the same.
void CsvEntryReader::readKey(const CsvRow& row, StatementEntry& entry) const
{
    const CsvColumns& columns = m_frame.columns();
    std::string key;
    for (const std::string& each : m_profile.identity) {
        const auto reference = entry.references.find(each);
        std::string part;
        if (reference != entry.references.end())
            part = reference->second;
        else if (each == "type")
            part = collapsed(columns.textOf(m_profile.type, row));
        else if (each == "statement")
            part = collapsed(columns.textOf(m_profile.statementId, row));
        else if (each == "currency")
            part = entry.currency;
        if (part.empty() && key.empty())
            return;
        key += key.empty() ? part : "|" + std::to_string(part.size()) + ":" + part;
    }
    entry.lineKey = key;
}

} // namespace onceover
