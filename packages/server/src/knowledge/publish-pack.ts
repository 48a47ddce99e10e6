import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codePointLength } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import type { CuratedId, DocumentId, PackId, PackVersion, TenantId } from '../interfaces/identity.ts';
import type {
  CuratedPair,
  KnowledgeStore,
  Pack,
  PackContent,
  StoredDocument,
} from '../interfaces/knowledge-store.ts';
import type { Passage, PassageSearch } from '../interfaces/passage-search.ts';
import { curatedKey } from '../text/normalise-question.ts';
import type { FolderDocument, FolderPair, PackFolder } from './pack-folder.ts';
import { splitMarkdown } from './split-markdown.ts';
import { splitText } from './split-text.ts';

export interface PublishParts {
  readonly knowledge: KnowledgeStore;
  readonly search: PassageSearch;
  readonly nowMs: number;
  readonly newId: <Prefix extends string>(prefix: Prefix) => `${Prefix}_${string}`;
  /** Does the work while nobody else loads; `busy` where somebody does. Two loads of one pack at once would mix their passages. */
  readonly exclusively?: <Result>(
    work: () => Promise<Result>,
  ) => Promise<{ readonly kind: 'done'; readonly value: Result } | { readonly kind: 'busy' }>;
}

export type Published =
  | { readonly kind: 'published'; readonly pack: Pack }
  | { readonly kind: 'unchanged'; readonly pack: Pack };

/** Part of the hash: raising it makes every pack load again, because passages are cut or indexed differently. */
const cuttingVersion = 1;
const headingSeparator = ' › ';

/**
 * Publishes a folder under its name, in place of what was published before. The new version is searched only once the
 * store has switched to it, so a load that breaks off leaves the published version whole; the next one clears its traces.
 */
export async function publishPackFolder(
  parts: PublishParts,
  tenantId: TenantId,
  folder: PackFolder,
  onProgress: (done: number, total: number) => void,
): Promise<Published> {
  const work = () => publishAlone(parts, tenantId, folder, onProgress);
  if (parts.exclusively === undefined) return await work();
  const outcome = await parts.exclusively(work);
  if (outcome.kind === 'done') return outcome.value;
  throw new AppError('pack_conflict', { detail: 'Another load is running.' });
}

async function publishAlone(
  parts: PublishParts,
  tenantId: TenantId,
  folder: PackFolder,
  onProgress: (done: number, total: number) => void,
): Promise<Published> {
  const contentHash = hashFolder(folder);
  const current = (await parts.knowledge.listPacks(tenantId)).find((pack) => pack.name === folder.name);
  if (current?.contentHash === contentHash) {
    await clearTraces(parts, tenantId, current);
    return { kind: 'unchanged', pack: current };
  }
  const previous = current ?? (await reservePack(parts, tenantId, folder));
  await clearTraces(parts, tenantId, previous);

  const { content, passages } = await buildContent(parts, tenantId, { folder, previous, contentHash });
  await parts.search.add(tenantId, passages, (added) => onProgress(added, passages.length));
  await parts.knowledge.publishPack(tenantId, content);
  await clearTraces(parts, tenantId, content.pack);
  return { kind: 'published', pack: content.pack };
}

/**
 * Removes a pack: first it is emptied, in one step, then its words leave the search, and its name goes last. Broken off
 * anywhere, it is still there to be removed again. False where the tenant has no such pack.
 */
export async function removePack(
  parts: Pick<PublishParts, 'knowledge' | 'search'>,
  tenantId: TenantId,
  packId: PackId,
): Promise<boolean> {
  const pack = (await parts.knowledge.listPacks(tenantId)).find((one) => one.packId === packId);
  if (pack === undefined) return false;
  await parts.knowledge.publishPack(tenantId, emptyContent({ ...pack, version: pack.version + 1 }));
  await parts.search.prune(tenantId, { packId, keep: null });
  return await parts.knowledge.removePack(tenantId, packId);
}

/** Before a new pack is loaded its id is stored, empty: passages of a load that dies would otherwise belong to no pack. */
async function reservePack(parts: PublishParts, tenantId: TenantId, folder: PackFolder): Promise<Pack> {
  const content = emptyContent({
    packId: parts.newId('pack'),
    version: 0,
    name: folder.name,
    description: folder.description,
    publishedAtMs: parts.nowMs,
  });
  await parts.knowledge.publishPack(tenantId, content);
  return content.pack;
}

function emptyContent(
  pack: Omit<Pack, 'documentCount' | 'curatedCount' | 'passageCount' | 'contentHash'>,
): PackContent {
  const nothing = { documentCount: 0, curatedCount: 0, passageCount: 0, contentHash: '' };
  return { pack: { ...pack, ...nothing }, documents: [], curated: [], curatedKeys: [] };
}

async function clearTraces(
  parts: PublishParts,
  tenantId: TenantId,
  { packId, version }: PackVersion,
): Promise<void> {
  await parts.search.prune(tenantId, { packId, keep: version });
}

async function buildContent(
  parts: PublishParts,
  tenantId: TenantId,
  {
    folder,
    previous,
    contentHash,
  }: { readonly folder: PackFolder; readonly previous: Pack; readonly contentHash: string },
): Promise<{ readonly content: PackContent; readonly passages: readonly Passage[] }> {
  const { packId } = previous;
  const version = previous.version + 1;
  const known = await parts.knowledge.listSourceIds(tenantId, packId);
  const documents = folder.documents.map((document): StoredDocument => {
    const documentId: DocumentId = known.documents.get(document.source) ?? parts.newId('doc');
    const { source, title, url, text } = document;
    return { documentId, source, title, url, text };
  });
  const curated = folder.curated.map((pair): CuratedPair => {
    const curatedId: CuratedId = known.curated.get(pair.question) ?? parts.newId('qna');
    return { curatedId, ...pair };
  });
  const passages: Passage[] = [];
  for (const [position, document] of folder.documents.entries()) {
    const documentId = documents[position]?.documentId;
    if (documentId !== undefined)
      passages.push(...documentPassages(document, { documentId, pack: { packId, version } }));
    // Cutting takes the processor for a while: let others have their turn between documents.
    await nextTurn();
  }
  for (const pair of curated) passages.push(...curatedPassages(pair, { packId, version }));
  const pack: Pack = {
    packId,
    version,
    name: folder.name,
    description: folder.description,
    documentCount: documents.length,
    curatedCount: curated.length,
    passageCount: passages.length,
    contentHash,
    publishedAtMs: parts.nowMs,
  };
  return { content: { pack, documents, curated, curatedKeys: curated.flatMap(keysOf) }, passages };
}

function documentPassages(
  document: FolderDocument,
  owner: { readonly documentId: DocumentId; readonly pack: PackVersion },
): Passage[] {
  const pieces = document.format === 'markdown' ? splitMarkdown(document.text) : splitText(document.text);
  return pieces.map(({ headings, text, start, end }, ordinal) => ({
    kind: 'document',
    ...owner,
    ordinal,
    headings: underTitle(document.title, headings),
    text,
    start,
    end,
  }));
}

/** Passages are found by their document's title too; where it is the first heading it stands there already. */
function underTitle(title: string, headings: string): string {
  if (headings === '') return title;
  return headings.split(headingSeparator)[0] === title ? headings : `${title}${headingSeparator}${headings}`;
}

function curatedPassages(pair: CuratedPair, pack: PackVersion): Passage[] {
  return [pair.question, ...pair.alternatives].map((text, ordinal) => ({
    kind: 'curated',
    pack,
    documentId: pair.curatedId,
    ordinal,
    headings: '',
    text,
    start: 0,
    end: codePointLength(text),
  }));
}

function keysOf(pair: CuratedPair): Array<{ key: string; curatedId: CuratedId }> {
  const keys = new Set([pair.question, ...pair.alternatives].map(curatedKey));
  // An empty key would be found by every text that has no letters.
  keys.delete('');
  return [...keys].map((key) => ({ key, curatedId: pair.curatedId }));
}

function hashFolder(folder: PackFolder): string {
  const hash = createHash('sha256');
  const add = (fields: ReadonlyArray<FolderDocument[keyof FolderDocument] | FolderPair[keyof FolderPair]>) =>
    hash.update(`${JSON.stringify(fields)}\n`);
  add([String(cuttingVersion), folder.name, folder.description]);
  for (const { source, title, url, text, format } of folder.documents)
    add(['document', source, title, url, text, format]);
  for (const { question, alternatives, answer, source, url } of folder.curated) {
    add(['pair', question, alternatives, answer, source, url]);
  }
  return hash.digest('hex');
}
