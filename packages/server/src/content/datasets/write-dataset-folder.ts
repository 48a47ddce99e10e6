import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { UserError } from '@avow/foundation';
import { frontMatterOf } from '../export/front-matter-of.ts';
import { folderLimits } from '../loading/pack-folder.ts';
import { roleOf } from '../loading/pack-folder-files.ts';
import type { Dataset, DatasetItem } from './dataset.ts';

export interface WrittenDataset {
  readonly name: string;
  readonly files: number;
  readonly pairs: number;
  /** What was left out, each with the reason. */
  readonly skipped: readonly string[];
}

/** Writes a dataset as a folder that can be loaded as a content pack. The folder gets its name once it is complete. */
export async function writeDatasetFolder(
  dataset: Dataset,
  { folder, onItem }: { readonly folder: string; readonly onItem: (written: number) => void },
): Promise<WrittenDataset> {
  const temporary = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`));
  try {
    const written = await writeAll(dataset, temporary, onItem);
    await rename(temporary, folder);
    return written;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function writeAll(
  { name, description, items }: Dataset,
  folder: string,
  onItem: (written: number) => void,
): Promise<WrittenDataset> {
  const about = {
    name: name.trim() || basename(folder),
    ...(description.trim() === '' ? {} : { description }),
  };
  await writeFile(join(folder, 'pack.json'), `${JSON.stringify(about, null, 2)}\n`);
  const taken = new Set(['pack.json', 'golden.json', 'imported.qna.json']);
  const pairs: object[] = [];
  const skipped: string[] = [];
  let files = 0;
  for await (const item of items()) {
    if (item.kind === 'pair') pairs.push({ question: item.question, answer: item.answer });
    else if (item.kind === 'skipped') skipped.push(`${item.name}: ${item.reason}`);
    else {
      const file = fileOf(item, taken);
      if (typeof file === 'string') skipped.push(file);
      else {
        taken.add(file.path.toLowerCase());
        await writeFile(join(folder, file.path), file.bytes, { flag: 'wx' });
        files += 1;
      }
    }
    if (files > folderLimits.filesMax || pairs.length > folderLimits.pairsMax)
      throw new UserError(`The dataset has more than ${folderLimits.filesMax} documents or pairs.`);
    onItem(files + pairs.length);
  }
  if (pairs.length > 0)
    await writeFile(join(folder, 'imported.qna.json'), `${JSON.stringify(pairs, null, 2)}\n`);
  return { name: about.name, files, pairs: pairs.length, skipped };
}

type DocumentItem = Extract<DatasetItem, { readonly kind: 'text' | 'file' }>;

/** A string says why it is left out. */
function fileOf(
  item: DocumentItem,
  taken: ReadonlySet<string>,
): { readonly path: string; readonly bytes: Uint8Array } | string {
  const name = safeName(item.name);
  if (item.kind === 'file') {
    if (roleOf(name) === null) return `${item.name}: is not a supported file type`;
    if (item.bytes.length > folderLimits.fileBytesMax) return `${item.name}: is too large`;
    return { path: freePath(name, taken), bytes: item.bytes };
  }
  if (item.text.trim() === '') return `${item.name}: has no text`;
  const title = [...item.name.replaceAll(/\s+/g, ' ').trim()].slice(0, titleMax).join('') || 'Untitled';
  const url = item.url !== null && /^https?:\/\//i.test(item.url) ? item.url : null;
  const text = `${frontMatterOf({ title, url, groups: [] })}${item.text}\n`;
  return { path: freePath(`${name.replace(/\.(?:md|markdown)$/i, '')}.md`, taken), bytes: Buffer.from(text) };
}

const titleMax = 512;
const nameMax = 120;

/** A file name on any system: no folders, and nothing that a folder is loaded without. */
function safeName(name: string): string {
  const safe = name
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-')
    .replace(/^[.\s]+/, '')
    .trim();
  const extension = extname(safe).slice(0, 16);
  return `${[...basename(safe, extension)].slice(0, nameMax).join('') || 'document'}${extension}`;
}

function freePath(name: string, taken: ReadonlySet<string>): string {
  const extension = extname(name);
  const stem = name.slice(0, name.length - extension.length);
  for (let number = 1; ; number++) {
    const path = number === 1 ? name : `${stem}-${number}${extension}`;
    if (!taken.has(path.toLowerCase())) return path;
  }
}
