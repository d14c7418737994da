// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/engine/witness_step.h"

#include <algorithm>

namespace onceover {

namespace {

constexpr std::size_t kBatch = 1000;
// Asked for beside what the database has not heard of: where single tables were restored, the
// database's own count of the journal is not back with them, but their newest rows are.
constexpr std::size_t kNewest = 2000;

// The same installation, and further on: re-armed, or on a later timeline of the same server.
bool isLater(const ServerMark& mark, const ServerMark& known)
{
    return mark.epoch > known.epoch
           || (mark.epoch == known.epoch && mark.systemIdentifier == known.systemIdentifier
               && mark.timeline > known.timeline);
}

Error held(const ServerCheck& check)
{
    if (check.state == FenceState::Fenced)
        return Error::notHappened(
            "fence.not_armed",
            "The database is fenced: nothing is accepted, sent or decided, and this version cannot "
            "arm it again ("
                + check.why + ").");
    if (check.isRetired)
        return Error::notHappened(
            "core.retired", "This core was retired by two people; it claims nothing any more.");
    if (!check.isAdmitted)
        return Error::notHappened(
            "core.not_admitted",
            "This core is new to the database and claims nothing until two people have admitted "
            "it.");
    return Error::notHappened(
        "fence.checking",
        "The database was restarted; nothing moves until every core has found its journal in it. "
        "Awaited: "
            + check.awaited + ".");
}

} // namespace

Result<std::optional<Error>> WitnessStep::run()
{
    auto check = m_parts.store.beginCheck(m_parts.core, m_parts.journal.recordCount());
    if (!check)
        return Failure(check.error());
    if (auto compared = compare(check->mark); !compared)
        return Failure(compared.error());
    if (check->state != FenceState::Fenced
        && (!check->isProven || m_provenSession != check->session)) {
        if (auto proven = prove(*check); !proven)
            return Failure(proven.error());
        m_provenSession = check->session;
        // This may have been the last proof that was awaited.
        check = m_parts.store.beginCheck(m_parts.core, m_parts.journal.recordCount());
        if (!check)
            return Failure(check.error());
    }
    if (check->state == FenceState::Armed && check->isAdmitted)
        return std::optional<Error>();
    return std::optional<Error>(held(*check));
}

// A core never goes back: of two primaries, or of a database and its older copy, it keeps to the
// later one, whatever the other says of itself.
Result<void> WitnessStep::compare(const ServerMark& mark)
{
    const auto known = m_parts.journal.server();
    if (known && known->tenant != mark.tenant)
        return Failure(Error::notHappened(
            "core.other_installation",
            "This journal belongs to another installation; the core works on that one alone."));
    if (known && isLater(*known, mark))
        return Failure(Error::notHappened(
            "fence.older_server",
            "This core has worked on a later server (timeline " + known->timeline + ", epoch "
                + std::to_string(known->epoch) + ") than this one (timeline " + mark.timeline
                + ", epoch " + std::to_string(mark.epoch) + "); it does not go back."));
    // A journal that cannot take it claims nothing either, and its results are still wanted.
    if (!m_parts.journal.isPoisoned() && (!known || isLater(mark, *known)))
        static_cast<void>(m_parts.journal.rememberServer(mark));
    return {};
}

Result<void> WitnessStep::prove(const ServerCheck& check)
{
    const auto witnesses = m_parts.journal.witnesses(check.knownRecords, kNewest);
    for (std::size_t first = 0; first < witnesses.size(); first += kBatch) {
        const auto begin = witnesses.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end =
            begin + static_cast<std::ptrdiff_t>(std::min(kBatch, witnesses.size() - first));
        const auto missing = m_parts.store.findMissing(m_parts.core, {begin, end});
        if (!missing)
            return Failure(missing.error());
        if (!missing->empty())
            return Failure(Error::notHappened(
                "fence.witness",
                "The journal of core " + m_parts.core.name + " holds "
                    + std::to_string(missing->size())
                    + " attempts that the database lacks or has otherwise; it was rolled back. "
                      "Attempt "
                    + missing->front().attemptId.toText() + ": " + missing->front().finding + "."));
    }
    return m_parts.store.finishCheck(
        m_parts.core, check.startedAtUs, m_parts.journal.recordCount());
}

} // namespace onceover
