// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace onceover {

// Why a statement file was refused as a whole. Nothing of a refused file may be stored.
struct Refusal
{
    // Line of the file, counted from 1; 0 when the file was refused before its first byte was read.
    std::int64_t line = 0;
    // Stable machine name, e.g. "statement.not_well_formed".
    std::string code;
    // English sentence for logs and the command line.
    std::string message;
    // The element path below the statement, e.g. "Ntry/Amt"; empty when no single field is to
    // blame.
    std::string field;
};

} // namespace onceover
