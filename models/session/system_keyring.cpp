// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/session/system_keyring.h"

#include <QTimer>

#include <qt6keychain/keychain.h>

#include <memory>
#include <utility>

namespace onceover {

namespace {

const QString kService = QStringLiteral("org.onceover.Onceover");

KeyringAnswer answerOf(QKeychain::Job* job)
{
    KeyringAnswer answer;
    answer.why = job->errorString();
    if (job->error() == QKeychain::NoError) {
        answer.state = KeyringAnswer::State::Done;
        if (auto* reading = qobject_cast<QKeychain::ReadPasswordJob*>(job))
            answer.secret = reading->textData();
    } else if (job->error() == QKeychain::EntryNotFound) {
        answer.state = KeyringAnswer::State::Absent;
    }
    return answer;
}

} // namespace

SystemKeyring::SystemKeyring(int patienceMs, QObject* parent)
    : QObject(parent)
    , m_patienceMs(patienceMs)
{}

void SystemKeyring::read(const QString& profileId, Answered answered)
{
    run(new QKeychain::ReadPasswordJob(kService), profileId, std::move(answered));
}

void SystemKeyring::write(const QString& profileId, const QString& secret, Answered answered)
{
    auto* job = new QKeychain::WritePasswordJob(kService);
    job->setTextData(secret);
    run(job, profileId, std::move(answered));
}

void SystemKeyring::remove(const QString& profileId, Answered answered)
{
    run(new QKeychain::DeletePasswordJob(kService), profileId, std::move(answered));
}

void SystemKeyring::run(QKeychain::Job* job, const QString& profileId, Answered answered)
{
    // The first of answer and timer counts; a job can also finish twice.
    auto once = std::make_shared<Answered>(std::move(answered));
    const auto tell = [once](const KeyringAnswer& answer) {
        if (const Answered told = std::exchange(*once, nullptr))
            told(answer);
    };
    job->setAutoDelete(true);
    job->setInsecureFallback(false);
    job->setKey(profileId);
    connect(job, &QKeychain::Job::finished, this, [tell](QKeychain::Job* done) {
        tell(answerOf(done));
    });
    QTimer::singleShot(m_patienceMs, this, [tell] {
        KeyringAnswer late;
        late.why = QStringLiteral("the keyring did not answer in time");
        tell(late);
    });
    job->start();
}

} // namespace onceover
