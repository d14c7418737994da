// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/store_fixture.h"

#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// One installation with sessions of its machines, and the machine's functions as short calls: what
// a core does, without a core. Every call must succeed unless its name says otherwise.
class EngineWorld
{
public:
    // On an installation of its own, or on the given one.
    explicit EngineWorld(StoreFixture& fixture, const std::string& installation = {});

    // Accepts an intent of its own payee (or of the given one) and answers its payment id.
    std::string accept(
        const std::string& key,
        const std::string& provider = "card",
        std::int64_t amountMinor = 1250,
        const std::string& payee = {});
    std::string acceptOutcome(const std::string& json);
    static std::string request(
        const std::string& key,
        const std::string& provider,
        std::int64_t amountMinor,
        const std::string& payee);

    // A succeeded charge as the provider shows it, generation 1.
    static std::string charge(
        const std::string& id, std::int64_t amountMinor, const std::string& reference);

    // Claims one payment under the numbered attempt; false if none was waiting.
    bool claim(int attempt, const std::string& provider = "card", int leaseMs = 60000);
    std::string record(
        int attempt,
        const std::string& answer,
        const std::string& providerId = {},
        int requestBytes = 100);
    std::string evidence(
        const std::string& payment,
        const std::string& kind,
        const std::string& record = {},
        std::int64_t askedAgoMs = 0);
    // "Not found" for the key of the numbered attempt.
    std::string absenceOf(const std::string& payment, int attempt);
    // A resend proposed by Li Wei and approved by Ana; "" or the code of the first refusal.
    std::string resend(
        StoreFixture& fixture, const std::string& payment, const std::string& generation);
    std::string verdictCode(const std::string& payment, const std::string& verdict);
    std::string status(const std::string& payment);
    std::string column(const std::string& payment, const std::string& column);
    std::string scalar(std::string_view sql, const Params& params = {});

    // True if in transit + in doubt + decided not proven equals the sum over POSSIBLE attempts,
    // every chain is whole, and PENDING is exactly where one permit is open.
    bool isConsistent();
    // One hash over every row of every table: equal before and after means that nothing has
    // happened.
    std::string fingerprintOfEverything();

    std::string database;
    Connection owner;
    Connection core;
    Connection core2;
    Connection intake;
    Connection ingest;
};

} // namespace onceover
