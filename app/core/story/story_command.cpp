// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/story/story_command.h"

#include "app/core/site_command.h"
#include "app/core/story/story.h"
#include "backend/postgres/child_process.h"
#include "backend/postgres/private_cluster.h"

namespace onceover {

namespace {

constexpr std::chrono::seconds kScreenshotPatience{120};

Json newsJson(const StoryNews& news)
{
    Json object;
    object["type"] = "story";
    object["step"] = news.step;
    object["text"] = news.text;
    object.update(news.numbers);
    return object;
}

// The console is another program: it may be missing where only the core is installed.
ExitCode takeScreenshots(
    const std::filesystem::path& directory, const std::string& target, Output& output)
{
    std::error_code error;
    const auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (const auto& program :
         {folder / "onceover", folder.parent_path() / "console" / "onceover"}) {
        if (!std::filesystem::exists(program, error))
            continue;
        const auto ended = runChild(
            {"/usr/bin/env",
             "QT_QPA_PLATFORM=offscreen",
             "HOME=" + directory.string(),
             program.string(),
             "--screenshots",
             std::filesystem::absolute(target).string(),
             "--demo",
             "--dir",
             directory.string()},
            std::nullopt,
            Deadline::in(kScreenshotPatience));
        if (!ended)
            return output.failure(ended.error());
        if (ended->exitCode != 0)
            return output.failure(Error::notHappened("story.screenshots", ended->output));
        Json object;
        object["type"] = "screenshots";
        object["directory"] = target;
        output.line(object, "Screenshots of the console are in " + target + ".");
        return ExitCode::Done;
    }
    output.note("There is no console beside this program; no screenshots were taken.");
    return ExitCode::Done;
}

ExitCode tellStory(const Arguments& arguments, Output& output)
{
    const auto named = arguments.value("--dir");
    const std::filesystem::path directory = std::filesystem::absolute(
        named ? std::filesystem::path(*named) : PrivateCluster::defaultDirectory());
    if (arguments.has("--fresh")) {
        const auto aside = DemoStage::moveAside(directory);
        if (!aside)
            return output.failure(aside.error());
        if (*aside != directory)
            output.note("The earlier demo lies in " + aside->string() + " now.");
    }
    const auto sandbox = arguments.value("--sandbox");
    const auto stage = DemoStage::open(
        {directory, sandbox ? std::filesystem::absolute(*sandbox) : std::filesystem::path()});
    if (!stage)
        return output.failure(stage.error());
    if (arguments.has("--keep"))
        (*stage)->sandbox().keep();
    const auto holds = Story(
                           **stage,
                           [&](const StoryNews& news) {
                               const bool isItem = news.step == "case" || news.step == "status"
                                                   || news.step == "account";
                               output.line(newsJson(news), (isItem ? "  " : "- ") + news.text);
                           },
                           std::stop_token())
                           .tell();
    if (!holds)
        return output.failure(holds.error());
    if (!*holds)
        return ExitCode::Refused;
    const auto screenshots = arguments.value("--screenshots");
    return screenshots ? takeScreenshots(directory, *screenshots, output) : ExitCode::Done;
}

} // namespace

std::string_view StoryCommand::summary() const
{
    return "play the demonstration without a window and print each step";
}

std::string_view StoryCommand::help() const
{
    return "story [--dir DIR] [--sandbox PATH] [--fresh] [--keep] [--screenshots DIR] [--json]\n"
           "  --dir DIR          where the demo lives; the default is that of onceover --demo\n"
           "  --sandbox PATH     the program onceover-sandbox, if it is not beside this one\n"
           "  --fresh            put an earlier demo of that directory aside and begin anew\n"
           "  --keep             leave the sandbox running at the end\n"
           "  --screenshots DIR  have the console draw its main views there\n"
           "Exit code 0 only if everything holds that must hold; 65 if something does not.";
}

ExitCode StoryCommand::run(const std::vector<std::string>& words, const Streams& streams)
{
    CommandLine line;
    line.withValue = {"--dir", "--sandbox", "--screenshots"};
    line.flags = {"--fresh", "--keep"};
    return runParsed(*this, line, words, streams, tellStory);
}

} // namespace onceover
