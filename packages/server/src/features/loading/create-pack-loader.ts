import type { DocumentParser } from '@avow/documents';
import { AppError, newId, type PackId, type TenantId, UserError } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import { packLimits } from '../../limits/pack-limits.ts';
import type { TryPackLock } from '../../limits/pack-lock.ts';
import type { ContentStore, Pack, Version } from '../content/content-store.ts';
import type { CheckGate, GoldenSets } from '../evaluation/evaluation.ts';
import { findServedVersion, type PublishDependencies, publishPack } from '../publication/publication.ts';
import { addGoldenFaults, importGoldenFile } from './folder/load-golden-file.ts';
import { type OpenedFolder, openPackFolder } from './folder/open-pack-folder.ts';
import type { LoadPlan, TextSpool } from './load-plan.ts';
import { findRefusal } from './load-refusal.ts';
import { applyLoadPlan, countActions, openTextSpool } from './loading.ts';
import { planPackFolder } from './plan-pack-folder.ts';

export interface LoadedPack extends ReturnType<typeof countActions> {
  /** `draft`: the folder was read into the draft, which was not published. */
  readonly kind: 'published' | 'unchanged' | 'draft';
  readonly pack: Pack;
  /** The version that is served now; null if none is. */
  readonly version: Version | null;
  readonly unchanged: number;
  readonly plan: LoadPlan;
}

export interface LoadOptions {
  /** Loads what could be read, even if some files could not. */
  readonly skipFaulty: boolean;
  /** Leaves what was read unpublished. */
  readonly draftOnly?: boolean;
  /** Adds back what people removed from the draft. */
  readonly restore?: boolean;
  /** Removes what did not come from the folder. */
  readonly prune?: boolean;
  readonly versionsKept?: number;
  /** If it is missing, a pack that has a gate is not published. */
  readonly checkGate?: CheckGate;
  /** Why the gate and the limit on removals are overridden; null: they are not. */
  readonly forcedNote?: string | null;
  readonly signal?: AbortSignal;
  /** Counts files that were read, then documents and pairs that were published. */
  readonly onProgress: (done: number, total: number, step: 'reading' | 'publishing') => void;
  /** Receives the plan before it is applied. If it rejects, nothing is changed. */
  readonly confirm?: (plan: LoadPlan) => Promise<void>;
}

export interface LoaderDependencies {
  /** The folder of the temporary file that holds the texts of a plan. */
  readonly directory: string;
  readonly content: ContentStore;
  readonly search: PassageSearch;
  readonly tryPackLock: TryPackLock;
  readonly onKept?: NonNullable<PublishDependencies['onKept']>;
  readonly golden: Pick<GoldenSets, 'importFile' | 'getGate'>;
  readonly openParser: () => DocumentParser;
  readonly nowMs: () => number;
}

export interface PackLoader {
  /** Reports what loading the folder would do. Changes nothing. */
  plan(tenantId: TenantId, path: string, options: LoadOptions): Promise<LoadPlan>;
  /**
   * Updates the draft of a pack to match a folder, except what people changed by hand, and publishes it. If it cannot be
   * published, or anything else fails, the draft is restored; if the process is killed, the next work on the pack, or
   * the next start of the service, restores it.
   */
  load(tenantId: TenantId, path: string, options: LoadOptions): Promise<LoadedPack>;
}

const never = new AbortController().signal;
const lockTriesMax = 20;
const plansMax = 5;

export function createPackLoader(parts: LoaderDependencies): PackLoader {
  return {
    plan: (tenantId, path, options) =>
      withReading(parts, async (reading) => (await makePlan(reading, tenantId, path, options)).plan),
    load: (tenantId, path, options) =>
      withReading(parts, (reading) => loadFolder(reading, tenantId, path, options)),
  };
}

async function loadFolder(
  parts: LoadReading,
  tenantId: TenantId,
  path: string,
  options: LoadOptions,
): Promise<LoadedPack> {
  for (let tries = 0; tries < plansMax; tries += 1) {
    const made = await makePlan(parts, tenantId, path, options);
    await options.confirm?.(made.plan);
    const isForced = (options.forcedNote ?? null) !== null;
    const refusal = findRefusal(made.plan, { skipFaulty: options.skipFaulty, isForced });
    if (refusal !== null) throw new UserError(refusal);
    const loaded = await applyPlan(parts, tenantId, { ...made, options });
    if (loaded !== 'draft_changed') return loaded;
  }
  throw new UserError(keepsChanging);
}

const keepsChanging = 'The pack kept changing while it was loaded. Nothing was changed.';

interface MadePlan {
  readonly folder: OpenedFolder;
  readonly plan: LoadPlan;
}

/** With the process that reads the files and splits what is published: starting one takes longer than most folders. */
interface LoadReading extends LoaderDependencies {
  readonly spool: TextSpool;
  readonly parser: DocumentParser;
}

async function withReading<Result>(
  parts: LoaderDependencies,
  work: (reading: LoadReading) => Promise<Result>,
): Promise<Result> {
  const spool = await openTextSpool(parts.directory);
  const parser = parts.openParser();
  try {
    return await work({ ...parts, spool, parser });
  } finally {
    await parser.close();
    await spool.close();
  }
}

async function makePlan(
  parts: LoadReading,
  tenantId: TenantId,
  path: string,
  options: LoadOptions,
): Promise<MadePlan> {
  const folder = await openPackFolder(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw new UserError(`The folder ${path} cannot be read (${error.code}).`, { cause: error });
  });
  addGoldenFaults(folder);
  const pack = await findSettled(parts, tenantId, folder.name);
  const plan = await planPackFolder({ ...parts, limits: packLimits }, tenantId, {
    ...{ folder, pack, restore: options.restore === true, prune: options.prune === true },
    signal: options.signal ?? never,
    onProgress: (done, total) => options.onProgress(done, total, 'reading'),
  });
  return { folder, plan };
}

/** The pack of this name, its draft restored if a load was killed. */
async function findSettled(
  parts: LoaderDependencies,
  tenantId: TenantId,
  name: string,
): Promise<Pack | null> {
  const { content } = parts;
  const pack = await content.findPackByName(tenantId, name);
  if (pack === null) return null;
  const unsettled = await content.listUnsettledDrafts();
  if (!unsettled.some((one) => one.packId === pack.packId)) return pack;
  const nowMs = parts.nowMs();
  await withPackLock(parts, pack.packId, () =>
    content.settleDraft(tenantId, pack.packId, { outcome: 'restored', nowMs }),
  );
  return await content.getPack(tenantId, pack.packId);
}

interface PlanToApply extends MadePlan {
  readonly options: LoadOptions;
}

async function applyPlan(
  parts: LoadReading,
  tenantId: TenantId,
  load: PlanToApply,
): Promise<LoadedPack | 'draft_changed'> {
  const { content } = parts;
  const { plan, folder } = load;
  const packId = plan.packId ?? (await createPack(parts, tenantId, folder));
  if (packId === 'name_taken') return 'draft_changed';
  try {
    return await withPackLock(parts, packId, async () => {
      const pack = await content.getPack(tenantId, packId);
      if (pack?.draftRevision !== plan.draftRevision) return 'draft_changed';
      return await applyLocked(parts, tenantId, { ...load, packId }).catch(async (error: unknown) => {
        const settling = { outcome: 'restored', nowMs: parts.nowMs() } as const;
        // If even this fails, the next work on the pack does it.
        await content.settleDraft(tenantId, packId, settling).catch(() => undefined);
        throw error;
      });
    });
  } catch (error) {
    if (plan.packId === null) await deleteIfEmpty(parts, tenantId, packId).catch(() => undefined);
    throw error;
  }
}

/** Deletes a pack that was created for a load, if nothing of it was published or kept. */
async function deleteIfEmpty(
  { content }: LoaderDependencies,
  tenantId: TenantId,
  packId: PackId,
): Promise<void> {
  const pack = await content.getPack(tenantId, packId);
  if (pack === null || pack.latestVersion > 0) return;
  if (pack.draft.documentCount + pack.draft.curatedCount === 0) await content.deletePack(tenantId, packId);
}

async function applyLocked(
  parts: LoadReading,
  tenantId: TenantId,
  { packId, folder, plan, options }: PlanToApply & { readonly packId: PackId },
): Promise<LoadedPack> {
  const { content, spool, nowMs } = parts;
  const signal = options.signal ?? never;
  await importGoldenFile(parts.golden, tenantId, { packId, folder, skipFaulty: options.skipFaulty });
  await applyLoadPlan({ content, spool, nowMs }, tenantId, { packId, plan, signal });
  const kind =
    options.draftOnly === true ? 'draft' : await publish(parts, tenantId, { packId, signal, options });
  // A publication without changes does not settle the draft, but what was noted about the folder must be kept.
  await content.settleDraft(tenantId, packId, { outcome: 'kept', nowMs: nowMs() });
  const { description } = folder;
  if (description !== null) await content.updatePack(tenantId, packId, { description, nowMs: nowMs() });
  const pack = await content.getPack(tenantId, packId);
  if (pack === null) throw new UserError('The pack was deleted while it was loaded.');
  const version = await findServedVersion(content, tenantId, pack);
  return { kind, pack, version, plan, ...countActions(plan), unchanged: plan.unchangedCount };
}

async function publish(
  parts: LoadReading,
  tenantId: TenantId,
  {
    packId,
    signal,
    options,
  }: { readonly packId: PackId; readonly signal: AbortSignal; readonly options: LoadOptions },
): Promise<'published' | 'unchanged'> {
  const versionsKept = options.versionsKept ?? packLimits.versionsKept;
  const { checkGate = refuseGated(parts), forcedNote = null } = options;
  const published = await publishPack({ ...parts, versionsKept, checkGate }, tenantId, {
    packId,
    note: forcedNote ?? '',
    isForced: forcedNote !== null,
    signal,
    onProgress: (done, total) => options.onProgress(done, total, 'publishing'),
  });
  if (published.kind === 'unknown_pack') throw new UserError('The pack was deleted while it was loaded.');
  if (published.kind === 'draft_keeps_changing') throw new UserError(keepsChanging);
  if (published.kind === 'gate_closed' || published.kind === 'document_fault')
    throw new UserError(`${published.reason}\nThe draft is as it was before the load.`);
  return published.kind;
}

/** For callers that have no models to run an evaluation with. */
function refuseGated({ golden }: LoaderDependencies): CheckGate {
  return async (tenantId, { staged }) =>
    (await golden.getGate(tenantId, staged.pack.packId)) === null
      ? { kind: 'open', note: '' }
      : {
          kind: 'closed',
          reason: 'Nothing was published: the pack has a gate, which cannot be checked here.',
        };
}

async function createPack(
  { content, nowMs }: LoaderDependencies,
  tenantId: TenantId,
  { name, description }: OpenedFolder,
): Promise<PackId | 'name_taken'> {
  const packs = await content.listPacks(tenantId, { after: null, limit: packLimits.packsMax });
  if (packs.length >= packLimits.packsMax)
    throw new UserError(`A tenant has at most ${packLimits.packsMax} content packs: delete one first.`);
  const packId = newId('pack', nowMs());
  try {
    await content.createPack(tenantId, { packId, name, description: description ?? '', nowMs: nowMs() });
    return packId;
  } catch (error) {
    if (error instanceof AppError && error.code === 'pack_conflict') return 'name_taken';
    throw error;
  }
}

/** Waits a while for other work on the pack to end. */
async function withPackLock<Result>(
  { tryPackLock }: LoaderDependencies,
  packId: PackId,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 0; tries < lockTriesMax; tries += 1) {
    const locked = await tryPackLock(packId, work);
    if (locked.kind === 'done') return locked.value;
  }
  throw new UserError('Another process is loading into this pack. Try again when it has finished.');
}
