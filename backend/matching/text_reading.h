// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace onceover {

// What a person should know about a text besides its words.
struct TextNotes
{
    // Characters that nobody sees stand within it.
    bool hasInvisible = false;
    // It is shown in another order than it is stored in.
    bool hasDirection = false;
    // A word mixes letters of ours with letters that only look like them.
    bool hasLookAlike = false;

    bool isPlain() const { return !hasInvisible && !hasDirection && !hasLookAlike; }

    friend bool operator==(const TextNotes&, const TextNotes&) = default;
};

// Untrusted text as a row of word characters. Invisible characters are no part of it: they neither
// make a word nor part one, so that what matches is what a person sees.
class TextReading
{
public:
    explicit TextReading(std::string_view text);

    std::size_t size() const { return m_characters.size(); }

    bool isEmpty() const { return m_characters.empty(); }

    // One byte per character: its upper-case ASCII letter or digit, or '?' for any other letter.
    const std::string& characters() const { return m_characters; }

    // The same with look-alikes of other scripts replaced.
    const std::string& likeness() const { return m_likeness; }

    const TextNotes& notes() const { return m_notes; }

    bool beginsWord(std::size_t index) const { return (m_marks[index] & kBegins) != 0; }

    bool endsWord(std::size_t index) const { return index + 1 == size() || beginsWord(index + 1); }

    // Between this character and the one before it stands something that no reference crosses.
    bool isParted(std::size_t index) const { return (m_marks[index] & kParted) != 0; }

    // This character was in lower case, or something stood between it and the one before it.
    bool isFolded(std::size_t index) const { return (m_marks[index] & (kBegins | kLower)) != 0; }

    bool isLower(std::size_t index) const { return (m_marks[index] & kLower) != 0; }

    bool followsInvisible(std::size_t index) const { return (m_marks[index] & kUnseen) != 0; }

private:
    static constexpr std::uint8_t kBegins = 1;
    static constexpr std::uint8_t kParted = 2;
    static constexpr std::uint8_t kLower = 4;
    static constexpr std::uint8_t kUnseen = 8;

    std::string m_characters;
    std::string m_likeness;
    std::vector<std::uint8_t> m_marks;
    TextNotes m_notes;
};

} // namespace onceover
