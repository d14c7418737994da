// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/provider/http_profile.h"

#include <memory>
#include <string>

class QProcess;

namespace onceover {

// A running stripe-stateful-mock (npm) on loopback. It keeps its charges in memory only; it ends
// with this object, and by itself when the test process dies. Created and destroyed on one thread.
class StripeMock
{
public:
    // Looks in the directory ONCEOVER_NPM_DIR, or build/npm of the source tree. nullptr and a
    // sentence when node or the package is missing.
    static std::unique_ptr<StripeMock> start(std::string& whyNot);

    ~StripeMock();

    const std::string& baseUrl() const { return m_baseUrl; }

    // The text of resources/profiles/stripe.json with this server's address and short deadlines;
    // sets the environment variable that it takes its secret from.
    std::string profileText() const;
    HttpProfile profile() const;

private:
    StripeMock();

    std::unique_ptr<QProcess> m_process;
    std::string m_baseUrl;
};

} // namespace onceover
