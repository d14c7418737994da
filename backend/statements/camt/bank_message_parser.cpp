// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/statements/camt/bank_message_parser.h"

#include "backend/statements/camt/camt_statement_builder.h"
#include "backend/statements/camt/payment_status_builder.h"
#include "backend/statements/encoding/charset.h"
#include "backend/statements/statement_format.h"
#include "backend/statements/statement_kind.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdlib>
#include <string>
#include <vector>

#include <expat.h>

namespace onceover {

namespace {

// Separates namespace and local name in expat's names; expat refuses a namespace that contains it.
constexpr char kNamespaceSeparator = '\n';

std::string_view localName(const char* name)
{
    const std::string_view whole(name);
    const auto separator = whole.rfind(kNamespaceSeparator);
    return separator == std::string_view::npos ? whole : whole.substr(separator + 1);
}

std::string_view namespaceOf(const char* name)
{
    const std::string_view whole(name);
    const auto separator = whole.rfind(kNamespaceSeparator);
    return separator == std::string_view::npos ? std::string_view{} : whole.substr(0, separator);
}

} // namespace

class BankMessageParser::Machine
{
public:
    Machine(StatementSink& sink, const StatementLimits& limits, std::string_view family);

    ~Machine() { XML_ParserFree(m_parser); }

    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    bool feed(std::string_view bytes);
    std::optional<Refusal> finish();

    const CamtStatementBuilder& builder() const { return m_builder; }

private:
    static void onStart(void* user, const XML_Char* name, const XML_Char** attributes);
    static void onEnd(void* user, const XML_Char* name);
    static void onText(void* user, const XML_Char* text, int length);
    static void onDoctype(void* user, const XML_Char*, const XML_Char*, const XML_Char*, int);
    static int onEncoding(void* user, const XML_Char* name, XML_Encoding* encoding);

    void start(const char* name, const char** attributes);
    void startNode(MessageNode node);
    bool isRepeated(MessageNode node);
    void end();
    void text(std::string_view bytes);
    bool enterMessage(std::string_view local, std::string_view space);
    bool parse(std::string_view bytes, bool isFinal);
    bool refuseSyntax();

    bool isRefused() const { return m_log.refusal().has_value(); }

    void stopIfRefused();

    StatementLimits m_limits;
    std::string m_family;
    ParseLog m_log;
    CamtStatementBuilder m_builder;
    PaymentStatusBuilder m_statusBuilder;
    // The message is a pain.002.
    bool m_hasStatuses = false;
    XML_Parser m_parser;
    // Per open element: what it holds so far of that which may stand in it once.
    std::vector<std::bitset<kMessageNodes>> m_held;
    std::int64_t m_bytes = 0;
    std::string m_text;
    std::size_t m_textBytes = 0;
    std::string m_currency;
    std::string m_rootName;
    // Of the message in the file.
    std::string m_rootFamily;
    std::string m_rootNamespace;
    bool m_hasMessage = false;
    bool m_isEncodingUnknown = false;
};

BankMessageParser::Machine::Machine(
    StatementSink& sink, const StatementLimits& limits, std::string_view family)
    : m_limits(limits)
    , m_family(family)
    , m_builder(sink, m_log)
    , m_statusBuilder(sink, m_log)
    , m_parser(XML_ParserCreateNS(nullptr, kNamespaceSeparator))
{
    if (m_parser == nullptr)
        std::abort();
    XML_SetUserData(m_parser, this);
    XML_SetElementHandler(m_parser, onStart, onEnd);
    XML_SetCharacterDataHandler(m_parser, onText);
    XML_SetStartDoctypeDeclHandler(m_parser, onDoctype);
    XML_SetUnknownEncodingHandler(m_parser, onEncoding, this);
}

void BankMessageParser::Machine::onStart(
    void* user, const XML_Char* name, const XML_Char** attributes)
{
    static_cast<Machine*>(user)->start(name, attributes);
}

void BankMessageParser::Machine::onEnd(void* user, const XML_Char*)
{
    static_cast<Machine*>(user)->end();
}

void BankMessageParser::Machine::onText(void* user, const XML_Char* text, int length)
{
    static_cast<Machine*>(user)->text({text, static_cast<std::size_t>(length)});
}

void BankMessageParser::Machine::onDoctype(
    void* user, const XML_Char*, const XML_Char*, const XML_Char*, int)
{
    auto* self = static_cast<Machine*>(user);
    self->m_log.setLine(static_cast<std::int64_t>(XML_GetCurrentLineNumber(self->m_parser)));
    self->m_log.refuse("statement.doctype", "document type declarations are not accepted");
    self->stopIfRefused();
}

int BankMessageParser::Machine::onEncoding(void* user, const XML_Char* name, XML_Encoding* encoding)
{
    const auto table = singleByteCharset(name);
    if (!table) {
        static_cast<Machine*>(user)->m_isEncodingUnknown = true;
        return XML_STATUS_ERROR;
    }
    std::copy(table->begin(), table->end(), encoding->map);
    encoding->data = nullptr;
    encoding->convert = nullptr;
    encoding->release = nullptr;
    return XML_STATUS_OK;
}

void BankMessageParser::Machine::stopIfRefused()
{
    if (isRefused())
        XML_StopParser(m_parser, XML_FALSE);
}

void BankMessageParser::Machine::start(const char* name, const char** attributes)
{
    if (isRefused())
        return;
    m_log.setLine(static_cast<std::int64_t>(XML_GetCurrentLineNumber(m_parser)));
    m_text.clear();
    m_textBytes = 0;
    const std::string_view local = localName(name);
    const MessageNode parent = m_log.path().empty() ? MessageNode::Outside : m_log.path().back();
    if (m_log.path().empty()) {
        m_rootName = std::string(local.substr(0, 100));
        m_rootNamespace = std::string(namespaceOf(name).substr(0, 200));
    }
    std::size_t count = 0;
    m_currency.clear();
    for (; attributes[2 * count] != nullptr; ++count) {
        if (std::string_view(attributes[2 * count]) == "Ccy")
            m_currency = std::string_view(attributes[2 * count + 1]).substr(0, 16);
    }
    const bool isMessage = parent == MessageNode::Outside && isMessageName(local);
    m_log.enter(
        isMessage                        ? MessageNode::Message
        : parent == MessageNode::Outside ? parent
                                         : childOf(parent, local));
    if (m_log.path().size() > m_limits.depth)
        m_log.refuseField("statement.depth", "elements are nested deeper than any statement", {});
    else if (count > m_limits.attributes)
        m_log.refuse("statement.attributes", "an element has more attributes than any statement");
    else if (isRepeated(m_log.path().back()))
        m_log.refuse(
            "statement.field_repeated",
            "an element stands twice where there is one: which counts?");
    else if (!isMessage || enterMessage(local, namespaceOf(name)))
        startNode(m_log.path().back());
    stopIfRefused();
}

bool BankMessageParser::Machine::isRepeated(MessageNode node)
{
    const bool isHeld = isOnceOnly(node) && m_held.back().test(static_cast<std::size_t>(node));
    if (!m_held.empty())
        m_held.back().set(static_cast<std::size_t>(node));
    m_held.emplace_back();
    return isHeld;
}

void BankMessageParser::Machine::startNode(MessageNode node)
{
    if (m_hasStatuses)
        m_statusBuilder.startElement(node);
    else
        m_builder.startElement(node);
}

bool BankMessageParser::Machine::enterMessage(std::string_view local, std::string_view space)
{
    m_hasMessage = true;
    const std::string_view family = familyOfMessage(local);
    m_rootFamily = std::string(family);
    if (!m_family.empty() && family != m_family)
        return m_log.refuse(
            "statement.format_differs",
            "this is a " + m_rootFamily + " message (" + std::string(local)
                + "), and it was to be read as " + m_family);
    if (!isStatementFamily(family))
        return m_log.refuse(
            "statement.unsupported_format",
            "this is a " + m_rootFamily + " message (" + std::string(local)
                + "); what is read: " + formatNames());
    m_builder.setFormat(family);
    m_hasStatuses = family == "pain.002";
    warnOfNamespace(space, family, m_log);
    m_log.keepWarningsForFile();
    return true;
}

void BankMessageParser::Machine::end()
{
    if (isRefused())
        return;
    const MessageNode node = m_log.path().back();
    if (node != MessageNode::Ignored && node != MessageNode::Outside) {
        m_log.setLine(static_cast<std::int64_t>(XML_GetCurrentLineNumber(m_parser)));
        if (m_hasStatuses)
            m_statusBuilder.endElement(node, m_text, m_currency);
        else
            m_builder.endElement(node, m_text, m_currency);
    }
    m_log.leave();
    m_held.pop_back();
    m_text.clear();
    m_textBytes = 0;
    m_currency.clear();
    stopIfRefused();
}

void BankMessageParser::Machine::text(std::string_view bytes)
{
    if (isRefused() || m_log.path().empty())
        return;
    m_textBytes += bytes.size();
    if (m_textBytes > m_limits.textBytes) {
        m_log.setLine(static_cast<std::int64_t>(XML_GetCurrentLineNumber(m_parser)));
        m_log.refuse("statement.text_length", "a text is longer than 64 KiB");
        stopIfRefused();
        return;
    }
    const MessageNode node = m_log.path().back();
    if (node != MessageNode::Ignored && node != MessageNode::Outside)
        m_text += bytes;
}

bool BankMessageParser::Machine::feed(std::string_view bytes)
{
    if (isRefused())
        return false;
    m_bytes += static_cast<std::int64_t>(bytes.size());
    if (m_bytes > m_limits.fileBytes)
        return m_log.refuseField(
            "statement.file_too_large", "the file is larger than the limit", {});
    return parse(bytes, false);
}

bool BankMessageParser::Machine::parse(std::string_view bytes, bool isFinal)
{
    // The tokenizer takes lengths as int and keeps an unfinished token whole: small pieces bound
    // both.
    constexpr std::size_t kPiece = std::size_t{64} * 1024;
    std::int64_t remaining = static_cast<std::int64_t>(bytes.size());
    do {
        const std::string_view piece = bytes.substr(0, kPiece);
        bytes.remove_prefix(piece.size());
        remaining -= static_cast<std::int64_t>(piece.size());
        const bool isLast = isFinal && bytes.empty();
        const auto status = XML_Parse(
            m_parser, piece.data(), static_cast<int>(piece.size()), isLast ? XML_TRUE : XML_FALSE);
        if (isRefused())
            return false;
        if (status != XML_STATUS_OK)
            return refuseSyntax();
        const auto tokenStart = static_cast<std::int64_t>(XML_GetCurrentByteIndex(m_parser));
        if (tokenStart >= 0 && m_bytes - remaining - tokenStart > m_limits.tokenBytes) {
            m_log.setLine(static_cast<std::int64_t>(XML_GetCurrentLineNumber(m_parser)));
            return m_log.refuseField(
                "statement.token_length", "a tag or comment is longer than any statement's", {});
        }
    } while (!bytes.empty());
    return true;
}

bool BankMessageParser::Machine::refuseSyntax()
{
    const XML_Error error = XML_GetErrorCode(m_parser);
    m_log.setLine(static_cast<std::int64_t>(XML_GetCurrentLineNumber(m_parser)));
    const bool isEncoding = m_isEncodingUnknown || error == XML_ERROR_UNKNOWN_ENCODING
                            || error == XML_ERROR_INCORRECT_ENCODING;
    if (isEncoding)
        return m_log.refuseField(
            "statement.encoding", "the file's character encoding is not one that is read", {});
    const bool isTruncated = error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN
                             || error == XML_ERROR_PARTIAL_CHAR
                             || error == XML_ERROR_UNCLOSED_CDATA_SECTION;
    if (isTruncated)
        return m_log.refuseField("statement.truncated", "the file ends in the middle", {});
    return m_log.refuseField(
        "statement.not_well_formed",
        std::string("the file is not well-formed XML: ") + XML_ErrorString(error),
        {});
}

std::optional<Refusal> BankMessageParser::Machine::finish()
{
    if (!isRefused())
        parse({}, true);
    if (isRefused())
        return m_log.refusal();
    m_log.setLine(static_cast<std::int64_t>(XML_GetCurrentLineNumber(m_parser)));
    if (!m_hasMessage)
        refuseWithoutMessage(m_rootName, m_rootNamespace, m_log);
    else if (m_hasStatuses && m_statusBuilder.statusCount() == 0)
        m_log.refuseField("statement.no_container", "the pain.002 message contains no status", {});
    else if (!m_hasStatuses && m_builder.statementCount() == 0)
        m_log.refuseField(
            "statement.no_container",
            "the " + m_rootFamily + " message contains no statement, report or notification",
            {});
    return m_log.refusal();
}

BankMessageParser::BankMessageParser(
    StatementSink& sink, const StatementLimits& limits, std::string_view family)
    : m_machine(std::make_unique<Machine>(sink, limits, family))
{}

BankMessageParser::~BankMessageParser() = default;

bool BankMessageParser::feed(std::string_view bytes)
{
    return m_machine->feed(bytes);
}

std::optional<Refusal> BankMessageParser::finish()
{
    return m_machine->finish();
}

std::int64_t BankMessageParser::statementCount() const
{
    return m_machine->builder().statementCount();
}

std::int64_t BankMessageParser::entryCount() const
{
    return m_machine->builder().entryCount();
}

} // namespace onceover
