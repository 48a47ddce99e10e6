import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderLimits } from '../../../limits/pack-limits.ts';
import { openSharedParser } from '../../content/test-support/shared-parser.ts';
import { readPairsFile } from '../pairs/read-pairs-file.ts';
import { readWholeFolder } from '../test-support/read-whole-folder.ts';
import type { DatasetItem } from './dataset.ts';
import { writeDatasetFolder } from './write-dataset-folder.ts';

let directory: string;
let folder: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-dataset-'));
  folder = join(directory, 'rules');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Writes the dataset, and reads the folder as loading does. */
async function writeAndRead(items: readonly DatasetItem[], about = { name: 'Rules', description: '' }) {
  const written = await writeDatasetFolder(
    {
      ...about,
      async *items() {
        yield* items;
      },
    },
    folder,
  );
  const read = await readWholeFolder(folder);
  const parser = openSharedParser();
  const inFiles = await Promise.all(
    read.pairFiles.map(async (fileName) =>
      readPairsFile({ fileName, parser, bytes: await readFile(join(folder, fileName)) }),
    ),
  );
  const pairs = inFiles.flatMap((file) => file.pairs);
  return {
    written,
    read: { ...read, pairs, faults: [...read.faults, ...inFiles.flatMap((file) => file.faults)] },
  };
}

const text = (name: string, written: string, url: string | null = null): DatasetItem => ({
  ...{ kind: 'text', name, url, text: written },
});
const pair = (question: string, answer: string): DatasetItem => ({ kind: 'pair', question, answer });

it('leaves out texts that a folder is not loaded with', async () => {
  const { written, read } = await writeAndRead([
    text('Small', 'Words.'),
    text('Large', 'é'.repeat(folderLimits.fileBytesMax / 2)),
    text('Binary', 'Wo\0rds.'),
    text('Far\u0000 away', 'Words.', `https://example.org/${'a'.repeat(3_000)}`),
  ]);
  expect(written).toMatchObject({
    files: 2,
    skipped: [`Large: is larger than ${folderLimits.fileBytesMax} bytes`, 'Binary: contains a NUL character'],
  });
  expect(read.faults).toEqual([]);
  expect(read.documents.map(({ title, url }) => [title, url])).toEqual([
    ['Far away', null],
    ['Small', null],
  ]);
});

it('leaves out pairs that are too long or contradict another, and says a pair once', async () => {
  const { written, read } = await writeAndRead([
    pair('Who leads?', 'The board.'),
    pair('who leads', 'Ann.'),
    pair('Who leads?', 'The board.'),
    pair('q'.repeat(1_001), 'Yes.'),
    pair('How long?', 'a'.repeat(32_001)),
    pair('Why?', ' '),
  ]);
  expect(written).toMatchObject({
    pairs: 1,
    skipped: [
      '"who leads": has the same question as "Who leads?" and a different answer; "Who leads?" was kept',
      `"${'q'.repeat(79)}…": question: must be at most 1000 characters`,
      '"How long?": answer: must be at most 32000 characters',
      '"Why?": answer: must not be empty',
    ],
  });
  expect(read.faults).toEqual([]);
  expect(read.pairs).toMatchObject([{ question: 'Who leads?', answer: 'The board.' }]);
});

it('writes more pairs than a file may have to several', async () => {
  const answer = '漢'.repeat(32_000);
  const pairs = Array.from({ length: 230 }, (_, place) => pair(`What is in room ${place}?`, answer));
  const { written, read } = await writeAndRead(pairs);
  expect(written).toMatchObject({ pairs: 230, skipped: [] });
  expect((await readdir(folder)).toSorted()).toEqual([
    ...['imported-2.qna.json', 'imported.qna.json', 'pack.json'],
  ]);
  expect(read.faults).toEqual([]);
  expect(read.pairs).toHaveLength(230);
});

it('describes the pack within the limits of a pack', async () => {
  const about = { name: 'n'.repeat(200), description: 'd'.repeat(2_001) };
  const { written, read } = await writeAndRead([], about);
  expect(written.skipped).toEqual(['the description: must be at most 2000 characters']);
  expect(read).toMatchObject({ name: 'n'.repeat(128), description: null, faults: [] });
});
