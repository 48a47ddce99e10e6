import type { HoldRequest } from '@avow/client';
import { UserError } from '@avow/foundation';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import {
  givenOf,
  type PageOptions,
  serviceCommand,
  withPageOptions,
} from '../../../cli/service/service-command.ts';

interface Place {
  readonly reason: string;
  readonly message?: string;
  readonly thread?: string;
  readonly endUser?: string;
  readonly tenantWide?: true;
}

interface Listed extends PageOptions {
  readonly active?: true;
}

export function addHoldsCommand(program: Command, context: CommandContext): void {
  const holds = program.command('holds').description('place, list and lift legal holds');
  const place = holds
    .command('place')
    .requiredOption('--reason <text>', 'a case number rather than details')
    .option('--message <message-id>', 'hold this message')
    .option('--thread <thread-id>', 'hold every message of this thread')
    .option('--end-user <end-user-id>', 'hold every message of this person')
    .option('--tenant-wide', 'hold every message of the tenant of the key');
  serviceCommand<Place>(place, context, {
    description: 'place a legal hold: what it covers is neither erased nor expires',
    call: (service, given) => service.placeHold(requestOf(given)),
  });
  const list = withPageOptions(holds.command('list')).option('--active', 'only holds that are not lifted');
  serviceCommand<Listed>(list, context, {
    description: 'list legal holds, newest first',
    columns: ['hold_id', 'scope', 'placed_at', 'lifted_at', 'reason'],
    call: (service, given) => service.listHolds(givenOf(given, ['active', 'limit', 'cursor'])),
  });
  serviceCommand(holds.command('show').argument('<hold-id>', 'hold_…'), context, {
    description: 'show a legal hold',
    call: (service, _given, [holdId = '']) => service.getHold(holdId),
  });
  serviceCommand(holds.command('lift').argument('<hold-id>', 'hold_…'), context, {
    description: 'lift a legal hold',
    call: (service, _given, [holdId = '']) => service.liftHold(holdId),
  });
}

function requestOf({ reason, message, thread, endUser, tenantWide }: Place): HoldRequest {
  const requests: HoldRequest[] = [
    ...(message === undefined ? [] : [{ scope: 'message', message_id: message, reason } as const]),
    ...(thread === undefined ? [] : [{ scope: 'thread', thread_id: thread, reason } as const]),
    ...(endUser === undefined ? [] : [{ scope: 'end_user', end_user_id: endUser, reason } as const]),
    ...(tenantWide === undefined ? [] : [{ scope: 'tenant', reason } as const]),
  ];
  const [request, ...others] = requests;
  if (request === undefined || others.length > 0)
    throw new UserError('Name one of --message, --thread, --end-user and --tenant-wide.');
  return request;
}
