// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/console_look.h"

#include "views/theme.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QPalette>
#include <QTranslator>

namespace onceover {

namespace {

// Both languages ship inside the program; Qt's own words come from the system, where they are.
void install(const QLocale& locale, const QString& file, const QString& directory)
{
    auto* translator = new QTranslator(QCoreApplication::instance());
    translator->setObjectName(QStringLiteral("language"));
    if (translator->load(locale, file, QStringLiteral("_"), directory))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

ThemeKind systemTheme(const QApplication& application)
{
    return application.palette().color(QPalette::Window).lightness() < 128 ? ThemeKind::Dark
                                                                           : ThemeKind::Light;
}

} // namespace

void ConsoleLook::chooseLanguage(const QString& language)
{
    const auto before = QCoreApplication::instance()->findChildren<QTranslator*>(
        QStringLiteral("language"), Qt::FindDirectChildrenOnly);
    qDeleteAll(before);
    QLocale locale = language.isEmpty() ? QLocale() : QLocale(language);
    // There is no other language; plurals need a file in English too.
    if (locale.language() != QLocale::Chinese)
        locale = QLocale(QLocale::English, locale.territory());
    install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(locale, QStringLiteral("onceover"), QStringLiteral(":/i18n"));
}

void ConsoleLook::setUp(QApplication& application, const ConsoleOptions& options)
{
    QCoreApplication::setApplicationName(QStringLiteral("onceover"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ONCEOVER_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.onceover.Onceover"));
    chooseLanguage(options.language);
    ThemeKind kind = options.theme == ThemeChoice::Dark ? ThemeKind::Dark : ThemeKind::Light;
    if (options.theme == ThemeChoice::System)
        kind = systemTheme(application);
    Theme::apply(application, kind);
}

} // namespace onceover
