// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/store/desk_world.h"
#include "tests/store/scenario_core.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace onceover {

// People, real cores and providers with books of their own in one installation.
class ScenarioWorld : public DeskWorld
{
public:
    explicit ScenarioWorld(StoreFixture& fixture, const std::string& installation = {});
    ~ScenarioWorld();

    // In force from now on; a provider that another installation sends to as well keeps its books.
    BookProvider& add(
        const BookProfile& profile, const std::shared_ptr<BookProvider>& known = nullptr);

    std::shared_ptr<BookProvider> book(const std::string& name) const { return m_books.at(name); }

    // The core of this number, made on first use.
    ScenarioCore& coreNumber(int number);
    // A core on another way to the database, or with a journal that lies elsewhere.
    std::unique_ptr<ScenarioCore> coreOn(
        int number,
        const ConnectionSettings& settings,
        const std::filesystem::path& stateDirectory = {});

    const std::filesystem::path& stateDirectory() const { return m_stateDirectory; }

    // The process of this core ends and has no successor.
    void stopCore(int number) { m_cores.erase(number); }

    ConnectionSettings coreSettings() const;

    // Several commands, by the owner.
    void runScript(const std::string& sql);

    // Runs once, when the core next asks which providers there are: right before it claims.
    void beforeClaiming(std::function<void()> hook) { m_directory.beforeClaiming(std::move(hook)); }

    Connection connectOwner() const { return m_store.connectOwner(database); }

    void letTimePass(std::chrono::milliseconds passed);
    // Time passes and the core works, so many times: every look that becomes due is made.
    void passOften(ScenarioCore& worker, std::chrono::milliseconds step, int times);

    // A resend proposed by Li Wei and approved by Ana; "" or the code of the first refusal.
    std::string resendAs(const std::string& payment, const std::string& generation);
    // "GROUND KEY-GENERATION USED_AS" of each permit in order, joined by commas; the reference is
    // left out.
    std::string permits(const std::string& payment);
    int charges(const std::string& payment);
    int requests(const std::string& payment);

    // Guarantee 5 by the providers' books, and what holds inside: "" or what is wrong first.
    std::string judge();

private:
    StoreFixture& m_store;
    std::filesystem::path m_stateDirectory;
    BookDirectory m_directory;
    std::map<std::string, std::shared_ptr<BookProvider>> m_books;
    std::map<int, std::unique_ptr<ScenarioCore>> m_cores;
};

} // namespace onceover
