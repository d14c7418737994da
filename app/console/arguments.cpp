// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/arguments.h"

#include <QHash>

namespace onceover {

namespace {

constexpr const char* kHelp = R"(Usage: onceover [OPTIONS]

The review console for payments whose outcome is not known.

  --demo              everything on this machine: a private database, a core, a test provider
  --as NAME           with --demo: sign in as this person (liwei, ana, kim)
  --dir DIR           with --demo: where its database lives
  --profile NAME      sign in to the database of this connection profile
  --audit             read only: no core, no writing connection, no decisions
  --open ID           open this payment (a reference or any id of it)
  --lang en|zh_CN     the language of the interface
  --theme light|dark  the colours of the interface
  --screenshots DIR   render the main views into DIR and exit
  --help, --version

Passwords are never given on the command line: they come from the keyring, from a prompt,
or from the file named in ONCEOVER_PASSWORD_FILE (mode 0600).

Exit codes: 0 done, 64 wrong usage, 69 the database cannot be reached, 70 internal error,
75 another console of this profile and person is open (it was brought to the front).
)";

} // namespace

QString Arguments::help()
{
    return QString::fromLatin1(kHelp);
}

Arguments Arguments::parse(const QStringList& words)
{
    Arguments result;
    const QHash<QString, bool*> flags{
        {QStringLiteral("--help"), &result.isHelp},
        {QStringLiteral("--version"), &result.isVersion},
        {QStringLiteral("--demo"), &result.isDemo},
        {QStringLiteral("--audit"), &result.isAudit},
    };
    const QHash<QString, QString*> values{
        {QStringLiteral("--profile"), &result.profile},
        {QStringLiteral("--as"), &result.person},
        {QStringLiteral("--dir"), &result.directory},
        {QStringLiteral("--lang"), &result.language},
        {QStringLiteral("--theme"), &result.theme},
        {QStringLiteral("--screenshots"), &result.screenshots},
        {QStringLiteral("--open"), &result.open},
    };
    for (qsizetype at = 0; at < words.size(); ++at) {
        const auto equals = words.at(at).indexOf(QLatin1Char('='));
        const QString name = equals < 0 ? words.at(at) : words.at(at).left(equals);
        if (bool* flag = flags.value(name); flag != nullptr && equals < 0) {
            *flag = true;
        } else if (QString* value = values.value(name); value != nullptr) {
            if (equals < 0 && at + 1 == words.size())
                result.error = QStringLiteral("%1 needs a value").arg(name);
            else
                *value = equals < 0 ? words.at(++at) : words.at(at).mid(equals + 1);
        } else {
            result.error = QStringLiteral("unknown option %1").arg(words.at(at));
        }
    }
    if (!result.language.isEmpty() && result.language != QLatin1String("en")
        && result.language != QLatin1String("zh_CN"))
        result.error = QStringLiteral("--lang is en or zh_CN");
    if (!result.theme.isEmpty() && result.theme != QLatin1String("light")
        && result.theme != QLatin1String("dark"))
        result.error = QStringLiteral("--theme is light or dark");
    if (!result.person.isEmpty() && !result.isDemo)
        result.error = QStringLiteral("--as goes with --demo");
    if (result.isDemo && !result.profile.isEmpty())
        result.error = QStringLiteral("--demo and --profile exclude each other");
    return result;
}

} // namespace onceover
