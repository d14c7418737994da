// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/demo_step.h"

#include <QCoreApplication>

#include <utility>

namespace onceover {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("DemoText", text);
}

constexpr std::pair<const char*, const char*> kStory[] = {
    {"accepted", QT_TRANSLATE_NOOP("DemoText", "payments were accepted from a file")},
    {"repeated", QT_TRANSLATE_NOOP("DemoText", "the same file came again; nothing is new")},
    {"resumed", QT_TRANSLATE_NOOP("DemoText", "an earlier run was interrupted; it goes on")},
    {"sent", QT_TRANSLATE_NOOP("DemoText", "every payment was sent once; some answers are lost")},
    {"asked", QT_TRANSLATE_NOOP("DemoText", "the provider was asked about lost answers")},
    {"retried", QT_TRANSLATE_NOOP("DemoText", "proven absences and retryable refusals went again")},
    {"statement", QT_TRANSLATE_NOOP("DemoText", "bank statements were imported")},
    {"contradiction", QT_TRANSLATE_NOOP("DemoText", "a contradiction was put on record")},
    {"duplicate", QT_TRANSLATE_NOOP("DemoText", "a duplicate charge was found")},
    {"take", QT_TRANSLATE_NOOP("DemoText", "a case was taken and a resend proposed")},
    {"alone", QT_TRANSLATE_NOOP("DemoText", "its proposer could not approve it alone")},
    {"approved", QT_TRANSLATE_NOOP("DemoText", "another person approved the resend")},
    {"proposed", QT_TRANSLATE_NOOP("DemoText", "a second proposal waits for an approver")},
};

} // namespace

QString DemoText::step(DemoStep step)
{
    switch (step) {
    case DemoStep::Join:
        return say(QT_TRANSLATE_NOOP("DemoText", "Joining the demo that another window runs"));
    case DemoStep::Stage:
        return say(QT_TRANSLATE_NOOP("DemoText", "Database, people and provider"));
    case DemoStep::Connect:
        break;
    }
    return say(QT_TRANSLATE_NOOP("DemoText", "Opening the window"));
}

QString DemoText::story(const QString& step)
{
    for (const auto& [name, text] : kStory) {
        if (step == QLatin1String(name))
            return say(text);
    }
    return {};
}

bool DemoText::isOutdated(const QString& code)
{
    return code.startsWith(QLatin1String("schema."));
}

QString DemoText::failure(const QString& code)
{
    if (isOutdated(code))
        return say(QT_TRANSLATE_NOOP(
            "DemoText",
            "The demo in this directory was made by another version of this program, and this one "
            "does not touch it. It can be put aside under another name and a new demo begun; "
            "nothing of it is deleted, and no real money was ever in it."));
    if (code == QLatin1String("demo.in_use"))
        return say(QT_TRANSLATE_NOOP(
            "DemoText",
            "Another program still works on this demo, so it was not put aside. End it, then try "
            "again."));
    if (code.startsWith(QLatin1String("cluster.no_server")))
        return say(QT_TRANSLATE_NOOP(
            "DemoText",
            "PostgreSQL's server programs are not installed. Install the package postgresql and "
            "try "
            "again."));
    if (code.startsWith(QLatin1String("cluster.")))
        return say(QT_TRANSLATE_NOOP(
            "DemoText", "The private database could not be made or started. Nothing was sent."));
    if (code.startsWith(QLatin1String("sandbox.")))
        return say(QT_TRANSLATE_NOOP(
            "DemoText", "The demo's provider could not be started. Nothing was sent."));
    if (code == QLatin1String("demo.not_running"))
        return say(QT_TRANSLATE_NOOP(
            "DemoText",
            "There is no running demo to audit here. Start onceover --demo first; the audit starts "
            "nothing."));
    return say(QT_TRANSLATE_NOOP("DemoText", "The demo could not be opened. Nothing was sent."));
}

} // namespace onceover
