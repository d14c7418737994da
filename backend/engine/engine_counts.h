// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace onceover {

// What a pass has done; only ever added to.
struct EngineCounts
{
    int claimed = 0;
    int submitted = 0;
    int recorded = 0;
    int abandoned = 0;
    int leasesOver = 0;
    // Intents too late to be sent and proposals too late to be approved.
    int overdue = 0;
    // Results and evidence that came while nothing moved and took effect now.
    int settledLate = 0;
    // Lines that were linked or became candidates, and links that are in doubt now.
    int matched = 0;
    int looked = 0;
    int settledByLook = 0;
    int retried = 0;
    // Refusals of results by the database; they stay open in the journal and are tried again later.
    int refused = 0;

    int total() const
    {
        return claimed + submitted + recorded + abandoned + leasesOver + overdue + settledLate
               + matched + looked + retried;
    }
};

} // namespace onceover
