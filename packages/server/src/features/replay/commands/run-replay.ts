import { messageIdFrom, systemClock, UserError } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import type { CommandContext } from '../../../cli/command-context.ts';
import { progressBar } from '../../../cli/terminal.ts';
import { type OpenedPacks, type PackOptions, withPacks } from '../../content/commands/with-packs.ts';
import { readForGiven } from '../../purposes/purposes.ts';
import { moveReplayPlan, openReplay, readReplayPlan } from '../compose/open-replay.ts';
import { describeReplay } from '../describe-replay.ts';
import type { ReplayPlan } from '../plan-replay.ts';
import type { ReplayReport } from '../replay-report.ts';

export interface ReplayCommandOptions extends PackOptions {
  readonly groups?: readonly string[];
  readonly purpose?: string;
  /** RFC 3339. */
  readonly at?: string;
}

export async function runReplay(
  context: CommandContext,
  given: string,
  options: ReplayCommandOptions,
): Promise<void> {
  await withPacks(context, options, async (opened) => {
    const { plan, notes } = await movePlan(opened, await readPlan(opened, given), options.at);
    const { notes: noted, ...report } = await readForGiven(
      opened.data,
      { tenantId: opened.tenant.tenantId, given: options.purpose },
      () => replay(context, opened, plan, options.groups ?? null),
    );
    const whole = { ...report, notes: [...notes, ...noted] };
    context.terminal.out(options.json ? JSON.stringify(whole) : describeReplay(whole));
    if (!report.same) throw new UserError('The replay differs from what is on record.');
  });
}

async function movePlan(
  { data, tenant }: OpenedPacks,
  plan: ReplayPlan,
  at: string | undefined,
): ReturnType<typeof moveReplayPlan> {
  if (at === undefined) return { plan, notes: [] };
  const atMs = Date.parse(at);
  if (atMs > systemClock.nowMs()) throw new UserError('--at must not be in the future.');
  return await moveReplayPlan(data, tenant.tenantId, plan, atMs);
}

/** Checked before any model is opened, so that a message that cannot be replayed is reported immediately. */
async function readPlan({ data, tenant }: OpenedPacks, given: string): Promise<ReplayPlan> {
  const messageId = messageIdFrom(given);
  const planned = messageId === null ? null : await readReplayPlan(data, tenant.tenantId, messageId);
  if (planned === null) throw new UserError(`Tenant ${tenant.name} has no message ${given}.`);
  if (planned.kind === 'impossible') throw cannot(planned.why);
  return planned.plan;
}

async function replay(
  context: CommandContext,
  { data, packSearch, tenant }: OpenedPacks,
  plan: ReplayPlan,
  groups: readonly string[] | null,
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
