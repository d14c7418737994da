// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/channel_watch.h"

#include "backend/statements/csv/csv_profile.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

namespace onceover {

namespace {

// Of one folder in one look.
constexpr std::size_t kMostFiles = 1000;

// For people who look into the folder.
std::string reasonText(const std::string& name, const Refusal& refusal)
{
    std::string text = "The file " + name + " was not stored.\n\n";
    if (refusal.line > 0)
        text += "Line " + std::to_string(refusal.line) + ": ";
    return text + refusal.message + "\n\n[" + refusal.code + "]\n";
}

} // namespace

ChannelWatch::ChannelWatch(
    const ImportStores& stores, IdSource& ids, OpenFolder openFolder, OnFile onFile)
    : m_stores(stores)
    , m_ids(ids)
    , m_openFolder(std::move(openFolder))
    , m_onFile(std::move(onFile))
{}

Result<std::vector<ChannelWatch::Channel>> ChannelWatch::channels()
{
    const auto rows = m_stores.lines.channels();
    if (!rows)
        return Failure(rows.error());
    std::vector<Channel> channels;
    for (const ImportChannel& row : *rows) {
        Channel channel{row.channel, row.folder, {}};
        channel.terms.channel = row.channel;
        channel.terms.provider = row.provider;
        channel.terms.layer = row.layer;
        channel.terms.choice.encoding.chosen = row.encoding;
        channel.terms.choice.csv.currency = row.currency;
        const auto accounts = nlohmann::json::parse(row.accountsJson, nullptr, false);
        for (const auto& account : accounts)
            channel.terms.accounts.insert(account.get<std::string>());
        // A file that names no account is of the only one that the channel has.
        if (channel.terms.accounts.size() == 1)
            channel.terms.choice.csv.account = *channel.terms.accounts.begin();
        channel.terms.choice.format = formatNamed(row.format);
        const auto profile = shippedCsvProfile(row.csvProfile);
        const bool isUnknown = (!row.format.empty() && !channel.terms.choice.format)
                               || (!row.csvProfile.empty() && !profile);
        if (isUnknown) {
            m_onFile(
                {row.channel,
                 {},
                 "channel.not_of_this_version",
                 "the channel names a format or profile that this program does not have.",
                 0});
            continue;
        }
        if (profile)
            channel.terms.choice.csvProfile = *profile;
        channels.push_back(std::move(channel));
    }
    return channels;
}

Result<void> ChannelWatch::look()
{
    const auto all = channels();
    if (!all)
        return Failure(all.error());
    for (const Channel& channel : *all) {
        const auto folder = m_openFolder(channel.folder);
        if (!folder) {
            tell(channel, {}, folder.error());
            continue;
        }
        if (auto looked = lookInto(channel, **folder); !looked)
            return looked;
    }
    return {};
}

Result<void> ChannelWatch::lookInto(const Channel& channel, DropFolder& folder)
{
    const auto files = folder.list(kMostFiles);
    if (!files) {
        tell(channel, {}, files.error());
        return {};
    }
    const std::vector<DroppedFile> before = std::exchange(m_seen[channel.name], *files);
    for (const DroppedFile& file : *files) {
        if (std::find(before.begin(), before.end(), file) == before.end())
            continue;
        if (!file.isRegular)
            refuse(
                channel,
                folder,
                file,
                {0,
                 "statement.not_a_regular_file",
                 "it is a link, a pipe or a device: only files are read.",
                 {}});
        else if (auto taken = take(channel, folder, file); !taken)
            return taken;
    }
    return {};
}

Result<void> ChannelWatch::take(const Channel& channel, DropFolder& folder, const DroppedFile& file)
{
    const auto opened = StatementFile::open(folder.pathOf(file.name));
    // Whatever changed since the look waits for the next two.
    if (!(folder.look(file.name) == file))
        return {};
    if (!opened) {
        refuse(channel, folder, file, opened.error());
        return {};
    }
    const auto imported = importStatements(*opened, file.name, channel.terms, m_stores, m_ids);
    if (imported) {
        const auto moved = folder.move(file, DropFolder::Place::Done);
        if (!moved)
            tell(channel, file.name, moved.error());
        m_onFile({channel.name, file.name, imported->outcome, {}, imported->recordCount});
        return {};
    }
    if (imported.error().error)
        return Failure(*imported.error().error);
    const Refusal& refusal = *imported.error().refusal;
    const bool isChanging =
        refusal.code == "statement.file_changed" || refusal.code == "import.file_changed";
    if (isChanging)
        m_onFile({channel.name, file.name, refusal.code, refusal.message, 0});
    else
        refuse(channel, folder, file, refusal);
    return {};
}

void ChannelWatch::refuse(
    const Channel& channel, DropFolder& folder, const DroppedFile& file, const Refusal& refusal)
{
    const auto moved =
        folder.move(file, DropFolder::Place::Refused, reasonText(file.name, refusal));
    if (!moved)
        tell(channel, file.name, moved.error());
    m_onFile({channel.name, file.name, refusal.code, refusal.message, 0});
}

void ChannelWatch::tell(const Channel& channel, const std::string& name, const Error& error)
{
    m_onFile({channel.name, name, error.code(), error.detail(), 0});
}

} // namespace onceover
