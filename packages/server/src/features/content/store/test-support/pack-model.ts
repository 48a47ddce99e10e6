import { isDeepStrictEqual } from 'node:util';
import type { CuratedPair, StoredDocument, Viewer } from '@avow/answering';
import type { PackId } from '@avow/foundation';
import type { RevisionName } from '@avow/search';
import type { DraftChange, Pack, Version } from '../../content-store.ts';
import type { PutDocument, PutPair } from './pack-samples.ts';

interface Revision<Put> {
  readonly put: Put;
  readonly revision: number;
  readonly updatedAtMs: number;
}

/** Everything in a draft or a version, by id. */
interface Content {
  readonly documents: ReadonlyMap<string, Revision<PutDocument>>;
  readonly pairs: ReadonlyMap<string, Revision<PutPair>>;
}

const nothing: Content = { documents: new Map(), pairs: new Map() };

function changeEntries<Put>(
  before: ReadonlyMap<string, Revision<Put>>,
  published: ReadonlyMap<string, Revision<Put>>,
  change: {
    readonly puts: ReadonlyArray<readonly [id: string, put: Put]>;
    readonly removals: readonly string[];
    readonly revision: number;
    readonly nowMs: number;
  },
): ReadonlyMap<string, Revision<Put>> {
  const after = new Map(before);
  for (const id of change.removals) after.delete(id);
  for (const [id, put] of change.puts) {
    const same = [before.get(id), published.get(id)].find((one) => isDeepStrictEqual(one?.put, put));
    after.set(id, same ?? { put, revision: change.revision, updatedAtMs: change.nowMs });
  }
  return after;
}

const namesIn = ({ documents, pairs }: Content): RevisionName[] => [
  ...[...documents.values()].map(({ put, revision }) => ({ id: put.documentId, revision })),
  ...[...pairs.values()].map(({ put, revision }) => ({ id: put.curatedId, revision })),
];

/** Ids and revisions alike: revisions never change, so that this is all there is to compare. */
const isSameContent = (one: Content, other: Content) =>
  isDeepStrictEqual(new Set(namesIn(one)), new Set(namesIn(other)));

export function toDocument({ put, revision, updatedAtMs }: Revision<PutDocument>): StoredDocument {
  return { ...put, revision, updatedAtMs };
}

export function toPair({ put, revision, updatedAtMs }: Revision<PutPair>): CuratedPair {
  const { keys: _, ...pair } = put;
  return { ...pair, revision, updatedAtMs };
}

function maySee({ put }: Revision<PutDocument | PutPair>, { groups, nowMs }: Viewer): boolean {
  const isMember = put.groups.length === 0 || put.groups.some((group) => groups.includes(group));
  const fromMs = 'validFromMs' in put ? (put.validFromMs ?? 0) : 0;
  const untilMs = 'validUntilMs' in put ? (put.validUntilMs ?? Infinity) : Infinity;
  return isMember && fromMs <= nowMs && nowMs < untilMs;
}

/** One pack as whole copies of its draft and of each version: the stores, which keep ranges, are compared with it. */
export class PackModel {
  readonly packId: PackId;
  draft: Content = nothing;
  readonly versions = new Map<number, { readonly version: Version; readonly content: Content }>();
  #head: Pick<Pack, 'name' | 'description' | 'createdAtMs' | 'updatedAtMs'>;
  #draftRevision = 0;
  #latest = 0;
  #served: number | null = null;

  constructor({
    packId,
    ...head
  }: Pick<Pack, 'packId' | 'name' | 'description'> & { readonly nowMs: number }) {
    const { name, description, nowMs } = head;
    this.packId = packId;
    this.#head = { name, description, createdAtMs: nowMs, updatedAtMs: nowMs };
  }

  get pack(): Pack {
    const { documents, pairs } = this.draft;
    return {
      packId: this.packId,
      ...this.#head,
      draftRevision: this.#draftRevision,
      draft: {
        documentCount: documents.size,
        curatedCount: pairs.size,
        isChanged: !isSameContent(this.draft, this.#published),
      },
      latestVersion: this.#latest,
      servedVersion: this.#served,
    };
  }

  get #published(): Content {
    return this.versions.get(this.#latest)?.content ?? nothing;
  }

  changeDraft(change: DraftChange): number | 'pack_conflict' {
    const { nowMs, putDocuments = [], putPairs = [], removeDocuments = [], removePairs = [] } = change;
    const at = { revision: this.#draftRevision + 1, nowMs };
    const after = {
      documents: changeEntries(this.draft.documents, this.#published.documents, {
        puts: putDocuments.map((put) => [put.documentId, put]),
        removals: removeDocuments,
        ...at,
      }),
      pairs: changeEntries(this.draft.pairs, this.#published.pairs, {
        // Keys are a set.
        puts: putPairs.map((put) => [put.curatedId, { ...put, keys: put.keys.toSorted() }]),
        removals: removePairs,
        ...at,
      }),
    };
    const sources = new Set([...after.documents.values()].map(({ put }) => put.source));
    if (sources.size < after.documents.size) return 'pack_conflict';
    if (isSameContent(this.draft, after)) return this.#draftRevision;
    this.draft = after;
    this.#draftRevision = at.revision;
    this.#touch(nowMs);
    return this.#draftRevision;
  }

  publish(wanted: Omit<Version, 'documentCount' | 'curatedCount' | 'isRetired'> & { draftRevision: number }) {
    const { version, draftRevision, passageCount, note, publishedAtMs } = wanted;
    if (draftRevision !== this.#draftRevision || version !== this.#latest + 1) return 'draft_changed';
    const { documentCount, curatedCount } = this.pack.draft;
    const counts = { documentCount, curatedCount, passageCount };
    const published = { packId: this.packId, version, ...counts, note, publishedAtMs, isRetired: false };
    this.versions.set(version, { version: published, content: this.draft });
    this.#latest = version;
    this.#served = version;
    this.#touch(publishedAtMs);
    return 'published';
  }

  serve(version: number | null, nowMs: number): 'served' | 'retired' | 'unknown' {
    if (version !== null) {
      const found = this.versions.get(version);
      if (found === undefined) return 'unknown';
      if (found.version.isRetired) return 'retired';
    }
    this.#served = version;
    this.#touch(nowMs);
    return 'served';
  }

  retire(keep: number): number[] {
    const present = [...this.versions.values()].filter(({ version }) => !version.isRetired);
    const retired = present
      .map(({ version }) => version.version)
      .toSorted((one, other) => other - one)
      .slice(keep)
      .filter((version) => version !== this.#latest && version !== this.#served)
      .toSorted((one, other) => one - other);
    for (const number of retired) {
      const { version } = this.versions.get(number) ?? {};
      if (version !== undefined) {
        this.versions.set(number, { version: { ...version, isRetired: true }, content: nothing });
      }
    }
    return retired;
  }

  rename(name: string, nowMs: number): void {
    this.#head = { ...this.#head, name };
    this.#touch(nowMs);
  }

  /** Every revision that the draft or a version holds. */
  retained(): Content[] {
    return [this.draft, ...[...this.versions.values()].map(({ content }) => content)];
  }

  difference(): { readonly added: RevisionName[]; readonly removed: RevisionName[] } {
    const [draft, published] = [namesIn(this.draft), namesIn(this.#published)];
    const without = (names: RevisionName[], others: RevisionName[]) =>
      names.filter((name) => !others.some((other) => isDeepStrictEqual(name, other)));
    return { added: without(draft, published), removed: without(published, draft) };
  }

  namesOf(version: number): RevisionName[] | null {
    const found = this.versions.get(version);
    return found === undefined || found.version.isRetired ? null : namesIn(found.content);
  }

  /** What is served, as the viewer sees it; or a version, or the draft. */
  seenBy(viewer: Viewer, state: number | 'draft' | null = this.#served): Content {
    const content = state === 'draft' ? this.draft : this.versions.get(state ?? 0)?.content;
    const { documents, pairs } = content ?? nothing;
    return {
      documents: new Map([...documents].filter(([, one]) => maySee(one, viewer))),
      pairs: new Map([...pairs].filter(([, one]) => maySee(one, viewer))),
    };
  }

  #touch(nowMs: number): void {
    this.#head = { ...this.#head, updatedAtMs: nowMs };
  }
}
