import type { CuratedPair, StoredDocument } from '@avow/answering';
import { AppError, type CuratedId, type DocumentId, type PackId, type TenantId } from '@avow/foundation';
import type { RevisionName } from '@avow/search';
import type { TryPackLock } from '../../limits/pack-lock.ts';
import { pairToPut } from '../curated/curated.ts';
import { type ContentStore, type DraftChange, splitIntoBatches } from './content-store.ts';

/** A text of a pack: a document or a curated pair. */
export type DraftText =
  | { readonly kind: 'document'; readonly document: StoredDocument }
  | { readonly kind: 'pair'; readonly pair: CuratedPair };

/** How the draft differs in one text from the version it is compared with. At least one side is given. */
export interface TextChange {
  readonly id: DocumentId | CuratedId;
  /** Null: nothing was ever published. */
  readonly version: number | null;
  readonly before: DraftText | null;
  readonly after: DraftText | null;
}

export interface DraftChanges {
  /** Ordered by id, documents first. Null: no such pack. */
  listChanges(
    tenantId: TenantId,
    packId: PackId,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<TextChange[] | null>;
  /** Null: no such pack, or the draft does not differ in this text. */
  getChange(tenantId: TenantId, packId: PackId, id: string): Promise<TextChange | null>;
  /**
   * Brings texts of the draft back to what it is compared with, and returns how many: those with these ids, or all that
   * differ. Null: no such pack. Rejects with `pack_conflict` while a job changes the draft.
   */
  discardChanges(tenantId: TenantId, packId: PackId, ids: readonly string[] | null): Promise<number | null>;
}

interface Sides {
  before: RevisionName | null;
  after: RevisionName | null;
}

interface Comparison {
  readonly version: number | null;
  readonly changed: ReadonlyMap<string, Readonly<Sides>>;
}

const keyOf = ({ id, revision }: RevisionName) => `${id} ${revision}`;

export interface DraftChangeParts {
  readonly content: ContentStore;
  readonly tryPackLock: TryPackLock;
  readonly nowMs: () => number;
}

/** A large discard is committed in several parts. */
const textsPerCommit = 100;

/** Compares drafts with what is published, or with the latest version if nothing is. */
export function createDraftChanges({ content, tryPackLock, nowMs }: DraftChangeParts): DraftChanges {
  /** What the draft adds to a version and removes from it. */
  const compareWith = async (tenantId: TenantId, packId: PackId, version: number) => {
    const drafted = await content.compareDraft(tenantId, packId);
    if (drafted === null || drafted.latestVersion === version || version === 0) return drafted;
    // An earlier version is served again: the store compares with the latest only.
    const latest = await content.listVersionRevisions(tenantId, { packId, version: drafted.latestVersion });
    const served = await content.listVersionRevisions(tenantId, { packId, version });
    if (latest === null || served === null) return drafted;
    const removed = new Set(drafted.removed.map(keyOf));
    const draft = [...latest.filter((name) => !removed.has(keyOf(name))), ...drafted.added];
    const [inDraft, inServed] = [new Set(draft.map(keyOf)), new Set(served.map(keyOf))];
    return {
      added: draft.filter((name) => !inServed.has(keyOf(name))),
      removed: served.filter((name) => !inDraft.has(keyOf(name))),
    };
  };

  const compare = async (tenantId: TenantId, packId: PackId): Promise<Comparison | null> => {
    const pack = await content.getPack(tenantId, packId);
    if (pack === null) return null;
    const version = pack.servedVersion ?? pack.latestVersion;
    const difference = await compareWith(tenantId, packId, version);
    if (difference === null) return null;
    const changed = new Map<string, Sides>();
    for (const name of difference.removed) changed.set(name.id, { before: name, after: null });
    for (const name of difference.added)
      changed.set(name.id, { before: changed.get(name.id)?.before ?? null, after: name });
    return { version: version === 0 ? null : version, changed };
  };

  /** Null if the draft was changed in the meantime. */
  const read = async (
    tenantId: TenantId,
    packId: PackId,
    { version, changed }: Comparison,
    id: string,
  ): Promise<TextChange | null> => {
    const { before: old, after: next } = changed.get(id) ?? { before: null, after: null };
    const before = old === null ? null : await content.getRevision(tenantId, packId, old);
    const after = next === null ? null : await content.getRevision(tenantId, packId, next);
    if ((old !== null && before === null) || (next !== null && after === null)) return null;
    if (before === null && after === null) return null;
    return { id: id as TextChange['id'], version, before, after };
  };

  /** Removals come before what is brought back, which may need the path of an added document. */
  const discard = async (
    tenantId: TenantId,
    packId: PackId,
    ids: readonly string[] | null,
  ): Promise<number | null> => {
    const comparison = await compare(tenantId, packId);
    if (comparison === null) return null;
    const wanted = [...comparison.changed].filter(([id]) => ids === null || ids.includes(id));
    const [added, others] = [
      wanted.filter(([, { before }]) => before === null).map(([id]) => id),
      wanted.filter(([, { before }]) => before !== null).map(([id]) => id),
    ];
    for (const batch of splitIntoBatches(added, textsPerCommit))
      await content.changeDraft(tenantId, packId, { ...removalOf(batch), nowMs: nowMs() });
    for (const batch of splitIntoBatches(others, textsPerCommit)) {
      const texts: DraftText[] = [];
      for (const id of batch) {
        const change = await read(tenantId, packId, comparison, id);
        if (change?.before != null) texts.push(change.before);
      }
      await content.changeDraft(tenantId, packId, { ...putOf(texts), nowMs: nowMs() });
    }
    return wanted.length;
  };

  return {
    discardChanges: async (tenantId, packId, ids) => {
      const attempt = await tryPackLock(packId, () => discard(tenantId, packId, ids));
      if (attempt.kind === 'done') return attempt.value;
      throw new AppError('pack_conflict', {
        detail: 'A job is changing the draft of this content pack. Try again when it has ended.',
      });
    },
    listChanges: async (tenantId, packId, { after, limit }) => {
      const comparison = await compare(tenantId, packId);
      if (comparison === null) return null;
      const ids = [...comparison.changed.keys()].filter((id) => after === null || id > after).toSorted();
      const found: TextChange[] = [];
      // One after the other: their texts need not be in memory at the same time.
      for (const id of ids.slice(0, limit)) {
        const change = await read(tenantId, packId, comparison, id);
        if (change !== null) found.push(change);
      }
      return found;
    },
    getChange: async (tenantId, packId, id) => {
      const comparison = await compare(tenantId, packId);
      return comparison === null ? null : await read(tenantId, packId, comparison, id);
    },
  };
}

const removalOf = (ids: readonly string[]): Omit<DraftChange, 'nowMs'> => ({
  removeDocuments: ids.filter((id): id is DocumentId => id.startsWith('doc_')),
  removePairs: ids.filter((id): id is CuratedId => id.startsWith('qna_')),
});

function putOf(texts: readonly DraftText[]): Omit<DraftChange, 'nowMs'> {
  return {
    putDocuments: texts.flatMap((text) => {
      if (text.kind !== 'document') return [];
      const { revision: _, updatedAtMs: __, ...document } = text.document;
      return [document];
    }),
    putPairs: texts.flatMap((text) => {
      if (text.kind !== 'pair') return [];
      const { curatedId, revision: _, updatedAtMs: __, ...pair } = text.pair;
      return [pairToPut(curatedId, pair)];
    }),
  };
}
