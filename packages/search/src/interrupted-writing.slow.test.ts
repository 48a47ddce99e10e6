import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SearchIndex } from './search-index.ts';
import { plainPassage } from './test-support/segment-of.ts';
import { IndexWriter } from './writing/index-writer.ts';
import { segmentsMax } from './writing/plan-merge.ts';

const tenantId = 'ten_a';
const packId = 'pack_a';
const encoder = 'e';
const query = { kind: 'document', groups: [], nowMs: 0, limit: 100, deadlineMs: Infinity } as const;

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-interrupted-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function stageFirst(writer: IndexWriter): Promise<void> {
  const stage = writer.beginStage(tenantId, { pack: { packId, version: 1 }, base: null });
  const passages = ['leave a', 'leave b', 'leave c'].map((text, ordinal) => plainPassage(text, { ordinal }));
  writer.addPassages(stage, passages);
  await writer.commitStage(stage, []);
}

/** Runs the writer in a process of its own, and kills it after so long. Its last word is the last version it finished. */
async function writeUntilKilled(
  afterMs: number,
): Promise<{ readonly finished: number; readonly encoded: number }> {
  const path = fileURLToPath(new URL('./test-support/write-without-end.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', path, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  child.kill('SIGKILL');
  await exited;
  const numbers = (name: string) =>
    [...output.matchAll(new RegExp(`^${name} (\\d+)$`, 'gm'))].map(([, number]) => Number(number));
  return { finished: numbers('staged').at(-1) ?? 1, encoded: numbers('encoded').at(-1) ?? 0 };
}

test('killed in mid-write, every version that was finished is whole, and writing goes on', async () => {
  await stageFirst(new IndexWriter({ directory }));
  let highest = 1;
  for (let round = 0; round < 6; round += 1) {
    const { finished, encoded } = await writeUntilKilled(round * 37);
    highest = Math.max(highest, finished);
    const index = new SearchIndex({ directory, memoryBytesMax: 2 ** 24 });
    const writer = new IndexWriter({ directory });
    for (const version of [1, highest]) {
      const packs = [{ packId, version }] as const;
      const hits = index.search(tenantId, { ...query, text: 'leave', vector: null, packs });
      expect(hits.map(({ text }) => text)).toEqual(expect.arrayContaining(['leave a', 'leave b', 'leave c']));
      expect(hits).toHaveLength(Math.min(100, 3 + (version - 1) * 5));
    }
    // What was acknowledged is there; what was not may be, whole, or is not.
    const progress = writer.vectorProgress(tenantId, { pack: { packId, version: highest }, encoder });
    expect(progress.done).toBeGreaterThanOrEqual(encoded);
    for (const { vectorScore, text } of index.search(tenantId, {
      ...query,
      text: '',
      vector: new Float32Array(64).fill(1),
      packs: [{ packId, version: highest }],
    }))
      expect(vectorScore, text).toBeCloseTo(1, 1);
  }
  const writer = new IndexWriter({ directory });
  await writer.prune(tenantId, { packId, keep: [1] });
  const names = await readdir(join(directory, tenantId, packId));
  expect(names.filter((name) => name.endsWith('.idx'))).toHaveLength(1);
  expect(names.filter((name) => name.startsWith('tmp-'))).toEqual([]);
});

test('a version that cannot be written leaves the folder as it was', async () => {
  const writer = new IndexWriter({ directory });
  const stageNext = async (version: number) => {
    const stage = writer.beginStage(tenantId, { pack: { packId, version }, base: version - 1 });
    writer.addPassages(stage, [plainPassage(`leave ${version}`, { documentId: `doc_${version}` })]);
    await writer.commitStage(stage, []);
  };
  await stageFirst(writer);
  for (let version = 2; version <= segmentsMax; version += 1) await stageNext(version);
  const folder = join(directory, tenantId, packId);
  const before = await readdir(folder);
  // The next version has one segment too many. It is written, and then they cannot be made one.
  const [texts = ''] = before.filter((name) => name.endsWith('.txt'));
  const content = await readFile(join(folder, texts));
  await writeFile(join(folder, texts), content.fill(0));
  await expect(stageNext(segmentsMax + 1)).rejects.toMatchObject({ kind: 'damaged' });
  expect(await readdir(folder)).toEqual(before);
});
