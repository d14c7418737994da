// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/store/desk_world.h"
#include "tests/store/lock_step.h"

#include <functional>
#include <string>
#include <vector>

namespace onceover {

// The same id again, in other hands or with other content.
struct OtherCall
{
    const char* what;
    std::string login;
    SessionCall call;
    // The code of the refusal, or the answer of a read.
    std::string expected;
    // At once with the first, where that differs: only a constraint can tell.
    std::string atOnce = {};
};

// One function made ready to be called twice: fresh payments and ids of its own.
struct TwiceTrial
{
    std::string login;
    SessionCall call;
    std::string first;
    // In order, and in parallel, where the second waits for the first.
    std::string second;
    std::string parallel;
    std::vector<OtherCall> others;
};

struct TwiceRow
{
    const char* function;
    // What "the second changes nothing" means here.
    const char* meaning;
    TwiceTrial (*prepare)(DeskWorld& world);
    enum class Kind
    {
        Writes,
        // Changes nothing, not even once.
        Reads,
    } kind = Kind::Writes;
    // Columns that a repeat may move: a time of last sight and nothing else.
    std::vector<std::string> mayMove = {};
    // Brings the world back to where every other row works.
    std::string afterwards = {};
};

// Every function that anybody may execute has its row; twice_test compares with the catalogue.
std::vector<TwiceRow> twiceRowsOfPeople();
std::vector<TwiceRow> twiceRowsOfCores();
std::vector<TwiceRow> twiceRowsOfWitnesses();
std::vector<TwiceRow> twiceRowsOfIngest();
std::vector<TwiceRow> twiceRowsOfReaders();
std::vector<TwiceRow> twiceRowsOfUploads();

} // namespace onceover
