import { startSlack } from '@avow/chat';
import { UserError } from '@avow/foundation';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addChatOptions, type ChatCommandOptions, need, runChat } from './run-chat.ts';

export function addSlackCommand(program: Command, context: CommandContext): void {
  addChatOptions(program.command('slack'), 3000)
    .description('answer questions in Slack, from a running service (AVOW_URL, AVOW_API_KEY)')
    .action(async (options: ChatCommandOptions) => {
      const { slackBotToken, slackAppToken, slackSigningSecret, slackApiUrl } = context.config();
      const botToken = need(slackBotToken, 'AVOW_SLACK_BOT_TOKEN', 'slack');
      if (slackAppToken === null && slackSigningSecret === null)
        throw new UserError(
          'Set AVOW_SLACK_APP_TOKEN to connect to Slack (socket mode), or AVOW_SLACK_SIGNING_SECRET to be called by it.',
        );
      await runChat(context, options, {
        name: 'Slack',
        start: (chat) =>
          startSlack({
            ...{ ...chat, botToken, appToken: slackAppToken, signingSecret: slackSigningSecret },
            ...(slackApiUrl === null ? {} : { apiUrl: slackApiUrl }),
          }),
      });
    });
}
