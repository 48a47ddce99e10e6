import { startTeams } from '@avow/chat';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addChatOptions, type ChatCommandOptions, need, runChat } from './run-chat.ts';

export function addTeamsCommand(program: Command, context: CommandContext): void {
  addChatOptions(program.command('teams'), 3978)
    .description('answer questions in Microsoft Teams, from a running service (AVOW_URL, AVOW_API_KEY)')
    .action(async (options: ChatCommandOptions) => {
      const { teamsClientId, teamsClientSecret, teamsTenantId } = context.config();
      const ids = {
        clientId: need(teamsClientId, 'AVOW_TEAMS_CLIENT_ID', 'teams'),
        clientSecret: need(teamsClientSecret, 'AVOW_TEAMS_CLIENT_SECRET', 'teams'),
        tenantId: need(teamsTenantId, 'AVOW_TEAMS_TENANT_ID', 'teams'),
      };
      await runChat(context, options, { name: 'Teams', start: (chat) => startTeams({ ...chat, ...ids }) });
    });
}
