import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PackId, PackVersion, TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore, RevisionName } from '../interfaces/knowledge-store.ts';
import type { Passage, PassageSearch } from '../interfaces/passage-search.ts';
import { isMendable } from './mendable-search.ts';
import { passagesOf } from './passages-of.ts';

export interface StagingParts {
  readonly knowledge: KnowledgeStore;
  readonly search: PassageSearch;
}

export interface StagingWish {
  readonly signal: AbortSignal;
  /** Of the documents and pairs that are new in this version. */
  readonly onProgress: (done: number, total: number) => void;
}

/** A draft that the search has, as the version that it would be published as; nobody finds it until that is named. */
export interface StagedDraft {
  readonly pack: PackVersion;
  readonly draftRevision: number;
  readonly latestVersion: number;
  /** Whether it differs from the latest version. */
  readonly isChanged: boolean;
  readonly passageCount: number;
}

const passagesAtOnce = 256;

/**
 * Puts the draft into the search as the next version. What was staged before under this number is replaced. The caller
 * sees to it that nobody else stages the same pack meanwhile.
 */
export async function stageDraft(
  parts: StagingParts,
  tenantId: TenantId,
  { packId, ...wish }: StagingWish & { readonly packId: PackId },
): Promise<StagedDraft | 'draft_changed' | 'unknown_pack'> {
  const difference = await parts.knowledge.compareDraft(tenantId, packId);
  if (difference === null) return 'unknown_pack';
  const { latestVersion, draftRevision, added, removed } = difference;
  const next: PackVersion = { packId, version: latestVersion + 1 };
  const passageCount = await stageNext(parts, tenantId, { next, latestVersion, added, removed }, wish);
  if (passageCount === null) return 'draft_changed';
  const isChanged = added.length + removed.length > 0;
  return { pack: next, draftRevision, latestVersion, isChanged, passageCount };
}

interface Staging {
  readonly next: PackVersion;
  readonly latestVersion: number;
  readonly added: readonly RevisionName[];
  readonly removed: readonly RevisionName[];
}

/** On the version before where the search has it whole, else from nothing. Null where the draft moved on meanwhile. */
async function stageNext(
  parts: StagingParts,
  tenantId: TenantId,
  staging: Staging,
  wish: StagingWish,
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
  parts: StagingParts,
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

interface Revisions extends StagingWish {
  readonly pack: PackVersion;
  readonly base: number | null;
  readonly removed: readonly RevisionName[];
  readonly names: readonly RevisionName[];
}

/** Puts a version into the search. Null where one of its revisions is no longer to be had. */
async function stageRevisions(
  { knowledge, search }: StagingParts,
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
