// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace onceover {

// A file of resources/story or a profile of the sandbox, compiled in. Asking for another name ends
// the program.
std::string_view storyFile(std::string_view name);

// The sentence of words.json for a step, its {placeholders} replaced by the members of `values`: a
// missing one ends the program.
std::string storySentence(const std::string& step, const nlohmann::ordered_json& values);

} // namespace onceover
