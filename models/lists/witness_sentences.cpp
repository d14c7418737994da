// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lists/witness_sentences.h"

#include "models/text/decision_text.h"
#include "models/text/time_text.h"
#include "models/text/untrusted_text.h"

namespace onceover {

namespace {

constexpr int kLongestName = 40;
constexpr int kShownNames = 3;

QString nameOf(const CoreRow& core)
{
    return UntrustedText::line(core.name, kLongestName);
}

QString placeOf(const CoreRow& core)
{
    return UntrustedText::line(core.host, kLongestName);
}

bool isAwaited(const CoreRow& core)
{
    return core.witnessState == QLatin1String("AWAITED");
}

} // namespace

QStringList WitnessSentences::missing(const DeskPulse& pulse)
{
    QStringList lines;
    for (const CoreRow& core : pulse.cores) {
        if (isAwaited(core))
            lines << tr("%1 on %2, last seen %3")
                         .arg(nameOf(core), placeOf(core), TimeText::dateTime(core.lastSeenUs));
    }
    return lines;
}

QString WitnessSentences::missingNames(const DeskPulse& pulse)
{
    QStringList names;
    for (const CoreRow& core : pulse.cores) {
        if (isAwaited(core))
            names << nameOf(core);
    }
    const auto more = names.size() - kShownNames;
    QString text = names.mid(0, kShownNames).join(QStringLiteral(", "));
    if (more > 0)
        text += QStringLiteral(" ") + tr("+%n more", nullptr, static_cast<int>(more));
    return text;
}

QStringList WitnessSentences::notAdmitted(const DeskPulse& pulse)
{
    QStringList lines;
    for (const CoreRow& core : pulse.cores) {
        if (core.witnessState == QLatin1String("NOT_ADMITTED"))
            lines << tr("%1 on %2 is new and claims nothing until two people have admitted it.")
                         .arg(nameOf(core), placeOf(core));
    }
    return lines;
}

QStringList WitnessSentences::proposals(const DeskPulse& pulse)
{
    QStringList lines;
    for (const CoreRow& core : pulse.cores) {
        if (core.openDecisionId.isEmpty())
            continue;
        lines << tr("Proposed by %1 for %2: %3. A second person approves decision %4.")
                     .arg(
                         UntrustedText::line(core.openProposedBy, kLongestName),
                         nameOf(core),
                         DecisionText::kind(core.openDecisionKind),
                         core.openDecisionId);
    }
    return lines;
}

QStringList WitnessSentences::everything(const DeskPulse& pulse)
{
    QStringList lines;
    if (pulse.incarnationState == QLatin1String("CHECKING")) {
        lines << tr("The database was restarted. Nothing moves until every core has found its "
                    "journal in it; evidence is still stored.");
        const QStringList awaited = missing(pulse);
        if (!awaited.isEmpty()) {
            lines << tr("Missing:") << awaited;
            lines << tr("Start the cores that are missing: the check ends by itself. A core that "
                        "cannot come is excused by two people, by name: one with onceover-core "
                        "desk propose-core, the other with desk approve.");
        } else {
            lines << tr("Nobody is missing, but no core has looked yet: start one that was "
                        "admitted.");
        }
    }
    lines << notAdmitted(pulse) << proposals(pulse);
    return lines;
}

} // namespace onceover
