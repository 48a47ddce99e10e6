import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, UserError } from '@avow/foundation';
import { createLog } from '@avow/foundation/log';
import { openClassifier } from '../../../app/models/open-classifier.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { openParser } from '../../../app/open-parser.ts';
import { type CommandContext, jsonOption, withData } from '../../../cli/command-context.ts';
import { pickTenant, tenantOption } from '../../../cli/pick-tenant.ts';
import { progressBar } from '../../../cli/terminal.ts';
import { openLazyGate } from '../../evaluation/compose/open-lazy-gate.ts';
import type { CheckGate } from '../../evaluation/evaluation.ts';
import type { Job } from '../../jobs/job-store.ts';
import type { Tenant } from '../../keys/access-store.ts';
import { openLazyScreened } from '../../publication/compose/open-lazy-screened.ts';
import { shareQuietly } from '../../publication/compose/share-index.ts';
import type { OpenScreened } from '../../publication/publication.ts';
import { sourceAccessOf } from '../../sources/compose/compose-sources.ts';
import { type ComposedPacks, composePacks } from '../compose/compose-packs.ts';
import type { Pack } from '../content-store.ts';

/** The options of every command on packs. */
export interface PackOptions {
  readonly tenant?: string;
  readonly json?: true;
}

export { jsonOption, tenantOption };
export const packArgument = ['<pack>', 'id or name of a content pack'] as const;

export interface OpenedPacks extends ComposedPacks {
  readonly data: DataFolder;
  readonly tenant: Tenant;
  readonly checkGate: CheckGate;
  readonly screened: OpenScreened;
}

/** Each takes about 270 MB. */
const screenerProcessesMax = 4;

/** Opens the data folder and its packs for one command. */
export async function withPacks<Value>(
  context: CommandContext,
  options: PackOptions,
  work: (opened: OpenedPacks) => Promise<Value>,
): Promise<Value> {
  return await withData(context, async (data) => {
    const tenant = await pickTenant(data, context.config(), options.tenant);
    const config = context.config();
    const { checkGate, close: closeGate } = openLazyGate({
      ...{ config, data, packSearch: () => composed.packSearch },
      languageModels: () => context.languageModels(),
      log: createLog(config.logLevel === 'debug' ? 'debug' : 'silent', { write: context.terminal.err }),
    });
    const { screened, close: closeScreened } = openLazyScreened(config, data, {
      processes: Math.min(availableParallelism(), screenerProcessesMax),
    });
    const composed: ComposedPacks = composePacks({
      screened,
      sharing: shareQuietly(data),
      data,
      encoder: null,
      classifier: await openClassifier(),
      fetchDocument: null,
      sourceAccess: sourceAccessOf(config),
      openParser: () => openParser(config),
      versionsKept: config.packVersionsKept,
      checkGate,
      clock: systemClock,
      onServed: () => undefined,
      onRepaired: () => undefined,
      onFailure: (error) =>
        context.terminal.err(`${error instanceof Error ? error.message : 'Something failed.'}\n`),
    });
    try {
      return await work({ ...composed, data, tenant, checkGate, screened });
    } finally {
      await composed.close();
      await closeGate();
      await closeScreened();
    }
  });
}

/** The same, for a command on one pack, named by its id or its name. */
export async function withPack<Value>(
  context: CommandContext,
  wanted: string,
  options: PackOptions,
  work: (opened: OpenedPacks & { readonly pack: Pack }) => Promise<Value>,
): Promise<Value> {
  return await withPacks(context, options, async (opened) => {
    const { tenantId, name } = opened.tenant;
    const pack = await opened.packs.findPack(tenantId, wanted);
    if (pack === null) throw noSuchPack(name, wanted);
    return await work({ ...opened, pack });
  });
}

function noSuchPack(tenantName: string, wanted: string): UserError {
  return new UserError(`Tenant ${tenantName} has no pack ${wanted}. See "avow packs list".`);
}

/** Throws if the pack was deleted while the command ran. */
export function stillThere<Value>(value: Value | null): Value {
  if (value === null) throw new UserError('The content pack was deleted while the command ran.');
  return value;
}

/** For a job without a stored failure, which was reported when it happened. */
function unfinished({ status }: Job): string {
  return status === 'cancelled'
    ? 'The job was cancelled.'
    : 'The job was interrupted. Run the command again, or let the service finish it at its next start.';
}

const pollEveryMs = 200;

/** Waits for a job with a progress bar, reports faults in files, and returns the job. */
export async function awaitJob(
  context: CommandContext,
  { packs, runner, tenant }: OpenedPacks,
  begun: Job | null,
  label: string,
): Promise<Job> {
  const { packId, jobId } = stillThere(begun);
  const bar = progressBar(context.terminal, label);
  const readJob = async () => stillThere(await packs.getJob(tenant.tenantId, packId, jobId));
  try {
    let isOver = false;
    const ended = runner.ended(jobId).then(() => {
      isOver = true;
    });
    while (!isOver) {
      await Promise.race([ended, sleep(pollEveryMs)]);
      const { done, total } = await readJob();
      bar.update(done, total);
    }
  } finally {
    bar.end();
  }
  const job = await readJob();
  for (const { file, reason } of job.faults) context.terminal.err(`${file}: ${reason}\n`);
  if (job.status !== 'succeeded') throw new UserError(job.failure ?? unfinished(job));
  return job;
}
