import { writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { contentLimits } from '@avow/contract';
import { fileRoleOf } from '@avow/documents';
import { UserError } from '@avow/foundation';
import { shorten } from '@avow/text';
import { folderLimits } from '../../../limits/pack-limits.ts';
import { frontMatterOf, frontMatterUrlSchema, packFileSchema } from '../folder/pack-folder.ts';
import { writeNewFolder } from '../folder/write-new-folder.ts';
import { createPairCollector } from '../pairs/collect-pairs.ts';
import { importedPair } from '../pairs/imported-pair.ts';
import type { Dataset, DatasetItem } from './dataset.ts';

export interface WrittenDataset {
  readonly name: string;
  readonly files: number;
  readonly pairs: number;
  /** What was left out, each with the reason. */
  readonly skipped: readonly string[];
}

/** Writes a dataset as a folder that can be loaded as a content pack. The folder gets its name once it is complete. */
export async function writeDatasetFolder(dataset: Dataset, folder: string): Promise<WrittenDataset> {
  return await writeNewFolder(folder, (temporary) =>
    writeAll(dataset, { folder: temporary, usualName: basename(folder) }),
  );
}

async function writeAll(
  dataset: Dataset,
  { folder, usualName }: { readonly folder: string; readonly usualName: string },
): Promise<WrittenDataset> {
  const write = createWriter(folder);
  const skipped: string[] = [];
  const about = describePack(dataset, usualName, skipped);
  await write('pack.json', Buffer.from(`${JSON.stringify(about, null, 2)}\n`));
  const taken = new Set(['pack.json', 'golden.json']);
  const collector = createPairCollector({
    defaultSource: 'imported.qna.json',
    addFault: (reason) => skipped.push(reason),
  });
  let files = 0;
  for await (const item of dataset.items()) {
    if (item.kind === 'pair')
      collector.add(importedPair({ ...item, place: `"${shorten(item.question, shownPointsMax)}"` }));
    else if (item.kind === 'skipped') skipped.push(`${item.name}: ${item.reason}`);
    else {
      const file = fileOf(item, taken);
      if (typeof file === 'string') skipped.push(file);
      else {
        taken.add(file.path.toLowerCase());
        await write(file.path, file.bytes);
        files += 1;
      }
    }
  }
  const pairs = collector.toPairs().map(({ question, answer }) => ({ question, answer }));
  for (const [place, part] of partsOf(pairs).entries())
    await write(`imported${place === 0 ? '' : `-${place + 1}`}.qna.json`, part);
  return { name: about.name, files, pairs: pairs.length, skipped };
}

/** Writes files, as many and as large as a folder may have to be loaded. */
function createWriter(folder: string): (path: string, bytes: Uint8Array) => Promise<void> {
  const { filesMax, totalBytesMax } = folderLimits;
  let [files, total] = [0, 0];
  return async (path, bytes) => {
    files += 1;
    total += bytes.length;
    if (files > filesMax) throw new UserError(`The dataset has more than ${filesMax} files.`);
    if (total > totalBytesMax) throw new UserError(`The dataset is larger than ${totalBytesMax} bytes.`);
    await writeFile(join(folder, path), bytes, { flag: 'wx' });
  };
}

function describePack({ name, description }: Dataset, usualName: string, skipped: string[]) {
  const plain = name
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const about = { name: [...(plain || usualName)].slice(0, contentLimits.nameCodePointsMax).join('') };
  if (description.trim() === '') return about;
  const { error } = packFileSchema.pick({ description: true }).safeParse({ description });
  if (error === undefined) return { ...about, description };
  skipped.push(`the description: ${error.issues[0]?.message}`);
  return about;
}

/** The contents of files of pairs, none larger than a file may be. */
function partsOf(pairs: readonly object[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let lines: string[] = [];
  let length = 0;
  const end = () => {
    if (lines.length > 0) parts.push(Buffer.from(`[\n${lines.join(',\n')}\n]\n`));
    [lines, length] = [[], bracketsLength];
  };
  end();
  for (const pair of pairs) {
    const line = `  ${JSON.stringify(pair)}`;
    const lineLength = Buffer.byteLength(line) + separatorLength;
    if (length + lineLength > folderLimits.fileBytesMax) end();
    lines.push(line);
    length += lineLength;
  }
  end();
  return parts;
}

type DocumentItem = Extract<DatasetItem, { readonly kind: 'text' | 'file' }>;

/** A string says why it is left out. */
function fileOf(
  item: DocumentItem,
  taken: ReadonlySet<string>,
): { readonly path: string; readonly bytes: Uint8Array } | string {
  const name = safeName(item.name);
  const leaveOut = (reason: string) => `${item.name}: ${reason}`;
  const tooLarge = `is larger than ${folderLimits.fileBytesMax} bytes`;
  if (item.kind === 'file') {
    if (fileRoleOf(name) === null) return leaveOut('is not a supported file type');
    if (item.bytes.length > folderLimits.fileBytesMax) return leaveOut(tooLarge);
    return { path: freePath(name, taken), bytes: item.bytes };
  }
  if (item.text.trim() === '') return leaveOut('has no text');
  if (item.text.includes('\0')) return leaveOut('contains a NUL character');
  const plain = item.name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const title = [...plain].slice(0, contentLimits.titleCodePointsMax).join('') || 'Untitled';
  const isAddress = frontMatterUrlSchema.safeParse(item.url).success && !/\s/.test(item.url ?? '');
  const text = `${frontMatterOf({ title, url: isAddress ? item.url : null, groups: [] })}${item.text}\n`;
  const bytes = Buffer.from(text);
  if (bytes.length > folderLimits.fileBytesMax) return leaveOut(tooLarge);
  return { path: freePath(`${name.replace(/\.(?:md|markdown)$/i, '')}.md`, taken), bytes };
}

const shownPointsMax = 80;
const bracketsLength = '[\n\n]\n'.length;
const separatorLength = ',\n'.length;
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
