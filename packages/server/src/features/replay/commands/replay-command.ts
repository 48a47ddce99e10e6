import { queryRequestLimits } from '@avow/contract/query';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, jsonOption, purposeOption } from '../../../cli/command-context.ts';
import { tenantOption } from '../../../cli/pick-tenant.ts';
import { readTime } from '../../../cli/read-time.ts';
import type { ReplayCommandOptions } from './run-replay.ts';

export function addReplayCommand(audit: Command, context: CommandContext): void {
  audit
    .command('replay')
    .argument('<message-id>', 'msg_…, req_… or aud_…')
    .option(
      '--groups <list>',
      'groups to ask as a member of, separated by commas; those on record by default',
      readGroups,
    )
    .option(...tenantOption)
    .option(
      '--at <time>',
      'as it would have been answered at another time, such as 2026-03-01 or 2026-03-01T12:00:00Z',
      readTime,
    )
    .option(...purposeOption)
    .option(...jsonOption)
    .description('ask the question of a recorded message again, and report what differs and why')
    .addHelpText('after', explanation)
    .action(async (messageId: string, options: ReplayCommandOptions) => {
      // The other commands on records need nothing of what answers questions.
      const { runReplay } = await import('./run-replay.ts');
      await runReplay(context, messageId, options);
    });
}

const explanation = `
The question is asked as it is stored, of the same pack versions and under the same policy, as of the time at which it was
asked. With --at, they are those that were in force at that time, as the log says; the models, the
calibration and the release are always the present ones, and the report says where they were others. A replay adds nothing to the records of the tenant, except that reading the record is logged.

The exit code is 0 if answer, status and citations are those on record, and 1 if they differ or the message cannot be
replayed.

Examples:
  avow audit replay msg_01jd8n4w6zfk3v5q7r9s2t4x6y
  avow audit replay msg_01jd8n4w6zfk3v5q7r9s2t4x6y --groups staff,finance --json`;

export function readGroups(text: string): readonly string[] {
  const { groupsMax, groupLengthMax } = queryRequestLimits;
  const groups = text.split(',').map((group) => group.trim());
  if (groups.length > groupsMax || groups.some((group) => group === '' || group.length > groupLengthMax))
    throw new InvalidArgumentError(
      `Expected at most ${groupsMax} groups of at most ${groupLengthMax} characters, separated by commas.`,
    );
  return groups;
}
