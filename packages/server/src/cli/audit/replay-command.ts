import { queryRequestLimits } from '@avow/contract';
import { messageIdFrom, UserError } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { type Command, InvalidArgumentError } from 'commander';
import { openReplay } from '../../app/open-replay.ts';
import { describeReplay } from '../../records/replay/describe-replay.ts';
import { planReplay, type ReplayPlan } from '../../records/replay/plan-replay.ts';
import type { ReplayReport } from '../../records/replay/replay-report.ts';
import type { CommandContext } from '../command-context.ts';
import {
  jsonOption,
  type OpenedPacks,
  type PackOptions,
  tenantOption,
  withPacks,
} from '../packs/with-packs.ts';
import { progressBar } from '../terminal.ts';

interface ReplayOptions extends PackOptions {
  readonly groups?: readonly string[];
}

export function addReplayCommand(audit: Command, context: CommandContext): void {
  audit
    .command('replay')
    .argument('<message-id>', 'msg_…, req_… or aud_…')
    .option(
      '--groups <list>',
      'groups of the person who asked, separated by commas; records do not contain them; none by default',
      readGroups,
    )
    .option(...tenantOption)
    .option(...jsonOption)
    .description('ask the question of a recorded message again, and report what differs and why')
    .addHelpText('after', explanation)
    .action((messageId: string, options: ReplayOptions) => runReplay(context, messageId, options));
}

const explanation = `
The question is asked as it is stored, of the same pack versions and under the same policy, as of the time at which it was
asked. A replay adds nothing to the records of the tenant, except that reading the record is logged.

The exit code is 0 if answer, status and citations are those on record, and 1 if they differ or the message cannot be
replayed.

Examples:
  avow audit replay msg_01jd8n4w6zfk3v5q7r9s2t4x6y
  avow audit replay msg_01jd8n4w6zfk3v5q7r9s2t4x6y --groups staff,finance --json`;

async function runReplay(context: CommandContext, given: string, options: ReplayOptions): Promise<void> {
  await withPacks(context, options, async (opened) => {
    const plan = await readPlan(opened, given);
    const report = await replay(context, opened, plan, options.groups ?? []);
    context.terminal.out(options.json ? JSON.stringify(report) : describeReplay(report));
    if (!report.same) throw new UserError('The replay differs from what is on record.');
  });
}

/** Checked before any model is opened, so that a message that cannot be replayed is reported immediately. */
async function readPlan({ data, tenant }: OpenedPacks, given: string): Promise<ReplayPlan> {
  const messageId = messageIdFrom(given);
  const record = messageId === null ? null : await data.store.records.getRecord(tenant.tenantId, messageId);
  if (record === null) throw new UserError(`Tenant ${tenant.name} has no message ${given}.`);
  const planned = planReplay(record);
  if (planned.kind === 'impossible') throw cannot(planned.why);
  return planned.plan;
}

async function replay(
  context: CommandContext,
  { data, packSearch, tenant }: OpenedPacks,
  plan: ReplayPlan,
  groups: readonly string[],
): Promise<ReplayReport> {
  const config = context.config();
  const log = createLog(config.logLevel === 'debug' ? 'debug' : 'silent', { write: context.terminal.err });
  const languageModels = context.languageModels();
  const opened = await openReplay({ config, data, packSearch, languageModels, log });
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const bar = progressBar(context.terminal, 'Embedding passages');
  try {
    const outcome = await opened.replay(tenant.tenantId, plan, {
      ...{ groups, signal: stopping.signal, onProgress: bar.update },
    });
    if (outcome.kind === 'impossible') throw cannot(outcome.why);
    return outcome.report;
  } finally {
    bar.end();
    process.removeListener('SIGINT', stop);
    await opened.close();
  }
}

function cannot(why: string): UserError {
  return new UserError(`The message cannot be replayed. ${why}`);
}

function readGroups(text: string): readonly string[] {
  const { groupsMax, groupLengthMax } = queryRequestLimits;
  const groups = text.split(',').map((group) => group.trim());
  if (groups.length > groupsMax || groups.some((group) => group === '' || group.length > groupLengthMax))
    throw new InvalidArgumentError(
      `Expected at most ${groupsMax} groups of at most ${groupLengthMax} characters, separated by commas.`,
    );
  return groups;
}
