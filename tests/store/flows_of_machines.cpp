// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/flows.h"

namespace onceover {

std::vector<Flow> machineFlows()
{
    return {
        {"success, shown again, shown twice",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p);
             w.ready(a);
             w.ready(a);
             w.answer(a, "SUCCEEDED", "ch");
             w.show(p, "ch");
             w.show(p, "second");
             w.show(p, "second");
             w.judge(p, "HAPPENED");
         }},
        {"refused for good",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "REJECTED_FINAL");
             w.retry(p);
         }},
        {"refused for now, then paid",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "REJECTED_RETRYABLE");
             w.retry(p);
             w.retry(p);
             w.answer(w.call(p), "SUCCEEDED", "ch");
         }},
        {"never sent, as often as the profile allows",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             for (int round = 0; round < 3; ++round) {
                 w.answer(w.call(p), "NOT_SENT");
                 w.retry(p);
             }
         }},
        {"unknown, absent, sent again under the same key",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p);
             w.answer(a, "UNKNOWN");
             w.retry(p);
             w.judge(p, "NOT_HAPPENED");
             w.absent(p, a);
             w.absent(p, a);
             w.judge(p, "NOT_HAPPENED");
             w.retry(p);
             w.answer(w.call(p), "REJECTED_RETRYABLE");
             w.retry(p);
             w.answer(w.call(p), "SUCCEEDED", "ch");
         }},
        {"unknown, then the charge is shown",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "UNKNOWN");
             w.judge(p, "HAPPENED");
             w.show(p, "ch");
             w.judge(p, "HAPPENED");
         }},
        {"unknown, then declined",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "UNKNOWN");
             w.tell(p, "FOUND", "PROCESSING");
             w.judge(p, "PROCESSING");
             w.tell(p, "FOUND", "DECLINED");
             w.judge(p, "NOT_HAPPENED");
             w.retry(p);
         }},
        {"unknown for ever",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "UNKNOWN");
             w.judge(p, "WAIT");
             w.tell(p, "INCONCLUSIVE", "");
             w.judge(p, "EXHAUSTED");
             w.judge(p, "EXHAUSTED");
             w.retry(p);
         }},
        {"unknown, a part is shown",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "UNKNOWN");
             w.show(p, "part", 500);
             w.judge(p, "HAPPENED");
             w.judge(p, "AMBIGUOUS", "PARTIAL");
         }},
        {"the lease ends, the answer comes late",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p, 0);
             mustRun(
                 w.core,
                 "select onceover.expire_leases($1, 100)",
                 Params().uuid(StoreFixture::coreId(1)));
             w.ready(a);
             w.judge(p, "NOT_HAPPENED");
             w.answer(a, "SUCCEEDED", "ch");
             w.judge(p, "HAPPENED");
         }},
        {"the lease ends, a refusal comes late",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p, 0);
             mustRun(
                 w.core,
                 "select onceover.expire_leases($1, 100)",
                 Params().uuid(StoreFixture::coreId(1)));
             w.answer(a, "REJECTED_FINAL");
             w.judge(p, "NOT_HAPPENED");
         }},
        {"the lease is over, and nobody has said so",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p, 0);
             w.ready(a);
             w.abandonAttempt(a, false);
         }},
        {"given back before the call",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p);
             w.abandonAttempt(a, false);
             w.abandonAttempt(a, false);
             w.retry(p);
         }},
        {"given back after the call",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p);
             w.ready(a);
             w.abandonAttempt(a, true);
             w.absent(p, a);
             w.judge(p, "NOT_HAPPENED");
         }},
        {"answered success, not listed",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p);
             w.answer(a, "SUCCEEDED", "ch");
             w.absent(p, a);
             w.absent(p, a);
         }},
        {"answered success, declined in the list",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "SUCCEEDED", "ch");
             w.tell(p, "FOUND", "DECLINED");
         }},
        {"shown while it was called, then refused",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             const int a = w.call(p);
             w.show(p, "ch");
             w.answer(a, "REJECTED_FINAL");
         }},
        {"failed, then shown",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "REJECTED_FINAL");
             w.show(p, "ch");
             w.judge(p, "HAPPENED");
         }},
        {"failed, then another amount is shown",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "REJECTED_RETRYABLE");
             w.show(p, "part", 500);
             w.retry(p);
         }},
        {"the same charge with another amount",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "SUCCEEDED", "ch");
             w.show(p, "ch", 900);
             w.show(p, "ch", 900);
         }},
        {"shown before anything was sent",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.show(p, "ch");
             w.judge(p, "HAPPENED");
         }},
        {"the bank shows it, and shows it again",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "UNKNOWN");
             w.bankLine(p, 1250);
             w.judge(p, "HAPPENED");
             w.bankLine(p, 1250);
         }},
        {"the bank shows another amount",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "SUCCEEDED", "ch");
             w.bankLine(p, 1000);
         }},
        {"paid, and sent back by the bank",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.answer(w.call(p), "SUCCEEDED", "ch");
             w.bankLine(p, 1250);
             w.bankLine(p, 1250, "IN");
             w.bankLine(p, 1250, "OUT", true);
         }},
        {"too late to send",
         [](FlowWorld& w) {
             const std::string p = w.begin();
             w.asOwner("alter table onceover.payments disable trigger guard_payment");
             w.asOwner(
                 "update onceover.payments set send_before = clock_timestamp() where payment_id = '"
                 + p + "'");
             w.asOwner("alter table onceover.payments enable always trigger guard_payment");
             w.endOverdue();
         }},
        {"the provider has no keys",
         [](FlowWorld& w) {
             const std::string p = w.begin("bare");
             const int a = w.call(p);
             w.answer(a, "UNKNOWN");
             w.absent(p, a);
             w.judge(p, "NOT_HAPPENED");
             w.judge(p, "EXHAUSTED");
         }},
    };
}

} // namespace onceover
