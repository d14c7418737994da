// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace onceover {

// The body of an event (a flat JSON object) as one line for people. Names and codes of ours become
// words, ids are left out (the raw body stands in the tooltip), and digests come last and
// shortened: whoever compares them takes them from the raw body.
class EventBodyText
{
public:
    // "name: value · name: value". Unknown names and codes are shown as they are; text from outside
    // has its invisible characters shown.
    static QString line(const QString& json);
};

} // namespace onceover
