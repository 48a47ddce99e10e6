import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addDeliveryCommands } from './delivery-commands.ts';
import { addEndpointCommands } from './endpoint-commands.ts';

export function addWebhooksCommand(program: Command, context: CommandContext): void {
  const webhooks = program
    .command('webhooks')
    .description('manage the endpoints that events are sent to, and redeliver events');
  addEndpointCommands(webhooks, context);
  addDeliveryCommands(webhooks, context);
}
