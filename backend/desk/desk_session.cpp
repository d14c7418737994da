// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/desk/desk_session.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace onceover {

namespace {

struct Malformed
{
    std::string code;
    std::string detail;
};

bool isBlank(std::string_view text)
{
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

std::size_t codePoints(std::string_view text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

bool isDigest(std::string_view text)
{
    return text.size() == 64
           && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool isListed(const std::vector<std::string_view>& codes, std::string_view code)
{
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

std::optional<Malformed> checkNote(std::string_view note, bool isNeeded)
{
    if (isNeeded && isBlank(note)) {
        return Malformed{"note.missing", "The command needs a note in words."};
    }
    if (codePoints(note) > kMaxNoteLength) {
        return Malformed{"note.too_long", "The note is longer than 4096 characters."};
    }
    if (note.find('\0') != std::string_view::npos) {
        return Malformed{"note.invalid", "The note holds a character that no text has."};
    }
    return std::nullopt;
}

std::optional<Malformed> check(const Proposal& proposal)
{
    if (!isListed(reasonCodes(proposal.kind), proposal.reasonCode)) {
        return Malformed{"reason.unknown", "The reason code does not belong to this decision."};
    }
    if (!isDigest(proposal.digest)) {
        return Malformed{"digest.invalid", "The digest is not a SHA-256 in hexadecimal."};
    }
    if (proposal.resend.has_value() != (proposal.kind == DecisionKind::Resend)) {
        return Malformed{"options.invalid", "A resend says which key it uses; nothing else does."};
    }
    return checkNote(proposal.note, true);
}

std::optional<Malformed> check(const ProfileProposal& proposal)
{
    if (proposal.body.find('\0') != std::string::npos) {
        return Malformed{"profile.invalid", "The profile is not a text."};
    }
    return checkNote(proposal.note, true);
}

std::optional<Malformed> check(const MatchRulesProposal& proposal)
{
    return checkNote(proposal.note, true);
}

std::optional<Malformed> check(const CoreProposal& proposal)
{
    if (!isListed(reasonCodes(proposal.kind), proposal.reasonCode)) {
        return Malformed{"reason.unknown", "The reason code does not belong to this decision."};
    }
    if (!isDigest(proposal.digest)) {
        return Malformed{"digest.invalid", "The digest is not a SHA-256 in hexadecimal."};
    }
    return checkNote(proposal.note, true);
}

std::optional<Malformed> check(const UploadProposal& proposal)
{
    if (!isListed(acceptFileReasonCodes(), proposal.reasonCode)) {
        return Malformed{"reason.unknown", "The reason code does not belong to this decision."};
    }
    if (!isDigest(proposal.digest)) {
        return Malformed{"digest.invalid", "The digest is not a SHA-256 in hexadecimal."};
    }
    return checkNote(proposal.note, true);
}

std::optional<Malformed> check(const Approval& approval)
{
    if (!isDigest(approval.digest)) {
        return Malformed{"digest.invalid", "The digest is not a SHA-256 in hexadecimal."};
    }
    return std::nullopt;
}

std::optional<Malformed> check(const Withdrawal& withdrawal)
{
    return checkNote(withdrawal.why, true);
}

std::optional<Malformed> check(const Take& take)
{
    if (!isListed(takeReasonCodes(), take.reasonCode)) {
        return Malformed{"reason.unknown", "The reason code does not belong to taking a case."};
    }
    return checkNote(take.note, take.reasonCode != "WORKING");
}

std::optional<Malformed> check(const EndTake&)
{
    return std::nullopt;
}

std::optional<Malformed> check(const Deferral& deferral)
{
    if (!isListed(deferReasonCodes(), deferral.reasonCode)) {
        return Malformed{"reason.unknown", "The reason code does not belong to deferring a case."};
    }
    return checkNote(deferral.note, false);
}

std::optional<Malformed> check(const Enquiry& enquiry)
{
    return checkNote(enquiry.note, true);
}

std::optional<Malformed> check(const CaseNote& note)
{
    return checkNote(note.note, true);
}

CommandAnswer toAnswer(Result<CommandAnswer> result)
{
    if (result) {
        return *std::move(result);
    }
    CommandAnswer answer;
    answer.outcome = result.error().effect() == Effect::None ? CommandAnswer::Outcome::Refused
                                                             : CommandAnswer::Outcome::Unknown;
    answer.code = result.error().code();
    answer.detail = result.error().detail();
    return answer;
}

} // namespace

DeskSession::DeskSession(std::unique_ptr<DeskStore> store)
    : m_store(std::move(store))
{}

CommandAnswer DeskSession::run(const DeskCommand& command)
{
    const auto malformed = std::visit([](const auto& one) { return check(one); }, command);
    if (malformed) {
        return toAnswer(Failure(Error::notHappened(malformed->code, malformed->detail)));
    }
    return toAnswer(m_store->run(command));
}

CommandAnswer DeskSession::propose(const Proposal& proposal)
{
    return run(proposal);
}

CommandAnswer DeskSession::proposeProfile(const ProfileProposal& proposal)
{
    return run(proposal);
}

CommandAnswer DeskSession::proposeMatchRules(const MatchRulesProposal& proposal)
{
    return run(proposal);
}

CommandAnswer DeskSession::proposeCore(const CoreProposal& proposal)
{
    return run(proposal);
}

CommandAnswer DeskSession::proposeUpload(const UploadProposal& proposal)
{
    return run(proposal);
}

CommandAnswer DeskSession::approve(const Approval& approval)
{
    return run(approval);
}

CommandAnswer DeskSession::withdraw(const Withdrawal& withdrawal)
{
    return run(withdrawal);
}

CommandAnswer DeskSession::take(const Take& take)
{
    return run(take);
}

CommandAnswer DeskSession::endTake(const EndTake& endTake)
{
    return run(endTake);
}

CommandAnswer DeskSession::defer(const Deferral& deferral)
{
    return run(deferral);
}

CommandAnswer DeskSession::enquire(const Enquiry& enquiry)
{
    return run(enquiry);
}

CommandAnswer DeskSession::addNote(const CaseNote& note)
{
    return run(note);
}

CommandAnswer DeskSession::readCommand(const Uuid& commandId)
{
    CommandAnswer answer = toAnswer(m_store->readCommand(commandId));
    // Reading changes nothing about the command: only the store's own word that it is void ends the
    // doubt, never a failure to read.
    if (answer.outcome == CommandAnswer::Outcome::Refused && answer.code != "command.void") {
        answer.outcome = CommandAnswer::Outcome::Unknown;
    }
    return answer;
}

CommandAnswer DeskSession::readDecision(const Uuid& decisionId)
{
    return readCommand(decisionId);
}

} // namespace onceover
