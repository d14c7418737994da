// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/output.h"

#include <cstdio>
#include <ctime>
#include <ostream>

namespace onceover {

namespace {

constexpr std::int64_t kUsPerSecond = 1'000'000;

bool endsWith(const std::string& text, std::string_view end)
{
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Control characters of untrusted text would let it write over our own lines.
std::string harmless(const std::string& text)
{
    std::string clean;
    for (const char character : text)
        clean +=
            static_cast<unsigned char>(character) < 0x20 || character == 0x7f ? '?' : character;
    return clean;
}

} // namespace

std::string rfc3339(std::int64_t unixUs)
{
    std::int64_t fractionUs = unixUs % kUsPerSecond;
    std::int64_t seconds = unixUs / kUsPerSecond;
    if (fractionUs < 0) {
        fractionUs += kUsPerSecond;
        --seconds;
    }
    const std::time_t time = static_cast<std::time_t>(seconds);
    std::tm parts{};
    if (::gmtime_r(&time, &parts) == nullptr)
        return {};
    char text[64];
    std::snprintf(
        text,
        sizeof text,
        "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ",
        parts.tm_year + 1900,
        parts.tm_mon + 1,
        parts.tm_mday,
        parts.tm_hour,
        parts.tm_min,
        parts.tm_sec,
        static_cast<int>(fractionUs));
    return text;
}

bool parseRfc3339(const std::string& text, std::int64_t& unixUs)
{
    int year = 0;
    int month = 0;
    int day = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    int used = 0;
    if (std::sscanf(
            text.c_str(),
            "%4d-%2d-%2dT%2d:%2d:%2d%n",
            &year,
            &month,
            &day,
            &hour,
            &minute,
            &second,
            &used)
            != 6
        || month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59
        || second > 59)
        return false;
    std::size_t at = static_cast<std::size_t>(used);
    std::int64_t fractionUs = 0;
    if (at < text.size() && text[at] == '.') {
        std::int64_t unit = kUsPerSecond / 10;
        for (++at; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at, unit /= 10)
            fractionUs += (text[at] - '0') * unit;
    }
    std::int64_t offsetMinutes = 0;
    const std::string zone = text.substr(at);
    if (zone != "Z") {
        int zoneHour = 0;
        int zoneMinute = 0;
        char sign = '+';
        if (zone.size() != 6
            || std::sscanf(zone.c_str(), "%c%2d:%2d", &sign, &zoneHour, &zoneMinute) != 3
            || (sign != '+' && sign != '-'))
            return false;
        offsetMinutes = (zoneHour * 60 + zoneMinute) * (sign == '-' ? -1 : 1);
    }
    std::tm parts{};
    parts.tm_year = year - 1900;
    parts.tm_mon = month - 1;
    parts.tm_mday = day;
    parts.tm_hour = hour;
    parts.tm_min = minute;
    parts.tm_sec = second;
    const std::int64_t seconds = static_cast<std::int64_t>(::timegm(&parts)) - offsetMinutes * 60;
    unixUs = seconds * kUsPerSecond + fractionUs;
    return true;
}

Json withReadableTimes(const Json& value)
{
    if (value.is_array()) {
        Json list = Json::array();
        for (const Json& item : value)
            list.push_back(withReadableTimes(item));
        return list;
    }
    if (!value.is_object())
        return value;
    Json object = Json::object();
    for (auto member = value.begin(); member != value.end(); ++member) {
        const std::string& key = member.key();
        const bool isTime = endsWith(key, "_us");
        if (!isTime || !(member->is_number_integer() || member->is_null())) {
            object[key] = withReadableTimes(*member);
            continue;
        }
        const std::string stem = key.substr(0, key.size() - 3);
        const std::string name = stem == "at" || endsWith(stem, "_at") ? stem : stem + "_at";
        object[name] = member->is_null() ? Json() : Json(rfc3339(member->get<std::int64_t>()));
    }
    return object;
}

void Output::line(const Json& object, const std::string& sentence)
{
    if (m_isJson)
        m_out << object.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    else
        m_out << harmless(sentence) << '\n';
    m_out.flush();
}

void Output::note(const std::string& sentence)
{
    m_err << "onceover-core: " << harmless(sentence) << '\n';
}

ExitCode Output::failure(const Error& error)
{
    const ExitCode code = exitCodeOf(error);
    std::string sentence = error.detail().empty() ? error.code() : error.detail();
    if (code == ExitCode::InDoubt)
        sentence += " Whether it took effect is not known: look before anything is repeated.";
    note(sentence + " [" + error.code() + "]");
    if (m_isJson) {
        Json object;
        object["type"] = "error";
        object["code"] = error.code();
        object["message"] = error.detail();
        object["in_doubt"] = code == ExitCode::InDoubt;
        line(object, "");
    }
    return code;
}

bool Output::isGood() const
{
    return m_out.good();
}

} // namespace onceover
