import { setImmediate as nextTurn } from 'node:timers/promises';
import { packPublishedEvent } from '../events/pack-events.ts';
import type { PackId, PackVersion, TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore, Pack, RevisionName } from '../interfaces/knowledge-store.ts';
import type { Passage, PassageSearch } from '../interfaces/passage-search.ts';
import { isMendable } from './mendable-search.ts';
import { passagesOf } from './passages-of.ts';

export interface PublishParts {
  readonly knowledge: KnowledgeStore;
  readonly search: PassageSearch;
  readonly nowMs: () => number;
  /** How many versions can be gone back to. */
  readonly versionsKept: number;
}

export interface PublishWish {
  readonly packId: PackId;
  readonly note: string;
  readonly signal: AbortSignal;
  /** Of the documents and pairs that are new in this version. */
  readonly onProgress: (done: number, total: number) => void;
}

interface PublishedVersion {
  readonly kind: 'published' | 'unchanged';
  readonly version: number;
}

export type Published =
  | PublishedVersion
  | { readonly kind: 'unknown_pack' }
  | { readonly kind: 'draft_keeps_changing' };

const triesMax = 5;
const passagesAtOnce = 256;

/**
 * Publishes the draft as the next version. It is searched only once the store has switched to it, so that a publication
 * that breaks off anywhere leaves the served version whole; what it staged is replaced by the next one. The caller sees
 * to it that nobody else publishes the same pack meanwhile.
 */
export async function publishPack(
  parts: PublishParts,
  tenantId: TenantId,
  wish: PublishWish,
): Promise<Published> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const pack = await parts.knowledge.getPack(tenantId, wish.packId);
    if (pack === null) return await forgotten(parts, tenantId, wish.packId);
    const published = await publishOnce(parts, tenantId, pack, wish);
    if (published === 'unknown_pack') return await forgotten(parts, tenantId, wish.packId);
    if (published === 'draft_changed') continue;
    await clearOldVersions(parts, tenantId, wish.packId);
    return published;
  }
  return { kind: 'draft_keeps_changing' };
}

async function publishOnce(
  parts: PublishParts,
  tenantId: TenantId,
  pack: Pack,
  wish: PublishWish,
): Promise<PublishedVersion | 'draft_changed' | 'unknown_pack'> {
  const { knowledge } = parts;
  const difference = await knowledge.compareDraft(tenantId, pack.packId);
  if (difference === null) return 'unknown_pack';
  const { latestVersion, draftRevision, added, removed } = difference;
  const isChanged = added.length + removed.length > 0;
  if (!isChanged && latestVersion > 0 && pack.servedVersion === latestVersion)
    return { kind: 'unchanged', version: latestVersion };

  const next: PackVersion = { packId: pack.packId, version: latestVersion + 1 };
  const passageCount = await stageNext(parts, tenantId, { next, latestVersion, added, removed }, wish);
  if (passageCount === null) return 'draft_changed';
  wish.signal.throwIfAborted();
  const nowMs = parts.nowMs();
  const { documentCount, curatedCount } = pack.draft;
  // Where the draft changed since the counts were read, nothing is published under them.
  const event = packPublishedEvent({ ...next, documentCount, curatedCount, passageCount }, nowMs);
  const outcome = await knowledge.publishVersion(tenantId, {
    ...next,
    draftRevision,
    passageCount,
    note: wish.note,
    nowMs,
    events: [event],
  });
  return outcome === 'published' ? { kind: 'published', version: next.version } : outcome;
}

interface Staging {
  readonly next: PackVersion;
  readonly latestVersion: number;
  readonly added: readonly RevisionName[];
  readonly removed: readonly RevisionName[];
}

/** On the version before where the search has it whole, else from nothing. Null where the draft moved on meanwhile. */
async function stageNext(
  parts: PublishParts,
  tenantId: TenantId,
  staging: Staging,
  wish: PublishWish,
): Promise<number | null> {
  const { next, latestVersion, added, removed } = staging;
  const latest = { packId: next.packId, version: latestVersion };
  const stage = (
    base: number | null,
    change: { readonly added: readonly RevisionName[]; readonly removed: readonly RevisionName[] },
  ) =>
    stageRevisions(parts, tenantId, {
      ...wish,
      pack: next,
      base,
      removed: change.removed,
      names: change.added,
    });
  if (latestVersion > 0 && (await parts.search.hasVersion(tenantId, latest))) {
    try {
      return await stage(latestVersion, { added, removed });
    } catch (error) {
      if (!isMendable(error)) throw error;
    }
  }
  const before = latestVersion === 0 ? [] : await parts.knowledge.listVersionRevisions(tenantId, latest);
  if (before === null) return null;
  const gone = new Set(removed.map(nameText));
  const names = [...before.filter((name) => !gone.has(nameText(name))), ...added];
  return await stageWhole(parts, tenantId, { ...wish, pack: next, names });
}

/** From nothing. Where even that is kept from it by files that are damaged, all files of the pack go first. */
export async function stageWhole(
  parts: Pick<PublishParts, 'knowledge' | 'search'>,
  tenantId: TenantId,
  wish: Omit<Revisions, 'base' | 'removed'>,
): Promise<number | null> {
  const revisions: Revisions = { ...wish, base: null, removed: [] };
  try {
    return await stageRevisions(parts, tenantId, revisions);
  } catch (error) {
    if (!isMendable(error)) throw error;
    await parts.search.prune(tenantId, { packId: wish.pack.packId, keep: [] });
    return await stageRevisions(parts, tenantId, revisions);
  }
}

function nameText({ id, revision }: RevisionName): string {
  return `${id} ${revision}`;
}

interface Revisions extends Pick<PublishWish, 'signal' | 'onProgress'> {
  readonly pack: PackVersion;
  readonly base: number | null;
  readonly removed: readonly RevisionName[];
  readonly names: readonly RevisionName[];
}

/** Puts a version into the search. Null where one of its revisions is no longer to be had. */
async function stageRevisions(
  { knowledge, search }: Pick<PublishParts, 'knowledge' | 'search'>,
  tenantId: TenantId,
  { pack, base, removed, names, signal, onProgress }: Revisions,
): Promise<number | null> {
  let isGone = false;
  /** Cut as they are asked for: a pack need not fit into memory. */
  async function* readPassages(): AsyncGenerator<readonly Passage[]> {
    let gathered: Passage[] = [];
    for (const [position, name] of names.entries()) {
      signal.throwIfAborted();
      onProgress(position, names.length);
      const revision = await knowledge.getRevision(tenantId, pack.packId, name);
      if (revision === null) {
        isGone = true;
        throw new Error('a revision is gone');
      }
      gathered.push(...passagesOf(revision));
      if (gathered.length < passagesAtOnce) continue;
      yield gathered;
      gathered = [];
      // Cutting takes the processor for a while: let others have their turn.
      await nextTurn();
    }
    onProgress(names.length, names.length);
    if (gathered.length > 0) yield gathered;
  }

  const version = { pack, base, removed, added: readPassages() };
  try {
    return (await search.stageVersion(tenantId, version, () => undefined)).passageCount;
  } catch (error) {
    signal.throwIfAborted();
    if (isGone) return null;
    throw error;
  }
}

/** Retires what is beyond the number kept, and leaves in the search what can still be served, and nothing else. */
export async function clearOldVersions(
  { knowledge, search, versionsKept }: Omit<PublishParts, 'nowMs'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<void> {
  await knowledge.retireVersions(tenantId, packId, versionsKept);
  await search.prune(tenantId, { packId, keep: await listKept(knowledge, tenantId, packId) });
}

const versionsPage = 200;

/** Retired versions are listed too, newest first: those that are kept are few, and near the beginning but for a served old one. */
async function listKept(knowledge: KnowledgeStore, tenantId: TenantId, packId: PackId): Promise<number[]> {
  const kept: number[] = [];
  for (let before: number | null = null; ; ) {
    const page = await knowledge.listVersions(tenantId, packId, { before, limit: versionsPage });
    kept.push(...page.filter(({ isRetired }) => !isRetired).map(({ version }) => version));
    before = page.at(-1)?.version ?? null;
    if (before === null || page.length < versionsPage) return kept;
  }
}

/** The pack was deleted meanwhile: what was staged for it goes too. */
async function forgotten(parts: PublishParts, tenantId: TenantId, packId: PackId): Promise<Published> {
  await parts.search.prune(tenantId, { packId, keep: [] });
  return { kind: 'unknown_pack' };
}
