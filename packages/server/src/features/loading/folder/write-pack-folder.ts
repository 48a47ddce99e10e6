import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CuratedPair, StoredDocument } from '@avow/answering';
import { formatTime } from '@avow/contract';
import type { DocumentParser } from '@avow/documents';
import { AppError, type DocumentId, readPages, type TenantId } from '@avow/foundation';
import type { ContentStore, Pack, PageAfter } from '../../content/content-store.ts';
import { readDraftPairs } from '../../curated/curated.ts';
import { readSourceFile } from '../read-source-file.ts';
import { frontMatterOf } from './pack-folder.ts';
import { writeNewFolder } from './write-new-folder.ts';

export interface ExportedPack {
  readonly documents: number;
  readonly pairs: number;
  /** Documents under another name, which `pack.json` gives back: the text of a file such as a PDF is written as Markdown. */
  readonly renamed: readonly string[];
  /** Documents that loading would not read exactly as they are, such as blank lines at their beginning. */
  readonly inexact: readonly string[];
}

const pageSize = 200;

type DraftReads = Pick<ContentStore, 'listDraftDocuments' | 'getDraftDocument' | 'listDraftPairs'>;

interface FolderToWrite {
  readonly tenantId: TenantId;
  readonly pack: Pack;
  readonly folder: string;
  /** Reads back what is written as Markdown, as loading would. */
  readonly parser: DocumentParser;
}

/** Writes the draft of a pack as a folder that can be loaded again. The folder gets its name once it is complete. */
export async function writePackFolder(
  content: DraftReads,
  { folder, ...wanted }: FolderToWrite,
): Promise<ExportedPack> {
  return await writeNewFolder(folder, (temporary) => writeAll(content, { ...wanted, folder: temporary }));
}

async function writeAll(
  content: DraftReads,
  { tenantId, pack, folder, parser }: FolderToWrite,
): Promise<ExportedPack> {
  const { packId, name, description } = pack;
  const paths: Record<string, string> = {};
  const taken = new Set<string>(['pack.json', 'golden.json', 'pairs.qna.json']);
  const [renamed, inexact]: [string[], string[]] = [[], []];
  let documents = 0;
  const read = (page: PageAfter<DocumentId>) => content.listDraftDocuments(tenantId, packId, page);
  for await (const { documentId } of readPages(pageSize, read, (one) => one.documentId)) {
    const document = await content.getDraftDocument(tenantId, packId, documentId);
    if (document === null) throw new AppError('pack_conflict', { detail: 'The draft changed meanwhile.' });
    const file = await fileOf(document, { taken, parser });
    taken.add(file.path.toLowerCase());
    await mkdir(dirname(join(folder, file.path)), { recursive: true });
    await writeFile(join(folder, file.path), file.text, { flag: 'wx' });
    if (file.path !== document.source) {
      renamed.push(`${document.source} → ${file.path}`);
      paths[file.path] = document.source;
    }
    if (!file.isExact) inexact.push(document.source);
    documents += 1;
  }
  const pairs = (await readDraftPairs(content, tenantId, packId)).toSorted(byQuestion);
  if (pairs.length > 0) await writeJson(join(folder, 'pairs.qna.json'), pairs.map(pairToFile));
  await writeJson(join(folder, 'pack.json'), {
    name,
    ...(description === '' ? {} : { description }),
    ...(renamed.length === 0 ? {} : { paths }),
  });
  return { documents, pairs: pairs.length, renamed, inexact };
}

/** Ids of pairs that were loaded at once are in no order: two exports of the same content shall be the same. */
function byQuestion(one: CuratedPair, other: CuratedPair): number {
  const [first, second] = [one, other].map(({ question, answer }) => `${question}\n${answer}`);
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

const writeJson = (path: string, value: unknown) =>
  writeFile(path, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx' });

interface DocumentFile {
  readonly path: string;
  readonly text: string;
  readonly isExact: boolean;
}

/** The text as it is if loading gives the same document; otherwise Markdown with front matter. */
async function fileOf(
  document: StoredDocument,
  { taken, parser }: { readonly taken: ReadonlySet<string>; readonly parser: DocumentParser },
): Promise<DocumentFile> {
  const { source, text } = document;
  const isFree = (path: string) => !taken.has(path.toLowerCase());
  if (isFree(source) && (await isReadAs(document, { path: source, text, parser })))
    return { path: source, text, isExact: true };
  const fronted = `${frontMatterOf(document)}${text}`;
  const isMarkdown = /\.(?:md|markdown)$/i.test(source);
  const names = isMarkdown ? [source] : [];
  for (let number = 1; ; number++) {
    const path = names.pop() ?? `${source}${number === 1 ? '' : `-${number}`}.md`;
    if (!isFree(path)) continue;
    const isExact = await isReadAs(document, { path, text: fronted, parser });
    return { path, text: fronted, isExact };
  }
}

async function isReadAs(
  document: StoredDocument,
  { path, text, parser }: { readonly path: string; readonly text: string; readonly parser: DocumentParser },
): Promise<boolean> {
  if (!/\.(?:md|markdown|txt)$/i.test(path)) return false;
  const metadata = { title: null, url: null, groups: [], defaultGroups: [] };
  const file = { source: path, bytes: Buffer.from(text), metadata, budget: { filesLeft: 1, bytesLeft: 1 } };
  for await (const item of readSourceFile({ parser, knownHash: () => undefined }, file)) {
    if (item.kind !== 'document') return false;
    const { title, url, groups, format, text: read } = item.document;
    return JSON.stringify([title, url, groups, format, read]) === keyOf(document);
  }
  return false;
}

const keyOf = ({ title, url, groups, format, text }: StoredDocument) =>
  JSON.stringify([title, url, groups, format, text]);

/** In the format that a folder is loaded from. */
function pairToFile(pair: CuratedPair): object {
  const timeOf = (timeMs: number | null) => (timeMs === null ? null : formatTime(timeMs));
  const fields = {
    ...{ question: pair.question, alternatives: pair.alternatives, answer: pair.answer },
    ...{ source: pair.source || null, url: pair.url, tags: pair.tags, groups: pair.groups },
    ...{ valid_from: timeOf(pair.validFromMs), valid_until: timeOf(pair.validUntilMs) },
  };
  const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value)));
}
