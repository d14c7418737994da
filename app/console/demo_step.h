// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// What a demo does before its window can open.
enum class DemoStep
{
    // Another program has the core; this one reads and decides beside it.
    Join,
    // Cluster, schema, people, provider and profiles: what is missing is made.
    Stage,
    Connect,
};

class DemoText
{
public:
    static QString step(DemoStep step);
    // Of the story, by the stable name of its step; empty for what is not worth a line.
    static QString story(const QString& step);
    // What it means that the demo could not be opened.
    static QString failure(const QString& code);
    // Whether the directory holds a demo that this version cannot open.
    static bool isOutdated(const QString& code);
};

} // namespace onceover
