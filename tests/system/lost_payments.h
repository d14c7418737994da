// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/system/core_process.h"
#include "tests/system/sandbox_process.h"

#include <QString>

namespace onceover {

// Payments that were really sent to a sandbox and lost their answers: only a bank's statement can
// tell what became of them.
class LostPayments
{
public:
    // A sandbox and a demo whose core sends there; what making the demo answered.
    CoreAnswer start();

    // A payment of 12.50 EUR that was sent and lost its answer: its reference, or empty.
    QString reference();

    CoreProcess& core() { return m_core; }

    SandboxProcess& sandbox() { return m_sandbox; }

private:
    SandboxProcess m_sandbox;
    CoreProcess m_core;
    int m_payments = 0;
};

} // namespace onceover
