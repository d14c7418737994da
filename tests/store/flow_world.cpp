// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/flows.h"

namespace onceover {

namespace {

constexpr const char* kBoot = "00000000-0000-7000-b000-000000000001";

// A look is asked for a moment later than the answer: what is due within seconds is due.
constexpr const char* kPayment =
    "select 'payment ' || concat_ws(' ', status, unknown_reason, review_reason, failure_kind) || ' "
    "basis ' || coalesce(basis, '-')"
    " || ' finality ' || coalesce(finality, '-') || ' confirmed ' || "
    "coalesce(confirmed_amount_minor::text, '-') || ' hold '"
    " || coalesce(hold_reason, '-') || ' v' || version || ' e' || evidence_version || ' g' || "
    "generation"
    " || case when was_in_review then ' reviewed' else '' end || case when has_contradiction then "
    "' contradicted' else '' end"
    " || case when taken_by is null then '' else ' taken' end || ' look '"
    " || case when next_look_at is null then 'never' when next_look_at <= clock_timestamp() + "
    "interval '10 s' then "
    "'due' else 'later' end"
    " || ' looks ' || look_count || case when exhausted_at is null then '' else ' exhausted' end "
    "from onceover.payments p where payment_id = $1::text::uuid";

// Each a list of lines, in the order of what they tell.
constexpr const char* kFacts[] = {
    "select string_agg('permit ' || m.ordinal || ' ' || m.ground || ' g' || m.generation || ' ' || "
    "split_part(m.ground_ref, ':', 1)"
    " || case when m.shares_fate then ' shares' else '' end || ' e' || m.evidence_version || ' '"
    " || coalesce(u.used_as || ' ' || u.reason, 'open') || case when m.not_before is null then '' "
    "else ' not before' end, E'\\n' order by m.ordinal)"
    " from onceover.permits m left join onceover.permit_uses u using (permit_id) where "
    "m.payment_id = $1::text::uuid",
    "select string_agg('attempt ' || m.ordinal || ' ' || f.fate || ' by ' || "
    "coalesce(f.fate_basis, '-') || ' closed ' || coalesce(f.closed_by, '-')"
    " || ' ' || coalesce(c.how, '-') || case when c.proves_not_sent then ' not sent' else '' end "
    "|| ' in ' || coalesce(f.account, '-')"
    " || ' answer ' || coalesce(r.answer, '-') || case when exists (select from "
    "onceover.ready_calls y where y.attempt_id = a.attempt_id) then ' ready' else '' end,"
    " E'\\n' order by m.ordinal) from onceover.attempts a join onceover.permits m using "
    "(permit_id) join onceover.attempt_fates f on f.attempt_id = a.attempt_id"
    " left join onceover.closures c on c.attempt_id = a.attempt_id left join onceover.results r on "
    "r.attempt_id = a.attempt_id where a.payment_id = $1::text::uuid",
    "select string_agg('evidence ' || e.source || ' ' || e.kind || ' ' || e.state || ' ' || "
    "e.reason || case when e.is_material then ' material' else '' end"
    " || case when e.proves_absence then ' proves absence' else '' end || ' e' || "
    "e.evidence_version"
    " || coalesce(' of attempt ' || (select m.ordinal from onceover.attempts a join "
    "onceover.permits m using (permit_id) where a.attempt_id = e.attempt_id), '')"
    " || case when e.record_id is null then '' else ' with record' end, E'\\n' order by "
    "e.recorded_at, e.evidence_id) from onceover.evidence e where e.payment_id = $1::text::uuid",
    "select string_agg('record ' || o.layer || ' ' || o.role || ' ' || r.amount_minor, E'\\n' "
    "order by o.linked_at)"
    " from onceover.record_owners o join onceover.records r using (record_id) where o.payment_id = "
    "$1::text::uuid",
    "select string_agg('candidate ' || r.layer || ' ' || r.amount_minor || ' ' || c.fields::text "
    "|| ' e' || c.evidence_version, E'\\n' order by c.found_at)"
    " from onceover.candidates c join onceover.records r using (record_id) where c.payment_id = "
    "$1::text::uuid",
    "select string_agg('contradiction ' || kind || case when evidence_id is null then '' else ' of "
    "evidence' end, E'\\n' order by opened_at, kind)"
    " from onceover.contradictions where payment_id = $1::text::uuid",
    "select string_agg('proposal ' || q.kind || ' people ' || q.people_needed || ' ' || "
    "coalesce(e.ended_as || ' ' || e.why, 'open'), E'\\n' order by q.proposed_at)"
    " from onceover.proposals q left join onceover.proposal_ends e using (decision_id) where "
    "q.payment_id = $1::text::uuid",
    "select string_agg('event ' || kind || ' ' || actor || case when from_account = '' then '' "
    "else ' ' || from_account || ' > ' || to_account || ' ' || amount_minor || ' ' || currency end"
    " || case when kind = 'STATUS_CHANGED' then ' ' || (body::jsonb ->> 'from') || ' > ' || "
    "(body::jsonb ->> 'to') || coalesce(' ' || (body::jsonb ->> 'reason'), '') else '' end,"
    " E'\\n' order by seq) from onceover.events where subject_id = $1::text::uuid"};

} // namespace

FlowWorld::FlowWorld(StoreFixture& fixture)
    : DeskWorld(fixture)
{
    runAsOwner("insert into onceover.amount_classes values ('EUR', 1000)");
}

void FlowWorld::openFlow()
{
    ++m_flow;
    m_payments.clear();
    m_account.clear();
    // What one person decided alone before does not count for the next flow.
    runAsOwner("alter table onceover.proposals disable trigger append_only");
    runAsOwner("update onceover.proposals set proposed_at = proposed_at - interval '26 hours'");
    runAsOwner("alter table onceover.proposals enable always trigger append_only");
}

std::string FlowWorld::closeFlow()
{
    for (const std::string& payment : m_payments) {
        m_account += summary(payment);
    }
    return m_account;
}

std::string FlowWorld::summary(const std::string& payment)
{
    std::string text = scalar(kPayment, Params().text(payment)) + "\n";
    for (const char* sql : kFacts) {
        const std::string lines = scalar(sql, Params().text(payment));
        text += lines.empty() ? lines : lines + "\n";
    }
    return text;
}

void FlowWorld::say(const std::string& step, const std::string& answer)
{
    std::string line = "- " + step + (answer.empty() ? std::string() : ": " + answer);
    // Answers of two parts may lack the second.
    line.erase(line.find_last_not_of(' ') + 1);
    m_account += line + "\n";
}

std::string FlowWorld::begin(const std::string& provider, const std::string& payee)
{
    const std::string key =
        "flow" + std::to_string(m_flow) + "-" + std::to_string(m_payments.size());
    const std::string payment =
        accept(key, provider, 1250, payee.empty() ? payee : payee + std::to_string(m_flow));
    m_payments.push_back(payment);
    return payment;
}

int FlowWorld::call(const std::string& payment, int leaseMs)
{
    return send(payment, leaseMs);
}

void FlowWorld::ready(int attempt)
{
    say("ready",
        codeOf(
            core,
            "select onceover.ready_to_call($1, $2, 1, 'body')",
            Params().uuid(StoreFixture::coreId(1)).uuid(StoreFixture::attemptId(attempt))));
}

void FlowWorld::answer(int attempt, const std::string& answer, const std::string& providerId)
{
    const std::string id = providerId.empty() ? providerId : providerId + std::to_string(m_flow);
    say(answer, record(attempt, answer, id, answer == "NOT_SENT" ? 0 : 100));
}

void FlowWorld::abandonAttempt(int attempt, bool wasCalled)
{
    say("abandon",
        *mustRun(
             core,
             "select onceover.abandon($1, $2, $3, $4::text::boolean, 'x') as status",
             Params()
                 .uuid(StoreFixture::coreId(1))
                 .uuid(StoreFixture::attemptId(attempt))
                 .text(kBoot)
                 .text(wasCalled ? "true" : "false"))[0]
             .text("status"));
}

void FlowWorld::show(
    const std::string& payment, const std::string& id, std::int64_t amountMinor, int generation)
{
    std::string record = charge(id + std::to_string(m_flow), amountMinor, reference(payment));
    if (generation != 1) {
        record.replace(record.rfind("-1"), 2, "-" + std::to_string(generation));
    }
    say("shown " + id, evidence(payment, "FOUND", record));
}

void FlowWorld::tell(const std::string& payment, const std::string& kind, const std::string& state)
{
    say(kind + " " + state, evidence(payment, kind, R"({"state":")" + state + R"("})"));
}

void FlowWorld::absent(const std::string& payment, int attempt)
{
    say("absent", absenceOf(payment, attempt));
}

void FlowWorld::judge(
    const std::string& payment, const std::string& verdict, const std::string& reason)
{
    say(verdict,
        codeOf(
            core,
            "select onceover.apply_verdict($1, $2::text::uuid, $3::text::bigint, $4, $5)",
            Params()
                .uuid(StoreFixture::coreId(1))
                .text(payment)
                .text(column(payment, "evidence_version"))
                .text(verdict)
                .text(reason)));
}

void FlowWorld::retry(const std::string& payment)
{
    const std::string offered =
        *mustRun(
             core,
             "select count(*)::text as n from onceover.payments_to_retry($1, 'card', 1000) r where "
             "r.payment_id = $2::text::uuid",
             Params().uuid(StoreFixture::coreId(1)).text(payment))[0]
             .text("n");
    say("retry, offered " + offered,
        *mustRun(
             core,
             "select case when onceover.grant_automatic($1, $2::text::uuid) is null then 'none' "
             "else 'permit' end as answer",
             Params().uuid(StoreFixture::coreId(1)).text(payment))[0]
             .text("answer"));
}

void FlowWorld::decide(
    const std::string& payment, const std::string& kind, const std::string& options)
{
    const std::string decision = freshId();
    say("propose " + kind, propose(liwei, decision, payment, kind, options));
    if (stateOf(decision) == "OPEN") {
        say("approve", approve(ana, decision));
    }
}

void FlowWorld::takeCase(const std::string& payment, const std::string& reason)
{
    say("take " + reason, take(liwei, payment, reason));
}

void FlowWorld::bankLine(
    const std::string& payment,
    std::int64_t amountMinor,
    const std::string& direction,
    bool isReversal)
{
    const std::string id = scalar("select gen_random_uuid()");
    const std::string line = "flow" + std::to_string(m_flow) + "-" + std::to_string(++m_lines);
    mustRun(
        ingest,
        "select onceover.store_import(jsonb_build_object('import_id', $1::text, 'sha256', "
        "$1::text, 'file_name', 'f', 'format', "
        "'camt.053', 'byte_count', 1))",
        Params().text(id));
    mustRun(
        ingest,
        "select onceover.store_import_statement($1::text::uuid, "
        "jsonb_build_object('statement_row_id', $1::text, 'ordinal', 1, "
        "'account', 'A', 'currency', 'EUR', 'credits_minor', 0, 'debits_minor', 0, 'entry_count', "
        "1, 'content_sha256', $1::text))",
        Params().text(id));
    mustRun(
        ingest,
        "select onceover.store_import_records($1::text::uuid, $1::text::uuid, "
        "jsonb_build_array(jsonb_build_object('record_id', "
        "$1::text, 'external_id', $2::text, 'amount_minor', $3::bigint, 'currency', 'EUR', "
        "'direction', $4::text, 'state', 'BOOKED', "
        "'reference', $5::text, 'is_reversal', $6::text::boolean, 'ordinal', 1)))",
        Params()
            .text(id)
            .text(line)
            .int64(amountMinor)
            .text(direction)
            .text(reference(payment))
            .text(isReversal ? "true" : "false"));
    say("bank " + std::to_string(amountMinor) + " " + direction,
        *mustRun(
             ingest,
             "select linked || ' linked ' || candidates || ' candidates ' || unmatched || ' "
             "unmatched' as answer from "
             "onceover.link_import($1::text::uuid)",
             Params().text(id))[0]
             .text("answer"));
}

void FlowWorld::endOverdue()
{
    say("ended",
        *mustRun(
             core,
             "select onceover.end_overdue($1, 1000)::text as n",
             Params().uuid(StoreFixture::coreId(1)))[0]
             .text("n"));
}

void FlowWorld::asOwner(const std::string& sql)
{
    runAsOwner(sql);
}

} // namespace onceover
