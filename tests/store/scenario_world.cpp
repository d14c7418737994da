// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/scenario_world.h"

#include "tests/support/passing_time.h"

#include <cstdio>
#include <cstdlib>
#include <system_error>

#include <stdlib.h>

namespace onceover {

ScenarioWorld::ScenarioWorld(StoreFixture& fixture, const std::string& installation)
    : DeskWorld(fixture, installation)
    , m_store(fixture)
{
    char path[] = "/tmp/onceover-scenario-XXXXXX";
    if (::mkdtemp(path) == nullptr)
        std::abort();
    m_stateDirectory = path;
}

ScenarioWorld::~ScenarioWorld()
{
    m_cores.clear();
    std::error_code ignored;
    std::filesystem::remove_all(m_stateDirectory, ignored);
}

BookProvider& ScenarioWorld::add(
    const BookProfile& profile, const std::shared_ptr<BookProvider>& known)
{
    StoreFixture::insertProfile(owner, profile.name, profile.json());
    auto provider = known ? known : std::make_shared<BookProvider>(profile);
    m_directory.add(provider);
    m_books[profile.name] = provider;
    return *provider;
}

ConnectionSettings ScenarioWorld::coreSettings() const
{
    return m_store.postgres().settingsFor("m_core", "m_core", database);
}

std::unique_ptr<ScenarioCore> ScenarioWorld::coreOn(
    int number, const ConnectionSettings& settings, const std::filesystem::path& stateDirectory)
{
    auto made = std::make_unique<ScenarioCore>(
        number, settings, m_directory, stateDirectory.empty() ? m_stateDirectory : stateDirectory);
    StoreFixture::admitCore(
        owner, made->identity().coreId, made->identity().journalId, settings.user);
    return made;
}

ScenarioCore& ScenarioWorld::coreNumber(int number)
{
    auto& known = m_cores[number];
    if (!known)
        known = coreOn(number, coreSettings());
    return *known;
}

void ScenarioWorld::runScript(const std::string& sql)
{
    if (const auto done = owner.executeScript("scenario", sql, PgFixture::patience()); !done) {
        std::fprintf(
            stderr, "scenario world: %s: %s\n", sql.c_str(), done.error().detail().c_str());
        std::abort();
    }
}

void ScenarioWorld::letTimePass(std::chrono::milliseconds passed)
{
    onceover::letTimePass(owner, passed);
}

void ScenarioWorld::passOften(ScenarioCore& worker, std::chrono::milliseconds step, int times)
{
    for (int round = 0; round < times; ++round) {
        letTimePass(step);
        const PassReport report = worker.pass();
        if (report.error) {
            std::fprintf(
                stderr,
                "scenario world: %s %s\n",
                report.error->code().c_str(),
                report.error->detail().c_str());
            std::abort();
        }
    }
}

std::string ScenarioWorld::resendAs(const std::string& payment, const std::string& generation)
{
    if (std::string code = take(liwei, payment); !code.empty())
        return code;
    const std::string decision = freshId();
    if (std::string code = propose(
            liwei, decision, payment, "RESEND", R"({"generation":")" + generation + R"("})");
        !code.empty())
        return code;
    return approve(ana, decision);
}

std::string ScenarioWorld::permits(const std::string& payment)
{
    return scalar(
        "select string_agg(m.ground || ' ' || m.generation || ' ' || coalesce(u.used_as, 'OPEN'), "
        "', ' order by m.ordinal) from onceover.permits m left join onceover.permit_uses u using "
        "(permit_id) where m.payment_id = $1 and m.provider_key = $2 || '-' || m.generation",
        Params().text(payment).text(reference(payment)));
}

int ScenarioWorld::charges(const std::string& payment)
{
    return m_books.at(column(payment, "provider"))->charges(reference(payment));
}

int ScenarioWorld::requests(const std::string& payment)
{
    return m_books.at(column(payment, "provider"))->requests(reference(payment));
}

std::string ScenarioWorld::judge()
{
    for (const Row row : mustRun(
             owner,
             "select p.provider, p.reference, p.status, count(u.permit_id) filter (where "
             "u.used_as = 'ATTEMPT') as sends, count(u.permit_id) filter (where u.used_as = "
             "'ATTEMPT' and m.ground in ('APPROVED_RESEND', 'LOSS_TOLERATED')) as by_people from "
             "onceover.payments p left join onceover.permits m using (payment_id) left join "
             "onceover.permit_uses u using (permit_id) group by 1, 2, 3")) {
        const auto book = m_books.find(*row.text("provider"));
        if (book == m_books.end())
            continue;
        const std::string name = *row.text("reference");
        const int charged = book->second->charges(name);
        if (charged > 1 + *row.int64("by_people"))
            return name + " was charged " + std::to_string(charged) + " times";
        if (book->second->requests(name) > *row.int64("sends"))
            return name + " was sent without a permit";
        if (*row.text("status") == "SUCCEEDED" && charged == 0)
            return name + " counts as paid and was not";
    }
    return isConsistent() ? std::string() : "the database contradicts itself";
}

} // namespace onceover
