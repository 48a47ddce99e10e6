import type { Reader } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { describe, expect, test } from 'vitest';
import { readPassages } from './read-passages.ts';
import { scriptedReader } from './test-support/scripted-reader.ts';

const hits = Array.from(
  { length: 8 },
  (_, ordinal): PassageHit => ({
    ...{
      kind: 'document',
      documentId: 'doc_a',
      revision: 1,
      ordinal,
      headings: '',
      text: `Part ${ordinal}.`,
    },
    ...{ start: 0, end: 7, groups: [], validFromMs: null, validUntilMs: null, alsoAt: [] },
    ...{ pack: { packId: 'pack_a', version: 1 }, score: 1, wordScore: null, vectorScore: 0.95 },
  }),
);

/** Reads so many calls, and then cannot. */
function readsTimes(times: number) {
  const reader: ReturnType<typeof scriptedReader> = scriptedReader({
    point: (_question, { text }) => text,
    sureness: 0.5,
    isLost: () => reader.calls.length > times,
  });
  return reader;
}

const read = (reader: Reader) =>
  readPassages(reader, { question: 'Which part?', hits }, { timeoutMs: 1_000 });

describe('readPassages', () => {
  test('reads two, then two and then four more while one may answer and none is sure to', async () => {
    const reader = readsTimes(3);
    const found = await read(reader);
    expect(reader.calls).toEqual(['read 2', 'read 2', 'read 4']);
    expect([found?.candidates.length, found?.isWhole]).toEqual([8, true]);
  });

  test('reads no further where neither of two may answer, unless it is to read all', async () => {
    const far = hits.map((hit) => ({ ...hit, vectorScore: 0.3 }));
    for (const readsAll of [false, true]) {
      const reader = readsTimes(3);
      await readPassages(reader, { question: 'How long?', hits: far }, { timeoutMs: 1_000, readsAll });
      expect(reader.calls).toEqual(readsAll ? ['read 2', 'read 2', 'read 4'] : ['read 2']);
    }
  });

  test('goes on with the first where the others could not be read in time, and says so', async () => {
    const found = await read(readsTimes(2));
    expect(found?.candidates.map(({ hit }) => hit.ordinal).sort()).toEqual([0, 1, 2, 3]);
    expect(found?.isWhole).toBe(false);
  });

  test('reads the end of a question that is too long, which usually holds what is asked', async () => {
    const asked: string[] = [];
    const reader = scriptedReader({
      point: (question) => {
        asked.push(question);
        return null;
      },
    });
    const question = `${'We moved here last spring. '.repeat(200)}How long?`;
    await readPassages(reader, { question, hits }, { timeoutMs: 1_000 });
    expect(asked.every((one) => one.length <= 2_000 && one.endsWith('How long?'))).toBe(true);
  });

  test('nothing where none could be read', async () => {
    expect(await read(readsTimes(0))).toBeNull();
  });
});
