// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/labelled_world.h"

#include "backend/domain/reference.h"
#include "backend/domain/uuid.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <unordered_set>
#include <utility>

namespace onceover {

namespace {

constexpr std::array<const char*, 3> kCurrencies = {"EUR", "USD", "GBP"};
constexpr std::int64_t kHourSeconds = 3600;
constexpr std::int64_t kDaySeconds = 86'400;
// 2026-09-21
constexpr std::int64_t kStartSeconds = 1'790'000'000;

class Maker
{
public:
    Maker(std::size_t count, std::uint64_t seed)
        : m_random(seed)
    {
        m_world.payments.reserve(count);
        m_world.lines.resize(count);
        m_world.labels.resize(count);
        m_world.truth.assign(count, -1);
    }

    LabelledWorld make(std::size_t count)
    {
        for (std::size_t number = 0; number < count; ++number)
            addPayment(number);
        std::vector<std::int32_t> order(count);
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), m_random);
        m_lineOf.assign(count, -1);
        for (std::size_t line = 0; line < count; ++line)
            addLine(line, order[line]);
        labelTwins();
        return std::move(m_world);
    }

private:
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

    void addPayment(std::size_t number)
    {
        const auto tenant = Uuid::fromText("01890000-0000-7000-8000-000000000001");
        LabelledRow row;
        row.reference = Reference::of(*tenant, "bench", std::to_string(number)).text();
        if (number % 20 == 1) {
            const LabelledRow& before = m_world.payments.back();
            row.account = before.account;
            row.amountMinor = before.amountMinor;
            row.currency = before.currency;
            row.atSeconds = before.atSeconds + kHourSeconds;
        } else {
            std::size_t currency = 0;
            do {
                row.account = 1 + static_cast<std::uint32_t>(below(20'000));
                row.amountMinor = 100 + static_cast<std::int64_t>(below(2'000'000));
                currency = below(kCurrencies.size());
            } while (
                !m_slots
                     .insert(
                         (row.account * 2'000'100ULL + static_cast<std::uint64_t>(row.amountMinor))
                             * 3
                         + currency)
                     .second);
            row.currency = kCurrencies[currency];
            row.atSeconds = kStartSeconds + static_cast<std::int64_t>(below(90 * kDaySeconds));
        }
        m_world.payments.push_back(std::move(row));
    }

    std::string mangled(const std::string& name)
    {
        std::string small = name;
        for (char& character : small)
            character = character >= 'A' ? static_cast<char>(character - 'A' + 'a') : character;
        switch (below(5)) {
        case 0:
            return small;
        case 1:
            return name.substr(0, 4) + " " + name.substr(4, 4) + " " + name.substr(8);
        case 2:
            return "Invoice 4711\r\n" + name.substr(0, 9) + "\r\n" + name.substr(9);
        case 3:
            return "Order 12, reference " + name + ", thank you";
        default:
            return "Payment for the order 471, " + name.substr(0, 8);
        }
    }

    static std::string alike(std::string name)
    {
        const auto zero = name.find('0');
        if (zero == std::string::npos)
            return name.insert(5, "\u200b");
        name[zero] = 'O';
        return name;
    }

    void addLine(std::size_t line, std::int32_t payment)
    {
        LabelledRow row = m_world.payments[static_cast<std::size_t>(payment)];
        row.atSeconds += static_cast<std::int64_t>(below(2 * kDaySeconds));
        const std::uint64_t kind = below(10'000);
        Label label = Label::Reference;
        if (kind < 90) {
            label = Label::Mangled;
            row.reference = mangled(row.reference);
        } else if (kind >= 9000 && kind < 9800) {
            label = Label::Window;
            row.reference.clear();
        } else if (kind >= 9800 && kind < 9850) {
            label = Label::WrongAmount;
            row.amountMinor += 1;
        } else if (kind >= 9850 && kind < 9880) {
            label = Label::LookAlike;
            row.reference = alike(row.reference);
        } else if (kind >= 9880 && kind < 9900) {
            label = Label::Stranger;
            row.reference = Reference::of(Uuid(), "elsewhere", std::to_string(line)).text();
        } else if (kind >= 9900 && kind < 9950) {
            label = Label::Stranger;
            row.reference.clear();
            row.amountMinor += 7'000'000;
        } else if (kind >= 9950 && line > 0 && m_world.labels[line - 1] == Label::Reference) {
            row = m_world.lines[line - 1];
            payment = -1;
            label = m_world.labels[line - 1] = Label::Ambiguous;
        }
        if (payment >= 0)
            m_lineOf[static_cast<std::size_t>(payment)] = static_cast<std::int32_t>(line);
        m_world.lines[line] = std::move(row);
        m_world.labels[line] = label;
        m_world.truth[line] = label == Label::Stranger ? -1 : payment;
    }

    bool isNamed(std::size_t payment) const
    {
        const std::int32_t line = m_lineOf[payment];
        const Label label =
            line < 0 ? Label::Stranger : m_world.labels[static_cast<std::size_t>(line)];
        return label == Label::Reference || label == Label::Mangled;
    }

    // A line without a reference belongs to one of two equal payments unless the other's own line
    // names it.
    void labelTwins()
    {
        for (std::size_t second = 1; second < m_world.payments.size(); second += 20) {
            for (const auto& [one, other] :
                 {std::pair(second, second - 1), std::pair(second - 1, second)}) {
                const std::int32_t line = m_lineOf[one];
                if (line >= 0 && !isNamed(other)
                    && m_world.labels[static_cast<std::size_t>(line)] == Label::Window)
                    m_undecided.push_back(static_cast<std::size_t>(line));
            }
        }
        for (const std::size_t line : m_undecided)
            m_world.labels[line] = Label::Ambiguous;
    }

    std::mt19937_64 m_random;
    LabelledWorld m_world;
    std::unordered_set<std::uint64_t> m_slots;
    std::vector<std::int32_t> m_lineOf;
    std::vector<std::size_t> m_undecided;
};

} // namespace

const char* nameOf(Label label)
{
    constexpr std::array<const char*, kLabelCount> kNames = {
        "reference", "mangled", "window", "ambiguous", "wrong amount", "look-alike", "stranger"};
    return kNames[static_cast<std::size_t>(label)];
}

LabelledWorld labelledWorld(std::size_t count, std::uint64_t seed)
{
    return Maker(count, seed).make(count);
}

} // namespace onceover
