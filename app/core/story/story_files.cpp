// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story_files.h"

#include "embedded_story.h"

#include <cstdio>
#include <cstdlib>

namespace onceover {

namespace {

[[noreturn]] void fail(const std::string& why)
{
    std::fprintf(stderr, "onceover: the story is incomplete: %s\n", why.c_str());
    std::abort();
}

const nlohmann::json& words()
{
    static const nlohmann::json kWords = nlohmann::json::parse(storyFile("words.json"));
    return kWords;
}

std::string shown(const nlohmann::ordered_json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

} // namespace

std::string_view storyFile(std::string_view name)
{
    for (const auto& file : story_files::kEmbeddedFiles) {
        if (file.name == name)
            return file.text;
    }
    fail("no file " + std::string(name));
}

std::string storySentence(const std::string& step, const nlohmann::ordered_json& values)
{
    const auto found = words().find(step);
    if (found == words().end())
        fail("no words for " + step);
    const auto text = found->get<std::string>();
    std::string sentence;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto open = text.find('{', at);
        sentence += text.substr(at, open - at);
        if (open == std::string::npos)
            break;
        const auto close = text.find('}', open);
        const auto name = text.substr(open + 1, close - open - 1);
        const auto value = values.find(name);
        if (close == std::string::npos || value == values.end())
            fail("no value " + name + " in " + step);
        sentence += shown(*value);
        at = close + 1;
    }
    return sentence;
}

} // namespace onceover
