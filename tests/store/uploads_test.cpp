// SPDX-License-Identifier: GPL-3.0-or-later
// A file that one person uploads is one person's word: it settles nothing, links nothing and stands
// in nobody's way before a second person accepts its hash and coverage.
#include "tests/store/upload_world.h"

#include <QTest>

#include <memory>

using namespace onceover;

using File = UploadWorld::File;

class UploadsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { m_world = std::make_unique<UploadWorld>(m_fixture); }

    void cleanupTestCase() { m_world.reset(); }

    void cleanup() { QVERIFY(m_world == nullptr || m_world->isConsistent()); }

    void whatOneUploadsTwoAccept()
    {
        const std::string payment = m_world->unknownPayment();
        const File file = m_world->fileFor(payment);
        QCOMPARE(m_world->upload(m_world->liwei, file), std::string());
        QCOMPARE(m_world->imports(file), std::string("0"));
        const std::string decision = m_world->freshId();
        QCOMPARE(m_world->proposeUpload(m_world->liwei, decision, file), std::string());
        QCOMPARE(m_world->stateOf(decision), std::string("OPEN"));
        QCOMPARE(m_world->imports(file), std::string("0"));
        QCOMPARE(m_world->fateOf(payment), std::string("POSSIBLE"));
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string());
        QCOMPARE(m_world->imports(file), std::string("1"));
        QCOMPARE(m_world->link(m_world->ana, file), std::string());
        QCOMPARE(m_world->links(payment), std::string("1"));
        QCOMPARE(m_world->fateOf(payment), std::string("HAPPENED"));
        QCOMPARE(m_world->link(m_world->ana, file), std::string());
        QCOMPARE(m_world->links(payment), std::string("1"));
    }

    // The upload of one stands in nobody's way: the bank's own file links by itself.
    void theApprovedChannelPassesByAnUpload()
    {
        const std::string payment = m_world->unknownPayment();
        const File file = m_world->fileFor(payment);
        QCOMPARE(m_world->upload(m_world->liwei, file), std::string());
        const std::string decision = m_world->freshId();
        QCOMPARE(m_world->proposeUpload(m_world->liwei, decision, file), std::string());
        QCOMPARE(m_world->ingestStores(file), std::string());
        QCOMPARE(m_world->fateOf(payment), std::string("HAPPENED"));
        QCOMPARE(m_world->links(payment), std::string("1"));
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string("upload.stored_before"));
        QCOMPARE(m_world->withdraw(m_world->liwei, m_world->freshId(), decision), std::string());
        QCOMPARE(
            m_world->proposeUpload(m_world->liwei, m_world->freshId(), file),
            std::string("upload.stored_before"));
    }

    void thePersonWhoUploadedNeverAccepts()
    {
        const File file = m_world->fileFor(m_world->unknownPayment());
        QCOMPARE(m_world->upload(m_world->liwei2, file), std::string());
        const std::string own = m_world->freshId();
        QCOMPARE(m_world->proposeUpload(m_world->liwei2, own, file), std::string());
        QCOMPARE(m_world->approve(m_world->liwei, own), std::string("person.proposer"));
        QCOMPARE(m_world->approve(m_world->liwei2, own), std::string("person.proposer"));
        QCOMPARE(m_world->withdraw(m_world->liwei, m_world->freshId(), own), std::string());
        // Somebody else proposes it: the uploader still may not say yes.
        const std::string other = m_world->freshId();
        QCOMPARE(m_world->proposeUpload(m_world->omar, other, file), std::string());
        QCOMPARE(m_world->approve(m_world->liwei, other), std::string("person.entered_evidence"));
        QCOMPARE(m_world->approve(m_world->liwei2, other), std::string("person.entered_evidence"));
        QCOMPARE(m_world->imports(file), std::string("0"));
        QCOMPARE(m_world->approve(m_world->ana, other), std::string());
        QCOMPARE(m_world->imports(file), std::string("1"));
    }

    void othersMayNotUploadOrAccept()
    {
        const File file = m_world->fileFor("");
        for (const char* login : {"kim", "olga", "m_core", "m_intake", "m_ingest"}) {
            Connection session = m_world->connect(login);
            QCOMPARE(m_world->begin(session, file), std::string("database.refused"));
        }
        QCOMPARE(m_world->begin(m_world->liwei, file), std::string());
        QCOMPARE(m_world->begin(m_world->ana, file), std::string("command.reused"));
        QCOMPARE(m_world->add(m_world->ana, file, 1, true), std::string("upload.not_yours"));
        QCOMPARE(m_world->finish(m_world->ana, file), std::string("upload.not_yours"));
        QCOMPARE(m_world->finish(m_world->liwei, file), std::string("import.empty"));
        QCOMPARE(
            m_world->proposeUpload(m_world->liwei, m_world->freshId(), file, std::string(64, '0')),
            std::string("upload.not_whole"));
    }

    void theDecisionIsBoundToHashAndCoverage()
    {
        const File file = m_world->fileFor("");
        QCOMPARE(m_world->upload(m_world->liwei, file), std::string());
        QCOMPARE(
            m_world->proposeUpload(m_world->liwei, m_world->freshId(), file, std::string(64, '0')),
            std::string("digest.changed"));
        const std::string decision = m_world->freshId();
        QCOMPARE(m_world->proposeUpload(m_world->liwei, decision, file), std::string());
        QCOMPARE(
            m_world->proposeUpload(m_world->omar, m_world->freshId(), file),
            std::string("proposal.open"));
        QCOMPARE(
            m_world->approve(m_world->ana, m_world->freshId(), decision, std::string(64, '0')),
            std::string("digest.changed"));
        // Nothing is added behind the back of those who saw it.
        QCOMPARE(m_world->add(m_world->liwei, file, 3, false), std::string("upload.is_whole"));
        File changed = file;
        changed.amountMinor = 999;
        QCOMPARE(
            m_world->add(m_world->liwei, changed, 2, false), std::string("upload.part_reused"));
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string());
        QCOMPARE(m_world->add(m_world->liwei, file, 3, false), std::string("upload.is_whole"));
    }

    void withdrawnAndExpiredAsOthers()
    {
        const File file = m_world->fileFor("");
        QCOMPARE(m_world->upload(m_world->liwei, file), std::string());
        const std::string first = m_world->freshId();
        QCOMPARE(m_world->proposeUpload(m_world->liwei, first, file), std::string());
        QCOMPARE(m_world->withdraw(m_world->ana, m_world->freshId(), first), std::string());
        QCOMPARE(m_world->approve(m_world->ana, first), std::string("proposal.over"));
        const std::string second = m_world->freshId();
        QCOMPARE(m_world->proposeUpload(m_world->liwei, second, file), std::string());
        m_world->alterProposal(second, "expires_at = clock_timestamp() - interval '1 second'");
        QCOMPARE(m_world->approve(m_world->ana, second), std::string("proposal.expired"));
        mustRun(
            m_world->core,
            "select onceover.end_overdue($1, 100)",
            Params().uuid(StoreFixture::coreId(1)));
        QCOMPARE(m_world->stateOf(second), std::string("EXPIRED"));
        QCOMPARE(m_world->accepted(file), std::string());
    }

    // The checks of an approved channel's file are asked when the file comes.
    void whatWouldBeRefusedLaterIsRefusedAtOnce()
    {
        File sums = m_world->fileFor("");
        sums.debitsMinor = 99999;
        QCOMPARE(m_world->upload(m_world->liwei, sums), std::string("import.control_totals"));
        File lines = m_world->fileFor("");
        lines.entryCount = 2;
        QCOMPARE(m_world->upload(m_world->liwei, lines), std::string("import.control_totals"));
        const File first = m_world->fileFor("");
        QCOMPARE(m_world->upload(m_world->liwei, first), std::string());
        QCOMPARE(m_world->accepted(first), std::string());
        File again = m_world->fileFor("");
        again.sha256 = first.sha256;
        QCOMPARE(m_world->upload(m_world->ana, again), std::string("upload.stored_before"));
        File same = m_world->fileFor("");
        same.statementId = first.statementId;
        same.account = first.account;
        QCOMPARE(m_world->upload(m_world->ana, same), std::string("upload.nothing_new"));
        same.id = m_world->freshId();
        same.sha256 = std::string(64, 'a');
        same.content = "changed";
        QCOMPARE(m_world->upload(m_world->ana, same), std::string("import.reissue_conflict"));
        QCOMPARE(m_world->imports(same), std::string("0"));
        const File open = m_world->fileFor("");
        QCOMPARE(m_world->upload(m_world->liwei, open), std::string());
        QCOMPARE(m_world->proposeUpload(m_world->liwei, m_world->freshId(), open), std::string());
        File twin = m_world->fileFor("");
        twin.sha256 = open.sha256;
        QCOMPARE(m_world->upload(m_world->ana, twin), std::string("upload.waits"));
    }

    // Whatever function has a bug: the tables refuse what nobody accepted.
    void theTablesHoldToo()
    {
        const std::string payment = m_world->unknownPayment();
        const File file = m_world->fileFor(payment);
        QCOMPARE(m_world->upload(m_world->liwei, file), std::string());
        const auto code = [&](const std::string& sql) {
            return codeOf(m_world->owner, sql);
        };
        QCOMPARE(
            code("select onceover.store_upload('" + file.id + "', null, null)"),
            std::string("database.constraint"));
        const std::string insert =
            "insert into onceover.imports (import_id, sha256, file_name, format, byte_count, "
            "channel, uploaded_by, person_id, accepted_decision_id) select '"
            + file.id + "', '" + file.sha256
            + "', 'f', 'camt.053', 10, 'UPLOAD', 'liwei', person_id, ";
        QCOMPARE(
            code(insert + "null from onceover.logins where login = 'liwei'"),
            std::string("guard.not_accepted"));
        const std::string decision = m_world->freshId();
        QCOMPARE(m_world->proposeUpload(m_world->liwei, decision, file), std::string());
        QCOMPARE(
            code(insert + "'" + decision + "' from onceover.logins where login = 'liwei'"),
            std::string("guard.not_accepted"));
        // Even in a transaction that puts the file there, nothing of it proves a payment.
        const std::string block =
            "do $$ begin set constraints all deferred; " + insert
            + "null from onceover.logins where login = 'liwei'; insert into onceover.records "
              "(record_id, layer, owner_name, external_id, amount_minor, currency, direction, "
              "state, import_id) values ('"
            + file.row + "', 'BANK', 'A', 'x', 1250, 'EUR', 'OUT', 'BOOKED', '" + file.id
            + "'); insert into onceover.record_owners (record_id, payment_id, layer, role, tier, "
              "linked_by) values ('"
            + file.row + "', '" + payment + "', 'BANK', 'PROOF', 'T', 'x'); end $$";
        QCOMPARE(code(block), std::string("guard.not_accepted"));
        QCOMPARE(m_world->links(payment), std::string("0"));
        QCOMPARE(m_world->link(m_world->ingest, file), std::string("import.not_accepted"));
        QCOMPARE(m_world->approve(m_world->ana, decision), std::string());
        QCOMPARE(
            code(
                "update onceover.imports set person_id = null, channel = 'APPROVED_CHANNEL' where "
                "import_id = '"
                + file.id + "'"),
            std::string("guard.import_changed"));
        QCOMPARE(
            code(
                "insert into onceover.records (record_id, layer, owner_name, external_id, "
                "amount_minor, currency, direction, state, import_id) values "
                "(gen_random_uuid(), 'BANK', 'A', 'y', 1, 'EUR', 'OUT', 'BOOKED', '"
                + file.id + "')"),
            std::string("guard.upload_is_whole"));
        QCOMPARE(
            m_world->call(
                m_world->ingest,
                "select onceover.store_import_records($1::uuid, $2::uuid, '[]')",
                Params().text(file.id).text(file.row)),
            std::string("import.upload_is_whole"));
    }

    // A person links what people accepted, and nothing else.
    void peopleLinkAcceptedFilesAlone()
    {
        const File file = m_world->fileFor(m_world->unknownPayment());
        QCOMPARE(m_world->link(m_world->omar, file), std::string("database.refused"));
        QCOMPARE(m_world->link(m_world->ana, file), std::string("import.not_an_upload"));
        QCOMPARE(m_world->upload(m_world->liwei, file), std::string());
        QCOMPARE(m_world->link(m_world->ana, file), std::string("import.not_an_upload"));
        QCOMPARE(m_world->accepted(file), std::string());
        const auto waiting = [&] {
            return mustRun(m_world->ingest, "select * from onceover.accepted_imports(100)").size();
        };
        const std::size_t before = waiting();
        QCOMPARE(m_world->link(m_world->ingest, file), std::string());
        QCOMPARE(waiting(), before - 1);
    }

    // What people see is what the digest is of.
    void theViewsShowEveryFileOnce()
    {
        const File file = m_world->fileFor("");
        QCOMPARE(m_world->upload(m_world->liwei, file), std::string());
        const auto state = [&] {
            return m_world->scalar(
                "select string_agg(state || ' ' || record_count, ',') from review.files where "
                "file_id = $1::uuid",
                Params().text(file.id));
        };
        QCOMPARE(state(), std::string("STORED 1"));
        QCOMPARE(m_world->proposeUpload(m_world->liwei, m_world->freshId(), file), std::string());
        QCOMPARE(state(), std::string("WAITS 1"));
        QCOMPARE(
            m_world->scalar(
                "select count(*) from review.upload_lines where upload_id = $1::uuid",
                Params().text(file.id)),
            std::string("1"));
    }

private:
    StoreFixture m_fixture;
    std::unique_ptr<UploadWorld> m_world;
};

QTEST_GUILESS_MAIN(UploadsTest)

#include "uploads_test.moc"
