// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/rates.h"

namespace onceover::simulation {

namespace {

struct Usual
{
    Fault fault;
    int perMille;
};

// Per port call, per request, per answer or per turn of the world, as each fault has it.
constexpr Usual kUsual[] = {
    {Fault::LostBeforeEffect, 8},   {Fault::LostAnswer, 8},      {Fault::LateCommit, 8},
    {Fault::ServerRestart, 30},     {Fault::DatabaseFenced, 2},  {Fault::RolledBack, 25},
    {Fault::JournalFails, 8},       {Fault::JournalTorn, 8},     {Fault::Killed, 4},
    {Fault::MachineRestart, 20},    {Fault::Stopped, 5},         {Fault::ImageRestored, 60},
    {Fault::ClockSet, 30},          {Fault::CoreLost, 3},        {Fault::NotSent, 80},
    {Fault::RequestLost, 100},      {Fault::LateArrival, 150},   {Fault::RefusedFinal, 60},
    {Fault::RefusedRetryable, 100}, {Fault::AnswerLost, 150},    {Fault::SlowExecution, 80},
    {Fault::DeclinedLater, 300},    {Fault::ChargeDeclined, 40}, {Fault::QueryFails, 80},
    {Fault::QueryInconclusive, 60}, {Fault::WrongEcho, 20},      {Fault::PartOnRecord, 15},
    {Fault::OtherAccount, 15},      {Fault::StaleScreen, 150},   {Fault::RepeatedCommand, 150},
    {Fault::RepeatedIntent, 300},   {Fault::SecondKey, 200},
};

constexpr Usual kDishonest[] = {
    {Fault::ChargedAfterRefusal, 300},
    {Fault::ChargedTwice, 100},
    {Fault::ChargeForgotten, 300},
    {Fault::ArrivesTooLate, 600},
    {Fault::ShownTooLate, 200},
};

} // namespace

Rates::Rates(Chance& chance)
{
    m_isDishonest = chance.perMille(250);
    for (const Usual& usual : kUsual) {
        static constexpr int kShares[] = {0, 0, 1, 1, 1, 1, 3, 6};
        const int rate = usual.perMille * chance.oneOf(kShares);
        m_perMille[static_cast<std::size_t>(usual.fault)] = rate > 700 ? 700 : rate;
    }
    for (const Usual& usual : kDishonest) {
        if (m_isDishonest && chance.perMille(600))
            m_perMille[static_cast<std::size_t>(usual.fault)] = usual.perMille;
    }
}

} // namespace onceover::simulation
