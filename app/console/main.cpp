// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/audit_console.h"
#include "app/console/console_look.h"
#include "app/console/console_options.h"
#include "app/console/demo_console.h"
#include "app/console/demo_people.h"
#include "app/console/demo_pictures.h"
#include "app/console/end_signals.h"
#include "app/console/exit_code.h"
#include "app/console/sign_in_console.h"
#include "backend/postgres/private_cluster.h"

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

std::filesystem::path demoDirectory(const ConsoleOptions& options)
{
    return options.directory.isEmpty()
               ? PrivateCluster::defaultDirectory()
               : std::filesystem::absolute(options.directory.toStdString()).lexically_normal();
}

int audit(const ConsoleOptions& options, const std::string& login)
{
    const auto settings = AuditConsole::settingsOf(demoDirectory(options), login);
    if (!settings)
        return complain(
            ConsoleExit::DatabaseAway, QString::fromStdString(settings.error().detail()));
    AuditConsole console(options, *settings);
    return console.start() ? QApplication::exec() : endWith(ConsoleExit::Done);
}

int demo(const ConsoleOptions& options)
{
    const auto login = demoLoginOf(options.person, options.isAudit);
    if (!login)
        return complain(
            ConsoleExit::NoSuchName,
            QStringLiteral("nobody in the demo is called \"%1\".").arg(options.person));
    if (!options.screenshots.isEmpty()) {
        DemoPictures pictures(demoDirectory(options), options.screenshots);
        pictures.start();
        return QApplication::exec();
    }
    if (options.isAudit)
        return audit(options, *login);
    DemoConsole console(options, demoDirectory(options), *login);
    return console.start() ? QApplication::exec() : endWith(ConsoleExit::Done);
}

int run(const ConsoleOptions& options, int argc, char** argv)
{
    if (!options.screenshots.isEmpty() && !hasDisplay())
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!hasDisplay())
        return complain(
            ConsoleExit::NoDisplay, QStringLiteral("there is no display to open a window on."));
    dropDatabaseEnvironment();
    QApplication application(argc, argv);
    const EndSignals endSignals;
    ConsoleLook::setUp(application, options);
    if (options.isDemo)
        return demo(options);
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
