import { isDeepStrictEqual } from 'node:util';
import {
  type CreateSourceRequest,
  credentialsFault,
  type SourceConnection,
  sourceLimits,
  type UpdateSourceRequest,
} from '@avow/contract';
import {
  AppError,
  type CuratedId,
  type DocumentId,
  newId,
  type PackId,
  type SourceId,
  type TenantId,
} from '@avow/foundation';
import type { TryPackLock } from '../../limits/pack-lock.ts';
import { type ContentStore, splitIntoBatches } from '../content/content-store.ts';
import type { Source, SourceSettings, SourceStore } from './source-store.ts';
import type { Sources } from './sources.ts';
import { newRun } from './sync/sync-source.ts';

export interface SourceDependencies {
  readonly sources: SourceStore;
  readonly content: ContentStore;
  readonly tryPackLock: TryPackLock;
  /** Why a source cannot be read from here, as far as its settings show; null if it may be. */
  readonly refuse: (connection: SourceConnection) => string | null;
  /** Called when a sync is to start. */
  readonly onRequested: () => void;
  readonly nowMs: () => number;
}

const minuteMs = 60_000;
const removalsPerBatch = 500;
const lockTriesMax = 40;

export function createSources(parts: SourceDependencies): Sources {
  const { sources, content, nowMs } = parts;
  const get = async (tenantId: TenantId, packId: PackId, sourceId: SourceId): Promise<Source> => {
    const source = await sources.getSource(tenantId, packId, sourceId);
    if (source === null) throw new AppError('not_found');
    return source;
  };
  return {
    get,
    create: createCreate(parts, get),
    list: async (tenantId, packId, page) =>
      (await content.getPack(tenantId, packId)) === null
        ? null
        : await sources.listSources(tenantId, packId, page),
    async update(tenantId, packId, sourceId, given) {
      const before = await get(tenantId, packId, sourceId);
      const settings = changeSettings(before, given);
      checkChange(parts, { before, settings, given });
      const isRead =
        !isDeepStrictEqual(settings.connection, before.connection) ||
        !isDeepStrictEqual(settings.groups, before.groups);
      const isScheduled = settings.status === 'active' && settings.everyMs !== null;
      // Settings that were repaired are tried at once.
      const isDueNow = isRead || given.credentials !== undefined || before.status === 'paused';
      const nextAtMs = isDueNow
        ? nowMs()
        : Math.min(before.dueAtMs ?? nowMs(), nowMs() + (settings.everyMs ?? 0));
      const credentials = given.credentials === undefined ? {} : { credentials: given.credentials ?? {} };
      const isUpdated = await sources.updateSource(tenantId, sourceId, {
        ...{ settings, ...credentials, forgets: isRead, nowMs: nowMs() },
        ...{ connectionBefore: before.connection, dueAtMs: isScheduled ? nextAtMs : null },
      });
      const after = await get(tenantId, packId, sourceId);
      if (!isUpdated)
        throw new AppError('pack_conflict', {
          detail: 'The connection of the source was changed at the same time. Look at it and try again.',
        });
      parts.onRequested();
      return after;
    },
    async delete(tenantId, packId, sourceId, { documents }) {
      await get(tenantId, packId, sourceId);
      // Work on the pack that is under way may be that of this source.
      await withPackLock(parts, packId, async () => {
        await content.settleDraft(tenantId, packId, { outcome: 'restored', nowMs: nowMs() });
        if (documents === 'remove') await removeContent(parts, tenantId, { packId, sourceId });
        if (!(await sources.deleteSource(tenantId, packId, sourceId))) throw new AppError('not_found');
      });
    },
    async sync(tenantId, packId, sourceId, given) {
      const { dueAtMs } = await get(tenantId, packId, sourceId);
      const options = { isDryRun: given.dry_run, allowsRemovals: given.allow_removals, isFull: given.full };
      const run = newRun('request', nowMs(), options);
      // The schedule goes on from the end of this sync; a dry run does not change it.
      const started = await sources.startSync(tenantId, sourceId, { run, dueAtMs });
      if (started === 'unknown') throw new AppError('not_found');
      if (started === 'running')
        throw new AppError('invalid_state', { detail: 'A sync of this source is in progress.' });
      if (started === 'paused')
        throw new AppError('invalid_state', { detail: 'The source is paused. Resume it first.' });
      parts.onRequested();
      return await get(tenantId, packId, sourceId);
    },
  };
}

function createCreate(
  { sources, refuse, onRequested, nowMs }: SourceDependencies,
  get: Sources['get'],
): Sources['create'] {
  return async (tenantId, packId, given, createdBy) => {
    requireAllowed(refuse(given.connection));
    const createdAtMs = nowMs();
    const sourceId = newId('src', createdAtMs);
    const { sourcesMax } = sourceLimits;
    const outcome = await sources.createSource(
      tenantId,
      {
        ...settingsOf(given),
        ...{ sourceId, packId, name: given.name, createdAtMs, createdBy, dueAtMs: null },
        ...{ credentials: given.credentials ?? {}, run: newRun('request', createdAtMs) },
      },
      sourcesMax,
    );
    if (outcome === 'unknown_pack') throw new AppError('not_found');
    if (outcome === 'name_taken')
      throw new AppError('pack_conflict', { detail: `The pack already has a source ${given.name}.` });
    if (outcome === 'too_many')
      throw new AppError('invalid_state', {
        detail: `A content pack can have ${sourcesMax} sources. Remove one first.`,
      });
    onRequested();
    return await get(tenantId, packId, sourceId);
  };
}

function settingsOf(given: CreateSourceRequest): SourceSettings {
  return {
    ...{ connection: given.connection, groups: given.groups, publish: given.publish, status: 'active' },
    everyMs: toMs(given.sync_every_minutes),
    removalPercentMax: given.removal_limit_percent,
  };
}

const toMs = (minutes: number | null) => (minutes === null ? null : minutes * minuteMs);

function changeSettings(before: Source, given: UpdateSourceRequest): SourceSettings {
  const { connection, groups, sync_every_minutes: every, publish, removal_limit_percent, status } = given;
  return {
    connection: connection ?? before.connection,
    groups: groups ?? before.groups,
    everyMs: every === undefined ? before.everyMs : toMs(every),
    publish: publish ?? before.publish,
    removalPercentMax: removal_limit_percent ?? before.removalPercentMax,
    status: status ?? before.status,
  };
}

function checkChange(
  { refuse }: SourceDependencies,
  {
    before,
    settings,
    given,
  }: { readonly before: Source; readonly settings: SourceSettings; readonly given: UpdateSourceRequest },
): void {
  const { connection } = settings;
  if (connection.kind !== before.connection.kind)
    throw invalid('/connection/kind', `Must stay ${before.connection.kind}: add another source instead`);
  requireAllowed(refuse(connection));
  if (given.credentials === undefined) {
    // Otherwise somebody could have them sent to a host of their own, or read with them what they may not read.
    const changed = before.credentialNames.length > 0 ? scopeChanges(before.connection, connection) : [];
    if (changed.length > 0)
      throw invalid(
        '/credentials',
        `Must be given again, since they would be used for something else: ${changed.join(', ')} of the connection would change`,
      );
    return;
  }
  const fault = credentialsFault(connection.kind, given.credentials);
  if (fault !== null) throw invalid('/credentials', fault);
}

/** The addresses that a source is reached at, as far as they are settings. */
export function addressesOf(connection: SourceConnection): string[] {
  const {
    url,
    endpoint,
    login_endpoint: login,
  } = {
    ...{ url: null, endpoint: null, login_endpoint: null },
    ...connection,
  };
  return [url, endpoint, login].filter((address) => address !== null);
}

function requireAllowed(refusal: string | null): void {
  if (refusal !== null) throw invalid('/connection', `Not allowed: ${refusal}`);
}

function invalid(pointer: string, message: string): AppError {
  return new AppError('validation_failed', { errors: [{ pointer, code: 'invalid_value', message }] });
}

async function withPackLock(
  { tryPackLock }: SourceDependencies,
  packId: PackId,
  work: () => Promise<void>,
): Promise<void> {
  for (let tries = 0; tries < lockTriesMax; tries += 1)
    if ((await tryPackLock(packId, work)).kind === 'done') return;
  throw new AppError('pack_conflict', {
    detail: 'The content pack is being worked on. Try again when that has ended, or cancel its job.',
  });
}

async function removeContent(
  { content, nowMs }: SourceDependencies,
  tenantId: TenantId,
  { packId, sourceId }: { readonly packId: PackId; readonly sourceId: SourceId },
): Promise<void> {
  const loaded = (await content.listLoaded(tenantId, packId)).filter((item) => item.sourceId === sourceId);
  for (const items of splitIntoBatches(loaded, removalsPerBatch)) {
    const ids = items.map(({ id }) => id);
    await content.changeDraft(tenantId, packId, {
      removeDocuments: ids.filter((id): id is DocumentId => id.startsWith('doc_')),
      removePairs: ids.filter((id): id is CuratedId => id.startsWith('qna_')),
      removeLoaded: ids,
      nowMs: nowMs(),
    });
  }
}

type Settings = Readonly<Record<string, unknown>>;

/** Settings that neither change where a source reads nor which items of it are used: how much, how fast and for whom. */
const otherSettings: ReadonlySet<string> = new Set([
  ...['pages_max', 'depth_max', 'delay_ms', 'minutes_max', 'entries_max'],
  'access_map',
]);

/**
 * The settings by which two connections differ in what credentials are used for. A setting counts unless it is known not
 * to, so that a new one does.
 */
function scopeChanges(before: SourceConnection, after: SourceConnection): readonly string[] {
  const [one, other]: readonly Settings[] = [before, after];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !otherSettings.has(name) && !isDeepStrictEqual(one?.[name], other?.[name]),
  );
}
