// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/verify_command.h"

#include "app/core/site_command.h"
#include "backend/audit/record_check.h"
#include "backend/store/pg_audit_reader.h"

#include <algorithm>
#include <cstdint>

namespace onceover {

namespace {

constexpr const char* kLimits =
    "Seals and outside witnesses are not part of this version: a superuser of the database who "
    "rewrites whole chains to their ends is not detected.";

PgAuditReader::Sink sinkOf(RecordCheck& check)
{
    PgAuditReader::Sink sink;
    sink.chain = [&](const AuditChain& chain) {
        check.beginChain(chain);
    };
    sink.event = [&](const AuditEvent& event) {
        check.addEvent(event);
    };
    sink.chainsEnd = [&] {
        check.endChains();
    };
    sink.payment = [&](const std::string& id, const std::string& status) {
        check.addPayment(id, status);
    };
    sink.balance = [&](const std::string& account, const std::string& currency, std::int64_t sum) {
        check.addBalance(account, currency, sum);
    };
    sink.possible = [&](const std::string& currency, std::int64_t sum) {
        check.addPossible(currency, sum);
    };
    return sink;
}

void print(const AuditFinding& finding, Output& output)
{
    Json object;
    object["type"] = finding.isRemark ? "remark" : "finding";
    object["code"] = finding.code;
    object["subject_id"] = finding.subjectId.empty() ? Json() : Json(finding.subjectId);
    object["seq"] = finding.seq == 0 ? Json() : Json(finding.seq);
    object["message"] = finding.detail;
    output.line(
        object,
        finding.code + (finding.subjectId.empty() ? "" : " " + finding.subjectId)
            + (finding.seq == 0 ? "" : " event " + std::to_string(finding.seq)) + ": "
            + finding.detail);
}

ExitCode verify(const ConnectionSettings& settings, Output& output)
{
    RecordCheck check;
    PgAuditReader reader(settings);
    const auto read = reader.readAll(sinkOf(check));
    if (read)
        check.finish();
    for (const AuditFinding& finding : check.findings())
        print(finding, output);
    Json object;
    object["type"] = "verification";
    object["result"] = toText(check.status());
    object["chains"] = check.chainCount();
    object["events"] = check.eventCount();
    object["payments"] = check.paymentCount();
    const auto remarks = std::count_if(
        check.findings().begin(), check.findings().end(), [](const AuditFinding& finding) {
            return finding.isRemark;
        });
    const auto findings = static_cast<std::int64_t>(check.findings().size()) - remarks;
    object["findings"] = findings;
    object["remarks"] = remarks;
    object["complete"] = read.has_value();
    object["limits"] = kLimits;
    output.line(
        object,
        std::string(toText(check.status())) + ": " + std::to_string(check.eventCount())
            + " events in " + std::to_string(check.chainCount()) + " chains, "
            + std::to_string(check.paymentCount()) + " payments, " + std::to_string(findings)
            + " findings, " + std::to_string(remarks) + " remarks. " + kLimits);
    if (check.status() == RecordCheck::Status::Fail)
        return ExitCode::Refused;
    return read ? ExitCode::Done : output.failure(read.error());
}

} // namespace

std::string_view VerifyCommand::summary() const
{
    return "check the record without trusting what the database says of it";
}

std::string_view VerifyCommand::help() const
{
    return "verify [--as LOGIN] [--dir DIR | --connection FILE] [--json]";
}

ExitCode VerifyCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue = {"--as"};
    return runOnSite(
        *this, line, words, streams, [](Site& site, const Arguments& arguments, Output& output) {
            const auto person = arguments.value("--as");
            const auto settings = person ? site.person(*person) : site.machine(MachineKind::Reader);
            if (!settings)
                return output.failure(settings.error());
            return verify(*settings, output);
        });
}

} // namespace onceover
