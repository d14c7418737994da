// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/fate.h"

#include "backend/domain/text_table.h"

namespace onceover {

namespace {

constexpr TextTable<Fate, 3> kFates{{
    {Fate::Possible, "POSSIBLE"},
    {Fate::Happened, "HAPPENED"},
    {Fate::NotHappened, "NOT_HAPPENED"},
}};

constexpr TextTable<ClosedBy, 2> kClosers{{
    {ClosedBy::Core, "CORE"},
    {ClosedBy::People, "PEOPLE"},
}};

} // namespace

std::string_view toText(Fate fate)
{
    return textOf(kFates, fate);
}

std::optional<Fate> fateFromText(std::string_view text)
{
    return valueOf(kFates, text);
}

std::string_view toText(ClosedBy closedBy)
{
    return textOf(kClosers, closedBy);
}

std::optional<ClosedBy> closedByFromText(std::string_view text)
{
    return valueOf(kClosers, text);
}

} // namespace onceover
