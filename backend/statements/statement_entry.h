// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// Only Booked entries move the balance and prove anything.
enum class EntryStatus
{
    Booked,
    Pending,
    Info,
};

// "BOOKED", "PENDING", "INFO".
std::string_view toText(EntryStatus status);

// Keys of StatementReferences, as the machine-readable output names them.
inline constexpr std::string_view kEndToEndId = "end_to_end_id";
inline constexpr std::string_view kInstructionId = "instruction_id";
inline constexpr std::string_view kTransactionId = "transaction_id";
inline constexpr std::string_view kUetr = "uetr";
inline constexpr std::string_view kMandateId = "mandate_id";
inline constexpr std::string_view kAccountServicer = "account_servicer";
inline constexpr std::string_view kCustomer = "customer";
inline constexpr std::string_view kBank = "bank";
inline constexpr std::string_view kEntry = "entry";
inline constexpr std::string_view kMessageId = "message_id";
inline constexpr std::string_view kPaymentInformationId = "payment_information_id";
inline constexpr std::string_view kChequeNumber = "cheque_number";
inline constexpr std::string_view kCreditorReference = "creditor_reference";
inline constexpr std::string_view kCharge = "charge";
inline constexpr std::string_view kPayout = "payout";
// An identifier that a spreadsheet made another value of. It never finds a payment by itself.
inline constexpr std::string_view kDamaged = "damaged";

// Identifiers by key. What a bank writes for "none" (NOTPROVIDED, NONREF, zeros, nothing) is
// absent.
using StatementReferences = std::map<std::string, std::string, std::less<>>;

// A charge the bank shows on its own. Signed: negative was taken from the account.
struct StatementFee
{
    std::int64_t amountMinor = 0;
    std::string currency;
    // Whether the bank says that the entry's amount already contains it.
    std::optional<bool> isIncluded;
};

struct ForeignAmount
{
    std::int64_t amountMinor = 0;
    std::string currency;
};

// One transaction within an entry. An entry may have none, one, or thousands.
struct StatementDetail
{
    // Signed, in the entry's currency; nothing when the file does not tell this detail's share.
    // Never the entry's total when the entry has several.
    std::optional<std::int64_t> amountMinor;
    // The amount as instructed, where the bank shows it; its currency may be another one.
    std::optional<ForeignAmount> instructed;
    StatementReferences references;
    std::string text;
    std::string counterpartyName;
    std::string counterpartyAccount;
    // Reason code of a return, e.g. "MS03".
    std::string returnReason;
};

// What a line of a provider or of a card shows in columns of their own, signed: gross and fee, and
// a refund that is netted in the same line, add up to the net.
struct EntryParts
{
    std::int64_t grossMinor = 0;
    std::int64_t feeMinor = 0;
    std::int64_t refundMinor = 0;
    std::int64_t netMinor = 0;
};

// One line of a statement. Its amount counts once for the balance, whatever its details say.
struct StatementEntry
{
    // Counted from 1 within the file, across its statements.
    std::int64_t ordinal = 0;
    std::int64_t statementOrdinal = 0;
    // Counted from 1 within its statement.
    std::int64_t position = 0;
    std::int64_t line = 0;
    // "2026-01-16" or empty: the bank's own day, never converted to another time zone.
    std::string bookingDate;
    std::string valueDate;
    // The time of the booking as printed, with the offset of its zone where that is certain:
    // "2026-03-29T23:30:00+02:00"; empty where the source prints none.
    std::string bookedAt;
    // What a provider's line is: "PAYMENT", "REFUND", "CHARGEBACK", "FEE", "RESERVE", "PAYOUT",
    // "CARRY", "CONVERSION", "TRANSFER", "ADJUSTMENT", "OTHER"; empty in a bank's statement.
    std::string kind;
    // As printed, where the calendar does not have that day and valueDate is the month's last one.
    std::string printedValueDate;
    // Signed by the credit or debit mark as it stands: a reversal mark never flips it.
    std::int64_t amountMinor = 0;
    std::string currency;
    bool isReversal = false;
    EntryStatus status = EntryStatus::Booked;
    // The entry's own; of its detail too when there is exactly one.
    StatementReferences references;
    // The bank's own code for the kind of movement, "NTRF" or "165"; empty where there is none.
    std::string typeCode;
    std::string text;
    std::vector<StatementFee> fees;
    // Nothing where the source shows one amount alone.
    std::optional<EntryParts> parts;
    // What its source says identifies the line, of a CSV file; empty where nothing does.
    std::string lineKey;
    // The balance that a CSV file shows for the time before the line.
    std::optional<std::int64_t> balanceBeforeMinor;
    std::vector<StatementDetail> details;
    // Number of transactions the bank says the entry bundles (Btch/NbOfTxs).
    std::optional<std::int64_t> batchCount;
    // Signed part of the amount that neither details nor fees explain; nothing when it cannot be
    // told, or is zero.
    std::optional<std::int64_t> unexplainedMinor;
};

} // namespace onceover
