// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/desk_command.h"

namespace onceover {

namespace {

const Uuid& idOf(const Proposal& command)
{
    return command.decisionId;
}

const Uuid& idOf(const ProfileProposal& command)
{
    return command.decisionId;
}

const Uuid& idOf(const CoreProposal& command)
{
    return command.decisionId;
}

const Uuid& idOf(const UploadProposal& command)
{
    return command.decisionId;
}

const Uuid& idOf(const MatchRulesProposal& command)
{
    return command.decisionId;
}

template <typename Command>
const Uuid& idOf(const Command& command)
{
    return command.commandId;
}

} // namespace

const Uuid& commandId(const DeskCommand& command)
{
    return std::visit([](const auto& one) -> const Uuid& { return idOf(one); }, command);
}

} // namespace onceover
