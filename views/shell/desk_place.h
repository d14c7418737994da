// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

enum class Environment
{
    Demo,
    Test,
    Production,
};

// Where this window stands: said in the strip and in the title, in colour and in words.
struct DeskPlace
{
    Environment environment = Environment::Demo;
    QString profileName;
    // Tells profiles and people apart in what is remembered of the window; empty: nothing is.
    QString layoutOwner;
    bool isAudit = false;
    // A core runs inside this program: whoever controls this desk can bypass the controls.
    bool hasOwnCore = false;
};

} // namespace onceover
