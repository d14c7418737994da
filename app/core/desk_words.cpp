// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/desk_words.h"

#include "app/core/output.h"
#include "backend/matching/match_book_reader.h"

#include <charconv>
#include <fstream>
#include <iterator>

namespace onceover {

namespace {

Failure usage(std::string why)
{
    return Failure(Error::notHappened("usage.desk", std::move(why)));
}

Result<Uuid> idOf(const Arguments& arguments, IdSource& ids)
{
    const auto text = arguments.value("--id");
    if (!text)
        return ids.next();
    const auto id = Uuid::fromText(*text);
    if (!id)
        return usage("--id is no UUID");
    return *id;
}

Result<Uuid> decisionOf(const Arguments& arguments)
{
    const auto id = Uuid::fromText(arguments.value("--decision").value_or(""));
    if (!id)
        return usage("--decision names no decision");
    return *id;
}

Result<CaseKey> caseOf(const Arguments& arguments, PgReview& review)
{
    const auto wanted = arguments.value("--payment");
    if (!wanted)
        return usage("--payment names no payment");
    const auto key = review.caseKey(*wanted);
    if (!key)
        return Failure(key.error());
    if (!*key)
        return Failure(
            Error::notHappened("payment.unknown", "There is no payment " + *wanted + "."));
    return **key;
}

Result<DeskCommand> proposalOf(const Arguments& arguments, PgReview& review, IdSource& ids)
{
    Proposal proposal;
    const auto id = idOf(arguments, ids);
    if (!id)
        return Failure(id.error());
    proposal.decisionId = *id;
    const auto kind = decisionKindFromText(arguments.value("--kind").value_or(""));
    if (!kind)
        return usage("--kind is CONFIRM, REJECT, RESEND, RELEASE, CANCEL or HOLD");
    proposal.kind = *kind;
    if (*kind == DecisionKind::Resend) {
        const std::string generation = arguments.value("--generation").value_or("");
        if (generation != "same" && generation != "new")
            return usage("a resend needs --generation same or --generation new");
        proposal.resend = ResendOptions{
            generation == "new" ? ResendGeneration::New : ResendGeneration::Same,
            arguments.has("--close-open-attempts")};
    }
    const auto key = caseOf(arguments, review);
    if (!key)
        return Failure(key.error());
    proposal.paymentId = key->paymentId;
    const auto digest = arguments.value("--digest");
    const auto version = arguments.value("--version");
    if (!digest || !version)
        return usage(
            "a proposal names what its proposer saw, nothing was proposed: read \"onceover-core "
            "payment "
            + *arguments.value("--payment") + "\"; if those facts are the ground, add --digest "
            + key->digest + " --version " + std::to_string(key->version));
    proposal.digest = *digest;
    const auto read =
        std::from_chars(version->data(), version->data() + version->size(), proposal.version);
    if (read.ec != std::errc() || read.ptr != version->data() + version->size())
        return usage("--version is no number");
    proposal.reasonCode = arguments.value("--reason").value_or("");
    proposal.note = arguments.value("--note").value_or("");
    return DeskCommand(proposal);
}

Result<DeskCommand> profileProposalOf(const Arguments& arguments, IdSource& ids)
{
    const auto id = idOf(arguments, ids);
    if (!id)
        return Failure(id.error());
    const std::string file = arguments.value("--file").value_or("");
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return Failure(Error::notHappened("file.read", "\"" + file + "\" cannot be read."));
    ProfileProposal proposal;
    proposal.decisionId = *id;
    proposal.body.assign(std::istreambuf_iterator<char>(stream), {});
    const Json object = Json::parse(proposal.body, nullptr, false);
    const bool isNamed =
        object.is_object() && object.contains("name") && object["name"].is_string();
    proposal.provider = arguments.value("--provider")
                            .value_or(isNamed ? object["name"].get<std::string>() : std::string());
    proposal.note = arguments.value("--note").value_or("");
    return DeskCommand(proposal);
}

Result<DeskCommand> rulesProposalOf(const Arguments& arguments, IdSource& ids)
{
    const auto id = idOf(arguments, ids);
    if (!id)
        return Failure(id.error());
    const std::string file = arguments.value("--file").value_or("");
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return Failure(Error::notHappened("file.read", "\"" + file + "\" cannot be read."));
    MatchRulesProposal proposal;
    proposal.decisionId = *id;
    proposal.body.assign(std::istreambuf_iterator<char>(stream), {});
    // What no core could use is told to its author, not to the second person.
    if (const auto book = matchRuleBookFrom(proposal.body); !book)
        return Failure(book.error());
    proposal.note = arguments.value("--note").value_or("");
    return DeskCommand(proposal);
}

Result<DeskCommand> coreProposalOf(const Arguments& arguments, PgReview& review, IdSource& ids)
{
    const auto id = idOf(arguments, ids);
    if (!id)
        return Failure(id.error());
    const auto kind = coreDecisionKindFromText(arguments.value("--kind").value_or(""));
    if (!kind)
        return usage("--kind is ADMIT_CORE, EXCUSE_CORE or CLOSE_JOURNAL");
    const std::string wanted = arguments.value("--core").value_or("");
    const auto core = review.coreKey(wanted);
    if (!core)
        return Failure(core.error());
    const auto digest = arguments.value("--digest");
    if (!digest)
        return usage(
            "a proposal names what its proposer saw, nothing was proposed: read \"onceover-core "
            "status\"; if what it "
            "shows of the core is the ground, add --digest "
            + core->digest);
    return DeskCommand(CoreProposal{
        *id,
        core->coreId,
        *kind,
        arguments.value("--reason").value_or(""),
        arguments.value("--note").value_or(""),
        *digest});
}

Result<DeskCommand> uploadProposalOf(const Arguments& arguments, PgReview& review, IdSource& ids)
{
    const auto id = idOf(arguments, ids);
    if (!id)
        return Failure(id.error());
    const auto upload = review.uploadKey(arguments.value("--upload").value_or(""));
    if (!upload)
        return Failure(upload.error());
    const auto digest = arguments.value("--digest");
    if (!digest)
        return usage(
            "a proposal names what its proposer saw, nothing was proposed: read \"onceover-core "
            "files\"; if hash and coverage are the bank's, add --digest "
            + upload->digest);
    return DeskCommand(UploadProposal{
        *id,
        upload->uploadId,
        arguments.value("--reason").value_or(""),
        arguments.value("--note").value_or(""),
        *digest});
}

Result<DeskCommand> answerOf(const std::string& verb, const Arguments& arguments, IdSource& ids)
{
    const auto id = idOf(arguments, ids);
    if (!id)
        return Failure(id.error());
    const auto decision = decisionOf(arguments);
    if (!decision)
        return Failure(decision.error());
    if (verb == "withdraw")
        return DeskCommand(Withdrawal{*id, *decision, arguments.value("--why").value_or("")});
    const auto digest = arguments.value("--digest");
    if (!digest)
        return usage("an approval names the digest that the approver saw: --digest");
    return DeskCommand(Approval{*id, *decision, *digest});
}

} // namespace

Result<DeskCommand> deskCommandOf(
    const std::string& verb, const Arguments& arguments, PgReview& review, IdSource& ids)
{
    if (verb == "propose")
        return proposalOf(arguments, review, ids);
    if (verb == "propose-profile")
        return profileProposalOf(arguments, ids);
    if (verb == "propose-rules")
        return rulesProposalOf(arguments, ids);
    if (verb == "propose-core")
        return coreProposalOf(arguments, review, ids);
    if (verb == "propose-upload")
        return uploadProposalOf(arguments, review, ids);
    if (verb == "approve" || verb == "withdraw")
        return answerOf(verb, arguments, ids);
    const auto id = idOf(arguments, ids);
    if (!id)
        return Failure(id.error());
    const auto key = caseOf(arguments, review);
    if (!key)
        return Failure(key.error());
    const std::string reason = arguments.value("--reason").value_or("");
    const std::string note = arguments.value("--note").value_or("");
    if (verb == "take")
        return DeskCommand(Take{*id, key->paymentId, reason, note});
    if (verb == "end-take")
        return DeskCommand(EndTake{*id, key->paymentId});
    if (verb == "enquire")
        return DeskCommand(Enquiry{*id, key->paymentId, note});
    if (verb == "note")
        return DeskCommand(CaseNote{*id, key->paymentId, note});
    if (verb != "defer")
        return usage("there is no desk command \"" + verb + "\"");
    Deferral deferral{*id, key->paymentId, std::nullopt, reason, note};
    if (const auto until = arguments.value("--until")) {
        std::int64_t untilUs = 0;
        if (!parseRfc3339(*until, untilUs))
            return usage("--until is no time in RFC 3339");
        deferral.untilUs = untilUs;
    }
    return DeskCommand(deferral);
}

} // namespace onceover
