import { setTimeout as sleep } from 'node:timers/promises';
import { type ComposedPacks, composePacks } from '../../app/compose-packs.ts';
import type { DataFolder } from '../../app/open-data-folder.ts';
import { openGateLater } from '../../app/open-gate-later.ts';
import { openGauge } from '../../app/open-gauge.ts';
import { systemClock } from '../../clock/clock.ts';
import { UserError } from '../../errors/user-error.ts';
import type { Tenant } from '../../interfaces/access-store.ts';
import type { CheckGate } from '../../interfaces/evaluations.ts';
import type { Job } from '../../interfaces/job-store.ts';
import type { Pack } from '../../interfaces/knowledge-store.ts';
import { createLog } from '../../log/create-log.ts';
import { type CommandContext, pickTenant, withData } from '../command-context.ts';
import { progressBar } from '../terminal.ts';

/** What every command on packs takes. */
export interface PackOptions {
  readonly tenant?: string;
  readonly json?: true;
}

export const tenantOption = ['--tenant <tenant>', 'id or name; needed only where there are several'] as const;
export const jsonOption = ['--json', 'print JSON'] as const;
export const packArgument = ['<pack>', 'id or name of a content pack'] as const;

export interface PacksAtHand extends ComposedPacks {
  readonly data: DataFolder;
  readonly tenant: Tenant;
  readonly checkGate: CheckGate;
}

/** Opens the data folder and what works on packs, for one command. */
export async function withPacks<Value>(
  context: CommandContext,
  options: PackOptions,
  work: (hand: PacksAtHand) => Promise<Value>,
): Promise<Value> {
  return await withData(context, async (data) => {
    const tenant = await pickTenant(data, options.tenant);
    const config = context.config();
    const { checkGate, close: closeGate } = openGateLater({
      ...{ config, data, whole: () => composed.whole },
      languageModels: () => context.languageModels(),
      log: createLog(config.logLevel === 'debug' ? 'debug' : 'silent', { write: context.terminal.err }),
    });
    const composed: ComposedPacks = composePacks({
      data,
      encoder: null,
      gauge: await openGauge(),
      fetchDocument: null,
      versionsKept: config.packVersionsKept,
      checkGate,
      clock: systemClock,
      onServed: () => undefined,
      onMended: () => undefined,
      onFailure: (error) =>
        context.terminal.err(`${error instanceof Error ? error.message : 'Something failed.'}\n`),
    });
    try {
      return await work({ ...composed, data, tenant, checkGate });
    } finally {
      await composed.close();
      await closeGate();
    }
  });
}

/** The same, for a command on one pack, named by its id or its name. */
export async function withPack<Value>(
  context: CommandContext,
  wanted: string,
  options: PackOptions,
  work: (hand: PacksAtHand & { readonly pack: Pack }) => Promise<Value>,
): Promise<Value> {
  return await withPacks(context, options, async (hand) => {
    const { knowledge } = hand.data.store;
    const { tenantId, name } = hand.tenant;
    const pack =
      (await knowledge.getPack(tenantId, wanted as Pack['packId'])) ??
      (await knowledge.findPackByName(tenantId, wanted));
    if (pack === null) throw noSuchPack(name, wanted);
    return await work({ ...hand, pack });
  });
}

function noSuchPack(tenantName: string, wanted: string): UserError {
  return new UserError(`Tenant ${tenantName} has no pack ${wanted}. See "avow packs list".`);
}

/** The thing, where the pack was not deleted while the command ran. */
export function stillThere<Thing>(thing: Thing | null): Thing {
  if (thing === null) throw new UserError('The pack is gone: it was deleted meanwhile.');
  return thing;
}

/** Not even its failure could be written: why was said when it happened. */
function unfinished({ status }: Job): string {
  return status === 'cancelled'
    ? 'The work was cancelled.'
    : 'The work was broken off. Do the same again, or leave it to the next start of the service.';
}

const lookEveryMs = 200;

/** Waits for a job with a bar, and gives what it came to. What went wrong with files is said as they are named. */
export async function awaitJob(
  context: CommandContext,
  { packs, runner, tenant }: PacksAtHand,
  begun: Job | null,
  label: string,
): Promise<Job> {
  const { packId, jobId } = stillThere(begun);
  const bar = progressBar(context.terminal, label);
  const look = async () => stillThere(await packs.getJob(tenant.tenantId, packId, jobId));
  try {
    let isOver = false;
    const ended = runner.ended(jobId).then(() => {
      isOver = true;
    });
    while (!isOver) {
      await Promise.race([ended, sleep(lookEveryMs)]);
      const { done, total } = await look();
      bar.update(done, total);
    }
  } finally {
    bar.end();
  }
  const job = await look();
  for (const { file, reason } of job.faults) context.terminal.err(`${file}: ${reason}\n`);
  if (job.status !== 'succeeded') throw new UserError(job.failure ?? unfinished(job));
  return job;
}
