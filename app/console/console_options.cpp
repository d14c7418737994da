// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/console_options.h"

#include "backend/domain/reference.h"

#include <QCoreApplication>

#include <functional>

namespace onceover {

namespace {

constexpr int kMostReferenceCharacters = 64;

ConsoleOptions faulty(ConsoleOptions line, const QString& fault)
{
    line.fault = fault;
    return line;
}

bool setTheme(ConsoleOptions& line, const QString& value)
{
    if (value == QLatin1String("system"))
        line.theme = ThemeChoice::System;
    else if (value == QLatin1String("light"))
        line.theme = ThemeChoice::Light;
    else if (value == QLatin1String("dark"))
        line.theme = ThemeChoice::Dark;
    else
        return false;
    return true;
}

bool setLanguage(ConsoleOptions& line, const QString& value)
{
    line.language = value;
    return value == QLatin1String("en") || value == QLatin1String("zh_CN");
}

bool setReference(ConsoleOptions& line, const QString& value)
{
    line.reference = ConsoleOptions::referenceIn(value);
    return !line.reference.isEmpty();
}

// False: the option takes no such value.
bool setValue(ConsoleOptions& line, const QString& option, const QString& value)
{
    if (option == QLatin1String("--theme"))
        return setTheme(line, value);
    if (option == QLatin1String("--lang"))
        return setLanguage(line, value);
    if (option == QLatin1String("--open"))
        return setReference(line, value);
    QString* const field = option == QLatin1String("--as")        ? &line.person
                           : option == QLatin1String("--dir")     ? &line.directory
                           : option == QLatin1String("--profile") ? &line.profile
                                                                  : &line.screenshots;
    *field = value;
    return !value.isEmpty();
}

bool setFlag(ConsoleOptions& line, const QString& option)
{
    if (option == QLatin1String("--help") || option == QLatin1String("-h"))
        line.isHelp = true;
    else if (option == QLatin1String("--version"))
        line.isVersion = true;
    else if (option == QLatin1String("--demo"))
        line.isDemo = true;
    else if (option == QLatin1String("--audit"))
        line.isAudit = true;
    else
        return false;
    return true;
}

bool takesValue(const QString& option)
{
    static const QStringList kOptions{
        QStringLiteral("--as"),
        QStringLiteral("--dir"),
        QStringLiteral("--profile"),
        QStringLiteral("--lang"),
        QStringLiteral("--theme"),
        QStringLiteral("--screenshots"),
        QStringLiteral("--open")};
    return kOptions.contains(option);
}

QString conflictIn(const ConsoleOptions& line)
{
    if (!line.isDemo && !line.person.isEmpty())
        return QStringLiteral("--as needs --demo: elsewhere people sign in.");
    if (!line.isDemo && !line.directory.isEmpty())
        return QStringLiteral("--dir needs --demo.");
    if (line.isDemo && !line.profile.isEmpty())
        return QStringLiteral("--demo and --profile name two databases; give one of them.");
    if (!line.screenshots.isEmpty() && !line.isDemo)
        return QStringLiteral("--screenshots needs --demo.");
    return {};
}

} // namespace

QString ConsoleOptions::referenceIn(const QString& text)
{
    QString word = text.trimmed();
    const QString scheme = QStringLiteral("onceover://payment/");
    if (word.startsWith(scheme, Qt::CaseInsensitive))
        word = word.mid(scheme.size());
    // A browser may add a slash, a query or a fragment; none of them means anything here.
    word = word.section(QLatin1Char('?'), 0, 0).section(QLatin1Char('#'), 0, 0);
    while (word.endsWith(QLatin1Char('/')))
        word.chop(1);
    if (word.isEmpty() || word.size() > kMostReferenceCharacters)
        return {};
    const auto reference = Reference::fromText(word.toUpper().toStdString());
    return reference ? QString::fromStdString(reference->text()) : QString();
}

ConsoleOptions ConsoleOptions::parse(const QStringList& arguments)
{
    ConsoleOptions line;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& argument = arguments.at(i);
        const QString option = argument.section(QLatin1Char('='), 0, 0);
        if (!argument.startsWith(QLatin1Char('-'))) {
            if (!line.reference.isEmpty() || !setReference(line, argument))
                return faulty(
                    line,
                    QStringLiteral("\"%1\" is no link of the form onceover://payment/REFERENCE.")
                        .arg(argument.left(100)));
        } else if (takesValue(option)) {
            const bool isJoined = argument.size() > option.size();
            if (!isJoined && i + 1 >= arguments.size())
                return faulty(line, option + QStringLiteral(" needs a value."));
            const QString value = isJoined ? argument.mid(option.size() + 1) : arguments.at(++i);
            if (!setValue(line, option, value))
                return faulty(
                    line, QStringLiteral("%1 takes no \"%2\".").arg(option, value.left(100)));
        } else if (!setFlag(line, argument)) {
            return faulty(line, QStringLiteral("There is no option %1.").arg(argument.left(100)));
        }
    }
    line.fault = conflictIn(line);
    return line;
}

QString ConsoleOptions::helpText()
{
    return QCoreApplication::translate(
        "ConsoleOptions",
        "Usage: onceover [OPTIONS] [onceover://payment/REFERENCE]\n"
        "\n"
        "The review console for payments whose outcome is not known.\n"
        "\n"
        "  --profile NAME      sign in by this connection profile\n"
        "  --audit             read only: no engine, no connection that could write, no decisions\n"
        "  --demo              a private database on this machine, with a provider that answers by "
        "script\n"
        "  --as NAME           in the demo: as this person, by login or name (Li Wei unless said)\n"
        "  --dir DIR           in the demo: where its database and files are kept\n"
        "  --open REFERENCE    show this payment\n"
        "  --lang LANGUAGE     en or zh_CN\n"
        "  --theme THEME       light, dark or system\n"
        "  --screenshots DIR   with --demo: draw the main views into DIR and end\n"
        "  --help, --version   say so and end\n"
        "\n"
        "There is no option for a password: everybody on the machine can read a command line.\n"
        "\n"
        "Exit codes: 0 done, 64 the command line was not understood, 68 no display, 69 the "
        "database "
        "cannot be\n"
        "reached or started, 73 a directory or file cannot be made, 74 a view could not be drawn, "
        "78 "
        "no such\n"
        "profile or person.\n");
}

} // namespace onceover
