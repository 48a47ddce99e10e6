import { curatedPassages, documentPassages } from '@avow/answering';
import type { DocumentParser } from '@avow/documents';
import type { PackId, PackVersion, TenantId } from '@avow/foundation';
import type { Passage, PassageSearch, RevisionName } from '@avow/search';
import { findHistoricalReason } from '../../../path/retrieval/find-historical-reason.ts';
import type { ContentStore } from '../../content/content-store.ts';
import { isRepairable } from './search-faults.ts';

export interface StagingDependencies {
  readonly content: ContentStore;
  readonly search: PassageSearch;
  readonly parser: Pick<DocumentParser, 'forOwner'>;
}

export interface StagingOptions {
  readonly signal: AbortSignal;
  /** Counts the documents and pairs that are new in this version. */
  readonly onProgress: (done: number, total: number) => void;
}

/** A draft staged in the search engine as the next version; searches ignore it until they name that version. */
export interface StagedDraft {
  readonly pack: PackVersion;
  readonly draftRevision: number;
  readonly latestVersion: number;
  /** Whether it differs from the latest version. */
  readonly isChanged: boolean;
  readonly passageCount: number;
}

/** A document cannot be split into passages. Its path is not in the message, which may be logged. */
export class SplitFault extends Error {
  override readonly name = 'SplitFault';
  readonly source: string;
  readonly reason: string;

  constructor({ source, reason }: { readonly source: string; readonly reason: string }) {
    super(`a document ${reason}`);
    this.source = source;
    this.reason = reason;
  }

  /** A message for the operator, who may see the path. */
  describe(): string {
    return `The document ${this.source} ${this.reason}. Remove it, or split it into smaller documents.`;
  }
}

/** Larger batches would block the event loop while they are handed over. */
const passagesPerBatch = 256;

/**
 * Stages the draft in the search engine as the next version, replacing anything staged under this number before. The caller
 * must hold the lock of the pack.
 */
export async function stageDraft(
  parts: StagingDependencies,
  tenantId: TenantId,
  { packId, ...options }: StagingOptions & { readonly packId: PackId },
): Promise<StagedDraft | 'draft_changed' | 'unknown_pack'> {
  const difference = await parts.content.compareDraft(tenantId, packId);
  if (difference === null) return 'unknown_pack';
  const { latestVersion, draftRevision, added, removed } = difference;
  const next: PackVersion = { packId, version: latestVersion + 1 };
  const passageCount = await stageNext(parts, tenantId, { next, latestVersion, added, removed }, options);
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

/** Builds on the latest version if the search engine has it, otherwise from scratch. Null if the draft changed in the meantime. */
async function stageNext(
  parts: StagingDependencies,
  tenantId: TenantId,
  staging: Staging,
  options: StagingOptions,
): Promise<number | null> {
  const { next, latestVersion, added, removed } = staging;
  const latest = { packId: next.packId, version: latestVersion };
  const stage = (
    base: number | null,
    change: { readonly added: readonly RevisionName[]; readonly removed: readonly RevisionName[] },
  ) =>
    stageRevisions(parts, tenantId, {
      ...options,
      pack: next,
      base,
      removed: change.removed,
      names: change.added,
    });
  if (latestVersion > 0 && (await parts.search.hasVersion(tenantId, latest))) {
    try {
      return await stage(latestVersion, { added, removed });
    } catch (error) {
      if (!isRepairable(error)) throw error;
    }
  }
  const before = latestVersion === 0 ? [] : await parts.content.listVersionRevisions(tenantId, latest);
  if (before === null) return null;
  const gone = new Set(removed.map(nameText));
  const names = [...before.filter((name) => !gone.has(nameText(name))), ...added];
  return await stageFromScratch(parts, tenantId, { ...options, pack: next, names });
}

/** Stages every revision. If damaged files prevent that, it deletes all files of the pack and tries again. */
export async function stageFromScratch(
  parts: StagingDependencies,
  tenantId: TenantId,
  options: Omit<Revisions, 'base' | 'removed'>,
): Promise<number | null> {
  const revisions: Revisions = { ...options, base: null, removed: [] };
  try {
    return await stageRevisions(parts, tenantId, revisions);
  } catch (error) {
    if (!isRepairable(error)) throw error;
    await parts.search.prune(tenantId, { packId: options.pack.packId, keep: [] });
    return await stageRevisions(parts, tenantId, revisions);
  }
}

function nameText({ id, revision }: RevisionName): string {
  return `${id} ${revision}`;
}

interface Revisions extends StagingOptions {
  readonly pack: PackVersion;
  readonly base: number | null;
  readonly removed: readonly RevisionName[];
  readonly names: readonly RevisionName[];
}

/** Stages a version. Null if one of its revisions no longer exists. */
async function stageRevisions(
  { content, search, parser }: StagingDependencies,
  tenantId: TenantId,
  { pack, base, removed, names, signal, onProgress }: Revisions,
): Promise<number | null> {
  let isGone = false;
  /** Splits documents lazily, so that a pack need not fit into memory. */
  async function* readPassages(): AsyncGenerator<readonly Passage[]> {
    let batch: Passage[] = [];
    for (const [position, name] of names.entries()) {
      signal.throwIfAborted();
      onProgress(position, names.length);
      const revision = await content.getRevision(tenantId, pack.packId, name);
      if (revision === null) {
        isGone = true;
        throw new Error('a revision is gone');
      }
      for (const passage of await passagesOf(parser.forOwner(tenantId), revision)) {
        if (batch.length === passagesPerBatch) {
          yield batch;
          batch = [];
        }
        batch.push(passage);
      }
    }
    onProgress(names.length, names.length);
    if (batch.length > 0) yield batch;
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

type Revision = NonNullable<Awaited<ReturnType<ContentStore['getRevision']>>>;

/** Throws a `SplitFault`. Documents are split in the parsing process, so as not to block the event loop. */
export async function passagesOf(parser: DocumentParser, revision: Revision): Promise<Iterable<Passage>> {
  if (revision.kind !== 'document') return curatedPassages(revision.pair);
  const { document } = revision;
  const split = await parser.splitDocument(document);
  if (split.kind === 'fault') throw new SplitFault({ source: document.source, reason: split.reason });
  const isHistorical = findHistoricalReason({ ...document, atMs: document.updatedAtMs }) !== null;
  return documentPassages({ ...document, isHistorical }, split.passages);
}
