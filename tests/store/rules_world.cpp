// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/rules_world.h"

#include "backend/postgres/transaction.h"
#include "test_places.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace onceover {

RulesWorld::RulesWorld(StoreFixture& fixture)
    : DeskWorld(fixture)
{
    const std::string paid = accept("paid");
    record(send(paid), "SUCCEEDED", "ch_paid");
    const std::string refused = accept("refused");
    record(send(refused), "REJECTED_FINAL");
    const std::string retry = accept("retry");
    record(send(retry), "REJECTED_RETRYABLE");
    const std::string open = accept("open");
    send(open);
    m_names = {
        {"paid", paid},
        {"refused", refused},
        {"retry", retry},
        {"open", open},
        {"unknown", unknownPayment()},
        {"review", reviewPayment()},
        {"held", heldPayment()},
        {"waiting", accept("waiting")}};
    for (int i = 1; i <= 3; ++i) {
        m_names["core" + std::to_string(i)] = StoreFixture::coreId(i).toText();
    }
    mustRun(
        core2,
        "select onceover.register_core($1, 'third', 'host', $2, $3, '0')",
        Params()
            .uuid(StoreFixture::coreId(3))
            .uuid(StoreFixture::coreId(13))
            .uuid(StoreFixture::coreId(23)));
    std::ifstream file(ONCEOVER_SOURCE_DIR "/tests/store/guard_rules.sql");
    script(std::string(std::istreambuf_iterator<char>(file), {}));
    script("do $$ declare t record; begin for t in select relname from pg_class where "
           "relnamespace = 'onceover'::regnamespace and relkind = 'r' loop execute "
           "format('alter table onceover.%I disable trigger user', t.relname); end loop; end "
           "$$");
    // Who signs in as a person or a machine writes in the owner's stead.
    const std::string logins = "liwei, liwei2, ana, m_core, m_core2, m_intake, m_ingest";
    script(
        "grant usage on schema onceover, rules to " + logins
        + "; grant all on all tables in schema onceover to " + logins
        + "; grant execute on all functions in schema onceover, rules to " + logins);
}

std::vector<std::vector<std::string>> RulesWorld::linesOf(const std::string& file, int parts)
{
    constexpr std::string_view kBetween = " | ";
    std::vector<std::vector<std::string>> lines;
    std::ifstream stream(ONCEOVER_SOURCE_DIR "/tests/store/" + file);
    for (std::string line; std::getline(stream, line);) {
        std::vector<std::string> found;
        std::size_t from = 0;
        while (static_cast<int>(found.size()) < parts - 1) {
            const std::size_t at = line.find(kBetween, from);
            if (at == std::string::npos) {
                break;
            }
            found.push_back(line.substr(from, at - from));
            from = at + kBetween.size();
        }
        found.push_back(line.substr(from));
        if (!line.empty() && line.front() != '#' && static_cast<int>(found.size()) == parts) {
            lines.push_back(std::move(found));
        }
    }
    return lines;
}

std::string RulesWorld::named(std::string sql) const
{
    for (const auto& [name, id] : m_names) {
        const std::string place = "{" + name + "}";
        for (std::size_t at = sql.find(place); at != std::string::npos; at = sql.find(place)) {
            sql.replace(at, place.size(), "'" + id + "'::uuid");
        }
    }
    return sql;
}

std::string RulesWorld::answerTo(
    const std::string& sql, const std::string& table, const std::string& guard)
{
    auto transaction = Transaction::begin(owner, PgFixture::patience());
    if (!guard.empty()) {
        mustRun(owner, "alter table onceover." + table + " enable always trigger " + guard);
    }
    const auto done = owner.executeScript("rule", named(sql), PgFixture::patience());
    return done ? std::string("passes") : done.error().code() + " " + done.error().detail();
}

void RulesWorld::script(const std::string& text)
{
    const auto done = owner.executeScript("rules", text, PgFixture::patience());
    if (!done || text.empty()) {
        std::fprintf(
            stderr,
            "store fixture: rules: %s\n",
            done ? "there is no script" : done.error().detail().c_str());
        std::abort();
    }
}

} // namespace onceover
