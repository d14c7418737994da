// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/console_look.h"
#include "app/console/console_options.h"
#include "app/console/exit_code.h"
#include "app/console/sign_in_console.h"
#include "backend/postgres/connection_settings.h"

#include <QApplication>

#include <cstdio>

namespace onceover {

namespace {

int endWith(ConsoleExit code)
{
    return static_cast<int>(code);
}

void print(std::FILE* stream, const QString& text)
{
    std::fputs(text.toUtf8().constData(), stream);
}

int complain(ConsoleExit code, const QString& text)
{
    print(stderr, QStringLiteral("onceover: %1\nSee onceover --help.\n").arg(text));
    return endWith(code);
}

// Words and no window: works without a display.
int tell(const ConsoleOptions& options, int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    ConsoleLook::chooseLanguage(options.language);
    print(
        stdout,
        options.isHelp ? ConsoleOptions::helpText()
                       : QStringLiteral("onceover %1\n").arg(QLatin1String(ONCEOVER_VERSION)));
    return endWith(ConsoleExit::Done);
}

bool hasDisplay()
{
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        if (!qEnvironmentVariableIsEmpty(name))
            return true;
    }
    return false;
}

int run(const ConsoleOptions& options, int argc, char** argv)
{
    if (!hasDisplay())
        return complain(
            ConsoleExit::NoDisplay, QStringLiteral("there is no display to open a window on."));
    dropDatabaseEnvironment();
    QApplication application(argc, argv);
    ConsoleLook::setUp(application, options);
    SignInConsole console(options);
    if (!console.start())
        return complain(
            ConsoleExit::NoSuchName,
            QStringLiteral("there is no connection profile \"%1\".").arg(options.profile));
    return QApplication::exec();
}

} // namespace

} // namespace onceover

int main(int argc, char** argv)
{
    using namespace onceover;
    QStringList words;
    for (int i = 1; i < argc; ++i)
        words << QString::fromLocal8Bit(argv[i]);
    const ConsoleOptions options = ConsoleOptions::parse(words);
    if (!options.fault.isEmpty())
        return complain(ConsoleExit::Usage, options.fault);
    return options.isHelp || options.isVersion ? tell(options, argc, argv)
                                               : run(options, argc, argv);
}
