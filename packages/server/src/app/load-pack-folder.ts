import { systemClock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import { UserError } from '../errors/user-error.ts';
import { createGoldenSets } from '../evaluating/create-golden-sets.ts';
import { newId } from '../ids/typeid.ts';
import type { CheckGate } from '../interfaces/evaluations.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { Pack, Version } from '../interfaces/knowledge-store.ts';
import type { OpenedFolder } from '../knowledge/open-pack-folder.ts';
import { goldenFile, openPackFolder } from '../knowledge/open-pack-folder.ts';
import { packLimits } from '../knowledge/pack-limits.ts';
import { publishPack } from '../knowledge/publish-pack.ts';
import { type Synced, syncPackFolder } from '../knowledge/sync-pack-folder.ts';
import { openDocumentParser } from '../parsing/open-document-parser.ts';
import type { DataFolder } from './open-data-folder.ts';

export interface LoadedPack extends Synced {
  /** `draft`: read, and not published. */
  readonly kind: 'published' | 'unchanged' | 'draft';
  readonly pack: Pack;
  /** The one that is served now; null where none is. */
  readonly version: Version | null;
}

export interface LoadOptions {
  /** Publishes what could be read, even where some files could not. */
  readonly skipFaulty: boolean;
  /** Leaves what was read unpublished. */
  readonly draftOnly?: boolean;
  readonly versionsKept?: number;
  /** Left out: a pack that has a gate is not published. */
  readonly checkGate?: CheckGate;
  /** Whatever the gate would say, with a note that says why; null: as the gate says. */
  readonly forcedNote?: string | null;
  readonly signal?: AbortSignal;
  /** Of files read, then of documents and pairs published. */
  readonly onProgress: (done: number, total: number, step: 'reading' | 'publishing') => void;
}

type LoadData = Pick<DataFolder, 'store' | 'search' | 'tryAlone'>;

const never = new AbortController().signal;
const turnsMax = 20;

/** Makes a pack what a folder is, and publishes it; where files are faulty and may not be skipped, it stays unpublished. */
export async function loadPackFolder(
  data: LoadData,
  tenantId: TenantId,
  path: string,
  options: LoadOptions,
): Promise<LoadedPack> {
  const folder = await openPackFolder(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    throw new UserError(`The folder ${path} cannot be read (${error.code}).`, { cause: error });
  });
  const packId = await findOrCreatePack(data, tenantId, folder);
  return await inTurn(data, packId, () => loadAlone(data, tenantId, { packId, folder, options }));
}

async function loadAlone(
  data: LoadData,
  tenantId: TenantId,
  load: { readonly packId: PackId; readonly folder: OpenedFolder; readonly options: LoadOptions },
): Promise<LoadedPack> {
  const { packId, folder, options } = load;
  const { knowledge } = data.store;
  const { nowMs } = systemClock;
  const signal = options.signal ?? never;
  const parser = openDocumentParser();
  const synced = await syncPackFolder({ knowledge, parser, limits: packLimits, nowMs }, tenantId, {
    packId,
    folder,
    signal,
    onProgress: (done, total) => options.onProgress(done, total, 'reading'),
  }).finally(() => parser.close());
  await takeGolden(data, tenantId, { packId, folder });
  if (options.draftOnly === true)
    return await describeLoaded(data, tenantId, { ...synced, packId, kind: 'draft' });
  if (synced.faults.length > 0 && !options.skipFaulty) throw faultyFolder(synced);
  const versionsKept = options.versionsKept ?? packLimits.versionsKept;
  const { checkGate = refuseGated(data), forcedNote = null } = options;
  const parts = { knowledge, search: data.search, nowMs, versionsKept, checkGate };
  const published = await publishPack(parts, tenantId, {
    packId,
    note: forcedNote ?? '',
    isForced: forcedNote !== null,
    signal,
    onProgress: (done, total) => options.onProgress(done, total, 'publishing'),
  });
  if (published.kind === 'unknown_pack') throw new UserError('The pack was deleted while it was loaded.');
  if (published.kind === 'draft_keeps_changing')
    throw new UserError('The pack was changed again and again while it was loaded. Nothing was published.');
  if (published.kind === 'gate_closed') throw new UserError(published.reason);
  return await describeLoaded(data, tenantId, { ...synced, packId, kind: published.kind });
}

/** Puts the questions of `golden.json` into the golden set: all of them, or none and a fault for each place. */
async function takeGolden(
  { store }: LoadData,
  tenantId: TenantId,
  { packId, folder }: { readonly packId: PackId; readonly folder: OpenedFolder },
): Promise<void> {
  if (folder.golden === undefined) return;
  const { knowledge, golden } = store;
  try {
    const sets = createGoldenSets({ knowledge, golden, clock: systemClock });
    await sets.importFile(tenantId, packId, folder.golden);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error;
    const { errors, detail = error.code } = error.options;
    for (const { pointer, message } of errors ?? [{ pointer: '', message: detail }])
      folder.addFault(goldenFile, pointer === '' ? message : `${pointer}: ${message}`);
  }
}

/** For whoever loads packs without anything that could ask their golden sets. */
function refuseGated({ store }: LoadData): CheckGate {
  return async (tenantId, { staged }) =>
    (await store.golden.getGate(tenantId, staged.pack.packId)) === null
      ? { kind: 'open', note: '' }
      : {
          kind: 'closed',
          reason: 'Nothing was published: the pack has a gate, which is not looked at here.',
        };
}

function faultyFolder({ faults }: Synced): UserError {
  const list = faults.map(({ file, reason }) => `  ${file}: ${reason}`).join('\n');
  return new UserError(
    `Nothing was published, since some files cannot be read:\n${list}\nMend them, or publish the rest with --skip-faulty.`,
  );
}

async function describeLoaded(
  { store }: LoadData,
  tenantId: TenantId,
  loaded: Synced & { readonly packId: PackId; readonly kind: LoadedPack['kind'] },
): Promise<LoadedPack> {
  const pack = await store.knowledge.getPack(tenantId, loaded.packId);
  if (pack === null) throw new UserError('The pack was deleted while it was loaded.');
  return { ...loaded, pack, version: await findServed(store, tenantId, pack) };
}

/** The version of a pack that is served. */
export async function findServed(
  { knowledge }: Pick<DataFolder['store'], 'knowledge'>,
  tenantId: TenantId,
  { packId, servedVersion }: Pack,
): Promise<Version | null> {
  if (servedVersion === null) return null;
  const [found] = await knowledge.listVersions(tenantId, packId, { before: servedVersion + 1, limit: 1 });
  return found ?? null;
}

async function findOrCreatePack(
  { store }: LoadData,
  tenantId: TenantId,
  { name, description }: OpenedFolder,
): Promise<PackId> {
  const { knowledge } = store;
  const nowMs = systemClock.nowMs();
  const found = await knowledge.findPackByName(tenantId, name);
  if (found !== null) {
    if (found.description !== description)
      await knowledge.updatePack(tenantId, found.packId, { description, nowMs });
    return found.packId;
  }
  const packs = await knowledge.listPacks(tenantId, { after: null, limit: packLimits.packsMax });
  if (packs.length >= packLimits.packsMax)
    throw new UserError(`A tenant has at most ${packLimits.packsMax} content packs: delete one first.`);
  const packId = newId('pack', nowMs);
  await knowledge.createPack(tenantId, { packId, name, description, nowMs });
  return packId;
}

/** Waits a while for whoever works on the pack, and says so where that takes too long. */
async function inTurn<Result>(data: LoadData, packId: PackId, work: () => Promise<Result>): Promise<Result> {
  for (let turns = 0; turns < turnsMax; turns += 1) {
    const turn = await data.tryAlone(packId, work);
    if (turn.kind === 'done') return turn.value;
  }
  throw new UserError('Somebody else is loading into this pack. Try again when that has ended.');
}
