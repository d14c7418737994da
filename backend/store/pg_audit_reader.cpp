// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/store/pg_audit_reader.h"

#include "backend/store/store_sql.h"

#include <deque>
#include <utility>

namespace onceover {

namespace {

constexpr std::int64_t kPage = 2000;
constexpr const char* kFirstId = "00000000-0000-0000-0000-000000000000";

// bytea through the view's encode(): hexadecimal already.
AuditEvent eventOf(const Row& row)
{
    AuditEvent event;
    event.subjectId = row.text("subject_id").value_or("");
    event.seq = row.int64("seq").value_or(0);
    event.kind = row.text("kind").value_or("");
    event.atUs = row.int64("at_us").value_or(0);
    event.actor = row.text("actor").value_or("");
    event.personId = row.text("person_id");
    event.login = row.text("login").value_or("");
    event.body = row.text("body").value_or("");
    event.fromAccount = row.text("from_account").value_or("");
    event.toAccount = row.text("to_account").value_or("");
    event.amountMinor = row.int64("amount_minor");
    event.currency = row.text("currency");
    event.epoch = row.int64("epoch");
    event.previousLeaf = row.text("previous_leaf").value_or("");
    event.leaf = row.text("leaf").value_or("");
    return event;
}

AuditChain chainOf(const Row& row)
{
    AuditChain chain;
    chain.subjectId = row.text("subject_id").value_or("");
    chain.subjectKind = row.text("subject_kind").value_or("");
    chain.eventCount = row.int64("event_count").value_or(0);
    chain.head = row.text("head").value_or("");
    return chain;
}

// Rows of one kind, fetched a page at a time and looked at one ahead.
template <typename Item>
class Pages
{
public:
    using Fetch = std::function<Result<Rows>(const std::optional<Item>& last)>;
    using Read = Item (*)(const Row&);

    Pages(Fetch fetch, Read read)
        : m_fetch(std::move(fetch))
        , m_read(read)
    {}

    // The next row without taking it; null at the end.
    Result<const Item*> peek()
    {
        if (m_ready.empty() && !m_isOver) {
            const auto rows = m_fetch(m_last);
            if (!rows)
                return Failure(rows.error());
            for (const Row& row : *rows)
                m_ready.push_back(m_read(row));
            m_isOver = m_ready.empty();
            if (!m_isOver)
                m_last = m_ready.back();
        }
        return m_ready.empty() ? nullptr : &m_ready.front();
    }

    void take() { m_ready.pop_front(); }

private:
    Fetch m_fetch;
    Read m_read;
    std::deque<Item> m_ready;
    std::optional<Item> m_last;
    bool m_isOver = false;
};

} // namespace

PgAuditReader::PgAuditReader(ConnectionSettings settings)
    : m_session(std::move(settings))
{}

Result<void> PgAuditReader::readAll(const Sink& sink)
{
    const auto connection = m_session.open();
    if (!connection)
        return Failure(connection.error());
    auto transaction =
        Transaction::begin(**connection, m_session.deadline(), Transaction::Mode::Snapshot);
    if (!transaction)
        return Failure(
            Error::notHappened(transaction.error().code(), transaction.error().detail()));
    for (const auto read :
         {&PgAuditReader::readChains, &PgAuditReader::readPayments, &PgAuditReader::readSums}) {
        // Whatever a read ended with, it changed nothing.
        if (const auto done = (this->*read)(*transaction, sink); !done)
            return Failure(Error::notHappened(done.error().code(), done.error().detail()));
    }
    return {};
}

Result<void> PgAuditReader::readChains(Transaction& transaction, const Sink& sink)
{
    Pages<AuditEvent> events(
        [&](const std::optional<AuditEvent>& last) {
            Params params;
            params.text(last ? last->subjectId : std::string(kFirstId));
            params.int64(last ? last->seq : std::int64_t{-1}).int64(kPage);
            return transaction.execute(
                storeStatement("audit_events"), params, m_session.deadline());
        },
        &eventOf);
    Pages<AuditChain> chains(
        [&](const std::optional<AuditChain>& last) {
            Params params;
            params.text(last ? last->subjectId : std::string(kFirstId)).int64(kPage);
            return transaction.execute(
                storeStatement("audit_chains"), params, m_session.deadline());
        },
        &chainOf);
    while (true) {
        const auto chain = chains.peek();
        if (!chain)
            return Failure(chain.error());
        if (*chain != nullptr)
            sink.chain(**chain);
        else
            sink.chainsEnd();
        while (true) {
            const auto event = events.peek();
            if (!event)
                return Failure(event.error());
            // Lower-case texts of UUIDs sort as the database sorts the UUIDs.
            if (*event == nullptr
                || (*chain != nullptr && (*event)->subjectId > (*chain)->subjectId))
                break;
            sink.event(**event);
            events.take();
        }
        if (*chain == nullptr)
            return {};
        chains.take();
    }
}

Result<void> PgAuditReader::readPayments(Transaction& transaction, const Sink& sink)
{
    std::string last = kFirstId;
    while (true) {
        const auto rows = transaction.execute(
            storeStatement("audit_payments"),
            Params().text(last).int64(kPage),
            m_session.deadline());
        if (!rows)
            return Failure(rows.error());
        if (rows->isEmpty())
            return {};
        for (const Row& row : *rows) {
            last = row.text("payment_id").value_or("");
            sink.payment(last, row.text("status").value_or(""));
        }
    }
}

Result<void> PgAuditReader::readSums(Transaction& transaction, const Sink& sink)
{
    const auto balances =
        transaction.execute(storeStatement("review_ledger"), Params(), m_session.deadline());
    if (!balances)
        return Failure(balances.error());
    for (const Row& row : *balances)
        sink.balance(
            row.text("account").value_or(""),
            row.text("currency").value_or(""),
            row.int64("balance_minor").value_or(0));
    const auto possible =
        transaction.execute(storeStatement("review_ledger_check"), Params(), m_session.deadline());
    if (!possible)
        return Failure(possible.error());
    for (const Row& row : *possible)
        sink.possible(row.text("currency").value_or(""), row.int64("possible_minor").value_or(0));
    return {};
}

} // namespace onceover
