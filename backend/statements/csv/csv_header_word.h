// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace onceover {

// What the words of a header say a column is: "booked", "value", "amount", "debit", "credit",
// "balance", "currency", "account", "text", "reference", "counterparty", "direction", "status";
// empty where they say nothing.
std::string roleOfHeader(const std::string& header);

} // namespace onceover
