// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/arguments.h"
#include "app/console/connection_profile.h"
#include "models/read/reader.h"
#include "views/shell/main_window.h"
#include "views/theme.h"

#include <QApplication>

#include <cstdio>

namespace {

constexpr int kWrongUsage = 64;

void print(std::FILE* stream, const QString& text)
{
    std::fputs(text.toLocal8Bit().constData(), stream);
}

} // namespace

int main(int argc, char** argv)
{
    using namespace onceover;
    QStringList words;
    for (int at = 1; at < argc; ++at)
        words << QString::fromLocal8Bit(argv[at]);
    const Arguments arguments = Arguments::parse(words);
    if (arguments.isHelp || arguments.isVersion) {
        print(
            stdout,
            arguments.isHelp
                ? Arguments::help()
                : QStringLiteral("onceover %1\n").arg(QStringLiteral(ONCEOVER_VERSION)));
        return 0;
    }
    const auto profile = ConnectionProfile::load(arguments.profile);
    if (!arguments.error.isEmpty() || !profile) {
        print(
            stderr,
            QStringLiteral("onceover: %1\n")
                .arg(
                    arguments.error.isEmpty() ? QStringLiteral("no such profile")
                                              : arguments.error));
        return kWrongUsage;
    }
    QApplication application(argc, argv);
    Theme::apply(
        application, arguments.theme == QLatin1String("dark") ? ThemeKind::Dark : ThemeKind::Light);
    ReadSettings settings = profile->readSettings(QString());
    if (arguments.isAudit)
        settings.role.clear();
    Reader reader(settings);
    DeskPlace place;
    place.environment = profile->environment;
    place.profileName = profile->name;
    place.isAudit = arguments.isAudit;
    MainWindow window(place, &reader);
    window.show();
    reader.start();
    return QApplication::exec();
}
