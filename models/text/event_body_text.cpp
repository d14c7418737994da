// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/event_body_text.h"

#include "models/text/answer_text.h"
#include "models/text/code_table.h"
#include "models/text/decision_text.h"
#include "models/text/evidence_text.h"
#include "models/text/money_text.h"
#include "models/text/state_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace onceover {

namespace {

// In the order in which they are read: what changed, then why, then the particulars.
constexpr CodeText kName[] = {
    {"from", QT_TRANSLATE_NOOP("EventBodyText", "from")},
    {"to", QT_TRANSLATE_NOOP("EventBodyText", "to")},
    {"answer", QT_TRANSLATE_NOOP("EventBodyText", "answer")},
    {"kind", QT_TRANSLATE_NOOP("EventBodyText", "kind")},
    {"detail", QT_TRANSLATE_NOOP("EventBodyText", "detail")},
    {"source", QT_TRANSLATE_NOOP("EventBodyText", "source")},
    {"layer", QT_TRANSLATE_NOOP("EventBodyText", "layer")},
    {"role", QT_TRANSLATE_NOOP("EventBodyText", "counts as")},
    {"link", QT_TRANSLATE_NOOP("EventBodyText", "counts as")},
    {"state", QT_TRANSLATE_NOOP("EventBodyText", "state")},
    {"reason", QT_TRANSLATE_NOOP("EventBodyText", "reason")},
    {"reason_code", QT_TRANSLATE_NOOP("EventBodyText", "reason")},
    {"basis", QT_TRANSLATE_NOOP("EventBodyText", "on the ground of")},
    {"ground", QT_TRANSLATE_NOOP("EventBodyText", "ground")},
    {"why", QT_TRANSLATE_NOOP("EventBodyText", "why")},
    {"until_us", QT_TRANSLATE_NOOP("EventBodyText", "until")},
    {"people_needed", QT_TRANSLATE_NOOP("EventBodyText", "people needed")},
    {"refund_due", QT_TRANSLATE_NOOP("EventBodyText", "refund due")},
    {"unexplained", QT_TRANSLATE_NOOP("EventBodyText", "unexplained")},
    {"counts", QT_TRANSLATE_NOOP("EventBodyText", "counts")},
    {"proves_absence", QT_TRANSLATE_NOOP("EventBodyText", "proves absence")},
    {"reference", QT_TRANSLATE_NOOP("EventBodyText", "reference")},
    {"direction", QT_TRANSLATE_NOOP("EventBodyText", "direction")},
    {"amount_minor", QT_TRANSLATE_NOOP("EventBodyText", "amount")},
    {"provider", QT_TRANSLATE_NOOP("EventBodyText", "provider")},
    {"provider_key", QT_TRANSLATE_NOOP("EventBodyText", "key at the provider")},
    {"external_id", QT_TRANSLATE_NOOP("EventBodyText", "their id")},
    {"generation", QT_TRANSLATE_NOOP("EventBodyText", "key generation")},
    {"ordinal", QT_TRANSLATE_NOOP("EventBodyText", "permit")},
    {"shares_fate", QT_TRANSLATE_NOOP("EventBodyText", "same key as before")},
    {"http_status", QT_TRANSLATE_NOOP("EventBodyText", "HTTP status")},
    {"request_bytes", QT_TRANSLATE_NOOP("EventBodyText", "bytes sent")},
    {"was_ready", QT_TRANSLATE_NOOP("EventBodyText", "request was stored")},
    {"was_called", QT_TRANSLATE_NOOP("EventBodyText", "call had begun")},
    {"same_boot", QT_TRANSLATE_NOOP("EventBodyText", "same boot of the machine")},
    {"file_name", QT_TRANSLATE_NOOP("EventBodyText", "file")},
    {"format", QT_TRANSLATE_NOOP("EventBodyText", "format")},
    {"name", QT_TRANSLATE_NOOP("EventBodyText", "name")},
    {"login", QT_TRANSLATE_NOOP("EventBodyText", "login")},
    {"machine_kind", QT_TRANSLATE_NOOP("EventBodyText", "machine login for")},
    {"host", QT_TRANSLATE_NOOP("EventBodyText", "host")},
    {"program_version", QT_TRANSLATE_NOOP("EventBodyText", "program version")},
    {"version", QT_TRANSLATE_NOOP("EventBodyText", "version")},
    {"epoch", QT_TRANSLATE_NOOP("EventBodyText", "epoch")},
    {"proven", QT_TRANSLATE_NOOP("EventBodyText", "cores that found their journal")},
    {"excused", QT_TRANSLATE_NOOP("EventBodyText", "cores excused")},
    {"journal_records", QT_TRANSLATE_NOOP("EventBodyText", "records in the journal")},
    {"attempts", QT_TRANSLATE_NOOP("EventBodyText", "attempts")},
    {"server_started_us", QT_TRANSLATE_NOOP("EventBodyText", "server started")},
    {"demo", QT_TRANSLATE_NOOP("EventBodyText", "demonstration")},
    {"digest", QT_TRANSLATE_NOOP("EventBodyText", "digest")},
    {"sha256", QT_TRANSLATE_NOOP("EventBodyText", "SHA-256")},
    {"content_sha256", QT_TRANSLATE_NOOP("EventBodyText", "SHA-256 of the content")},
    {"body_sha256", QT_TRANSLATE_NOOP("EventBodyText", "SHA-256 of the answer")},
};

constexpr CodeText kWhy[] = {
    {"HELD_BY_PERSON", QT_TRANSLATE_NOOP("EventBodyText", "held by a person")},
    {"SUSPECTED_DOUBLE", QT_TRANSLATE_NOOP("EventBodyText", "suspected double")},
    {"REOPENED", QT_TRANSLATE_NOOP("EventBodyText", "opened again by new evidence")},
    {"new database", QT_TRANSLATE_NOOP("EventBodyText", "new database")},
    {"approved by a second person",
     QT_TRANSLATE_NOOP("EventBodyText", "approved by a second person")},
    {"one person suffices", QT_TRANSLATE_NOOP("EventBodyText", "one person suffices")},
};

constexpr int kDigestCharactersShown = 12;
constexpr int kValueCharactersShown = 300;

QString say(std::span<const CodeText> table, const QString& code)
{
    return textOfCode("EventBodyText", table, code);
}

// The first text that knows the code: "kind" and "reason" say different things in different events.
QString firstKnown(const QString& code, std::initializer_list<QString (*)(const QString&)> texts)
{
    for (auto* text : texts) {
        const QString said = text(code);
        if (said != code)
            return said;
    }
    return code;
}

QString codeText(const QString& name, const QString& value)
{
    if (name == QLatin1String("from") || name == QLatin1String("to"))
        return StateText::status(value);
    if (name == QLatin1String("state"))
        return EvidenceText::recordState(value);
    if (name == QLatin1String("answer"))
        return AnswerText::answer(value);
    if (name == QLatin1String("reason"))
        return firstKnown(
            value, {&AnswerText::reason, &StateText::unknownReason, &StateText::reviewReason});
    if (name == QLatin1String("source"))
        return EvidenceText::source(value);
    if (name == QLatin1String("kind"))
        return firstKnown(
            value, {&EvidenceText::contradiction, &DecisionText::kind, &EvidenceText::kind});
    if (name == QLatin1String("layer"))
        return EvidenceText::layer(value);
    if (name == QLatin1String("role") || name == QLatin1String("link"))
        return EvidenceText::role(value);
    if (name == QLatin1String("ground"))
        return EvidenceText::ground(value);
    if (name == QLatin1String("reason_code"))
        return DecisionText::reasonCode(value);
    if (name == QLatin1String("basis"))
        return StateText::basis(value);
    if (name == QLatin1String("direction"))
        return StateText::direction(value);
    if (name == QLatin1String("why"))
        return say(kWhy, value);
    return value;
}

bool isDigest(const QString& name)
{
    return name.endsWith(QLatin1String("sha256")) || name == QLatin1String("digest");
}

QString valueText(const QJsonObject& body, const QString& name, const QJsonValue& value)
{
    if (value.isBool())
        return value.toBool() ? QCoreApplication::translate("EventBodyText", "yes")
                              : QCoreApplication::translate("EventBodyText", "no");
    if (value.isDouble()) {
        const qint64 number = value.toInteger();
        if (name.endsWith(QLatin1String("_us")))
            return TimeText::dateTime(number);
        if (name == QLatin1String("amount_minor"))
            return MoneyText::amount(number, body.value(QLatin1String("currency")).toString());
        return QString::number(number);
    }
    const QString text = value.toString();
    if (isDigest(name) && text.size() > kDigestCharactersShown)
        return text.left(kDigestCharactersShown) + QStringLiteral("…");
    const QString said = codeText(name, text);
    return said == text ? UntrustedText::line(text, kValueCharactersShown) : said;
}

bool isShown(const QString& name, const QJsonValue& value)
{
    // The currency stands with the amount; "ref" and "moves" point at rows of ours.
    if (name.endsWith(QLatin1String("_id")) && name != QLatin1String("external_id"))
        return false;
    if (name == QLatin1String("currency") || name == QLatin1String("ref")
        || name == QLatin1String("moves") || name == QLatin1String("ground_ref"))
        return false;
    return !value.isObject() && !value.isArray() && !value.isNull()
           && !(value.isString() && value.toString().isEmpty());
}

} // namespace

QString EventBodyText::line(const QString& json)
{
    const QJsonObject body = QJsonDocument::fromJson(json.toUtf8()).object();
    QStringList parts;
    const auto add = [&body, &parts](const QString& name) {
        const QJsonValue value = body.value(name);
        if (isShown(name, value))
            parts << QCoreApplication::translate("EventBodyText", "%1: %2")
                         .arg(
                             UntrustedText::line(say(kName, name), 60),
                             valueText(body, name, value));
    };
    for (const CodeText& known : kName)
        if (body.contains(QLatin1String(known.code)))
            add(QLatin1String(known.code));
    for (auto it = body.begin(); it != body.end(); ++it)
        if (!knowsCode(kName, it.key()))
            add(it.key());
    return parts.join(QStringLiteral(" · "));
}

} // namespace onceover
