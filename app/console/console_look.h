// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/console_options.h"

class QApplication;

namespace onceover {

// Language, theme and names of the application.
class ConsoleLook
{
public:
    static void setUp(QApplication& application, const ConsoleOptions& options);
    // "en", "zh_CN", or empty for the desktop's. Replaces the language chosen before.
    static void chooseLanguage(const QString& language);
};

} // namespace onceover
