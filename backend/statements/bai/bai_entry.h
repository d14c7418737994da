// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/statements/bai/bai_record.h"
#include "backend/statements/statement_entry.h"

#include <optional>
#include <string>
#include <string_view>

namespace onceover {

// "060321" and "20060321" as an ISO day; empty for nothing. Refuses what is no day.
std::optional<std::string> baiDay(std::string_view text, ParseLog& log);

// A detail record: the sign follows the type code, the amount its record; messages (890) move
// nothing and are INFO. Days, account and currency are the builder's. Nothing, with a refusal, for
// what cannot be read.
std::optional<StatementEntry> readBaiEntry(const BaiRecord& record, ParseLog& log);

} // namespace onceover
