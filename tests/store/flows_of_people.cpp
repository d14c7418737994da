// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/flows.h"

namespace onceover {

namespace {

constexpr const char* kSameKey = R"({"generation":"same"})";
constexpr const char* kNewKey = R"({"generation":"new"})";

// Sent, its answer lost, taken by a person.
std::string reviewed(FlowWorld& w, int& attempt)
{
    const std::string payment = w.begin();
    attempt = w.call(payment);
    w.answer(attempt, "UNKNOWN");
    w.takeCase(payment);
    return payment;
}

} // namespace

std::vector<Flow> peopleFlows()
{
    return {
        {"sent again under a new key",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.decide(p, "RESEND", kNewKey);
             w.answer(w.call(p), "SUCCEEDED", "ch");
             w.show(p, "old");
             w.judge(p, "HAPPENED");
         }},
        {"sent again under the same key, counted once",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.decide(p, "RESEND", kSameKey);
             w.answer(w.call(p), "SUCCEEDED", "ch");
         }},
        {"sent again under the same key, refused",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.decide(p, "RESEND", kSameKey);
             const int b = w.call(p);
             w.answer(b, "REJECTED_FINAL");
             w.absent(p, a);
             w.judge(p, "NOT_HAPPENED");
             w.retry(p);
         }},
        {"sent again while the first is open",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p, 0);
             mustRun(
                 w.core,
                 "select onceover.expire_leases($1, 100)",
                 Params().uuid(StoreFixture::coreId(1)));
             w.takeCase(p);
             w.decide(p, "RESEND", kNewKey);
             w.decide(p, "RESEND", R"({"generation":"new","close_open_attempts":true})");
             w.answer(w.call(p), "REJECTED_FINAL");
             w.answer(a, "REJECTED_FINAL");
             w.judge(p, "NOT_HAPPENED");
             w.retry(p);
         }},
        {"resend called off",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.decide(p, "RESEND", kNewKey);
             w.decide(p, "CANCEL");
         }},
        {"rejected with proof",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.absent(p, a);
             w.decide(p, "REJECT");
             w.retry(p);
         }},
        {"rejected without proof, then the charge is shown",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.decide(p, "REJECT");
             w.show(p, "ch");
             w.decide(p, "CONFIRM");
         }},
        {"rejected without proof, reopened",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.decide(p, "REJECT");
             w.takeCase(p);
             w.takeCase(p, "REOPEN");
             w.decide(p, "REJECT");
         }},
        {"confirmed without a record, then absent",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.decide(p, "CONFIRM");
             w.absent(p, a);
         }},
        {"confirmed without a record, then on the statement",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.decide(p, "CONFIRM");
             w.bankLine(p, 1250);
         }},
        {"confirmed by the bank's line",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.bankLine(p, 1250);
             w.decide(p, "CONFIRM");
         }},
        {"a twin is held, released and sent",
         [](FlowWorld& w) {
             w.begin("card", "Twin");
             const std::string p = w.begin("card", "Twin");
             w.decide(p, "RELEASE");
             w.answer(w.call(p), "SUCCEEDED", "ch");
         }},
        {"a twin is held and cancelled",
         [](FlowWorld& w) {
             w.begin("card", "Other twin");
             const std::string p = w.begin("card", "Other twin");
             w.takeCase(p);
             w.decide(p, "CANCEL");
             w.call(w.begin());
         }},
        {"proposed, and new evidence comes",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.say("propose", w.propose(w.liwei, w.freshId(), p, "REJECT"));
             w.absent(p, a);
             w.judge(p, "NOT_HAPPENED");
         }},
        {"proposed, and nobody approves in time",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             const std::string decision = w.freshId();
             w.say("propose", w.propose(w.liwei, decision, p, "REJECT"));
             w.alterProposal(decision, "expires_at = clock_timestamp()");
             w.say("approve", w.approve(w.ana, decision));
             w.endOverdue();
         }},
        {"proposed and withdrawn",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             const std::string decision = w.freshId();
             w.say("propose", w.propose(w.liwei, decision, p, "REJECT"));
             w.say("withdraw", w.withdraw(w.liwei, w.freshId(), decision));
             w.say("withdraw", w.withdraw(w.liwei, w.freshId(), decision));
         }},
        {"resend against a charge, a part, a contradiction",
         [](FlowWorld& w) {
             int a = 0;
             const std::string p = reviewed(w, a);
             w.show(p, "ch");
             w.decide(p, "RESEND", kNewKey);
             const std::string q = reviewed(w, a);
             w.show(q, "part", 500);
             w.decide(q, "RESEND", kNewKey);
             w.decide(q, "REJECT");
         }},
    };
}

std::vector<Flow> allFlows()
{
    std::vector<Flow> all = machineFlows();
    for (const Flow& flow : peopleFlows()) {
        all.push_back(flow);
    }
    return all;
}

} // namespace onceover
