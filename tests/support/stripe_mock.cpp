// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/stripe_mock.h"

#include "backend/provider/profile_reader.h"
#include "test_places.h"
#include "tests/support/shipped_profile.h"

#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <cstdio>
#include <cstdlib>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

constexpr int kStartTimeoutMs = 30'000;

// Any free port on loopback, printed once it listens; standard input closes when the test ends or
// dies.
constexpr const char* kProgram = R"js(
const mock = require(process.argv[1]);
const server = require("http").createServer(mock.createExpressApp());
server.listen(0, "127.0.0.1", () => console.log("port " + server.address().port));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
)js";

} // namespace

StripeMock::StripeMock()
    : m_process(std::make_unique<QProcess>())
{}

StripeMock::~StripeMock()
{
    m_process->closeWriteChannel();
    if (!m_process->waitForFinished(5'000)) {
        m_process->kill();
        m_process->waitForFinished(5'000);
    }
}

std::unique_ptr<StripeMock> StripeMock::start(std::string& whyNot)
{
    const QString node = QStandardPaths::findExecutable(QStringLiteral("node"));
    if (node.isEmpty()) {
        whyNot = "node is not installed";
        return nullptr;
    }
    const QString fallback = QString::fromUtf8(ONCEOVER_SOURCE_DIR "/build/npm");
    const QString root = qEnvironmentVariable("ONCEOVER_NPM_DIR", fallback);
    const QString package = root + QStringLiteral("/node_modules/stripe-stateful-mock");
    if (!QFileInfo::exists(package)) {
        whyNot = "stripe-stateful-mock is not installed in " + root.toStdString()
                 + "; tests/run installs it";
        return nullptr;
    }
    std::unique_ptr<StripeMock> mock(new StripeMock);
    QProcess& process = *mock->m_process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(node, {QStringLiteral("-e"), QString::fromUtf8(kProgram), package});
    while (!process.canReadLine()) {
        if (!process.waitForReadyRead(kStartTimeoutMs)) {
            whyNot = "stripe-stateful-mock did not start";
            return nullptr;
        }
    }
    const std::string line = QString::fromUtf8(process.readLine()).trimmed().toStdString();
    mock->m_baseUrl = "http://127.0.0.1:" + line.substr(line.find(' ') + 1);
    setenv("ONCEOVER_STRIPE_KEY", "sk_test_onceover", 1);
    return mock;
}

std::string StripeMock::profileText() const
{
    auto document = nlohmann::ordered_json::parse(shippedProfileText("stripe"));
    document["base_url"] = m_baseUrl;
    auto& times = document["times"];
    times["visibility_lag_ms"] = 0;
    times["longest_processing_ms"] = 100;
    times["answer_timeout_ms"] = 5'000;
    times["query_timeout_ms"] = 5'000;
    times["retry_delay_ms"] = 100;
    times["look_delays_ms"] = {50, 200, 1'000};
    return document.dump();
}

HttpProfile StripeMock::profile() const
{
    auto profile = readProfile(profileText());
    if (!profile) {
        std::fprintf(stderr, "stripe profile: %s\n", profile.error().detail().c_str());
        std::abort();
    }
    return *profile;
}

} // namespace onceover
