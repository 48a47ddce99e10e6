import type { Reader } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readPassages } from './read-passages.ts';
import { scriptedReader } from './test-support/scripted-reader.ts';

const hits = Array.from(
  { length: 20 },
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
    ...{ pack: { packId: 'pack_a', version: 1 }, score: 1, wordScore: null, vectorScore: 0.7 },
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
  afterEach(() => {
    vi.useRealTimers();
  });

  test('reads two, then more and more while one may answer and none is sure to', async () => {
    const reader = readsTimes(4);
    const found = await read(reader);
    expect(reader.calls).toEqual(['read 2', 'read 2', 'read 4', 'read 4']);
    expect([found?.candidates.length, found?.isWhole]).toEqual([12, true]);
  });

  test('reads a row as a sentence with its column names, and finds its cells as they are stored', async () => {
    const rows = '| Day pass | 12 € |\n| Yoga | 9 € |';
    const text = `| Offer | Price |\n| --- | --- |\n${rows}`;
    const [hit] = hits;
    if (hit === undefined) throw new Error('a passage is there');
    const seen: string[] = [];
    const reader = scriptedReader({
      point: (_question, passage) => {
        seen.push(passage.text);
        return 'Offer: Yoga; Price: 9 €';
      },
    });
    const found = await readPassages(
      reader,
      {
        question: 'What does yoga cost?',
        hits: [
          { ...hit, text },
          { ...hit, text: rows, headings: 'Prices » Offer | Price' },
        ],
      },
      { timeoutMs: 1_000 },
    );
    const sentences = 'Offer: Day pass; Price: 12 €.\nOffer: Yoga; Price: 9 €.';
    expect(seen).toEqual([sentences, sentences]);
    const pointed = found?.candidates.map(({ hit: { text: stored }, reading: { spans } }) =>
      [...stored].slice(spans[0]?.start, spans[0]?.end).join(''),
    );
    expect(pointed).toEqual(['| Yoga | 9 €', '| Yoga | 9 €']);
  });

  test.each([
    { spare: 0, calls: ['read 2', 'read 2', 'read 4', 'read 4'] },
    { spare: 8, calls: ['read 8', 'read 4'] },
    { spare: 12, calls: ['read 12'] },
  ])(
    'reads further ones at once where nothing else is to do, and finds the same: $spare',
    async ({ spare, calls }) => {
      const busy = await read(readsTimes(4));
      const reader = readsTimes(4);
      const found = await read({ ...reader, spare: (wanted) => Math.min(wanted, spare) });
      expect(reader.calls).toEqual(calls);
      expect(found).toEqual(busy);
    },
  );

  test('counts only those of the stages that it reaches, however many were read at once', async () => {
    const far = hits.map((hit) => ({ ...hit, vectorScore: 0.3 }));
    const asked = { question: 'How long?', hits: far };
    const script = { point: () => null };
    const alone = await readPassages(scriptedReader(script), asked, { timeoutMs: 1_000 });
    const reader = { ...scriptedReader(script), spare: (wanted: number) => wanted };
    expect(await readPassages(reader, asked, { timeoutMs: 1_000 })).toEqual(alone);
    expect(reader.calls).toEqual(['read 12']);
  });

  test('reads no further where neither of two may answer, unless it is to read all', async () => {
    const far = hits.map((hit) => ({ ...hit, vectorScore: 0.3 }));
    for (const extent of ['adaptive', 'all'] as const) {
      const reader = scriptedReader({ point: () => null });
      await readPassages(reader, { question: 'How long?', hits: far }, { timeoutMs: 1_000, extent });
      expect(reader.calls).toHaveLength(extent === 'all' ? 4 : 1);
    }
  });

  test('reads no more than eight once it has taken long, or where it may not', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const slow = readsTimes(4);
    const isSlow: Pick<Reader, 'read'> = {
      read: async (...asked) => {
        vi.advanceTimersByTime(250);
        return await slow.read(...asked);
      },
    };
    const found = await readPassages(isSlow, { question: 'Which part?', hits }, { timeoutMs: 6_000 });
    expect([found?.candidates.length, found?.isWhole]).toEqual([8, true]);
    const hurried = readsTimes(4);
    await readPassages(hurried, { question: 'Which part?', hits }, { timeoutMs: 6_000, extent: 'brief' });
    expect(hurried.calls).toEqual(['read 2', 'read 2', 'read 4']);
  });

  test.each([
    { times: 2, read: 4, isWhole: false },
    { times: 3, read: 8, isWhole: true },
  ])('counts $read as all it needs: $isWhole', async ({ times, read: count, isWhole }) => {
    const found = await read(readsTimes(times));
    expect([found?.candidates.length, found?.isWhole]).toEqual([count, isWhole]);
  });

  test('is sooner sure, and sooner without hope, in a hurry', async () => {
    const likely = hits.map((hit) => ({ ...hit, vectorScore: 0.85 }));
    const unlikely = hits.map((hit) => ({ ...hit, vectorScore: 0.1 }));
    for (const some of [likely, unlikely]) {
      const [patient, brief] = [readsTimes(9), readsTimes(9)];
      await readPassages(patient, { question: 'Which part?', hits: some }, { timeoutMs: 1_000 });
      await readPassages(
        brief,
        { question: 'Which part?', hits: some },
        { timeoutMs: 1_000, extent: 'brief' },
      );
      expect(brief.calls).toEqual(['read 2']);
      expect(patient.calls.length).toBeGreaterThan(1);
    }
  });

  test('gives what lies beyond the first eight less time', async () => {
    const limits: number[] = [];
    const reader = readsTimes(4);
    const timed: Pick<Reader, 'read'> = {
      read: (question, passages, call) => {
        limits.push(Math.ceil(call.timeoutMs / 1_000));
        return reader.read(question, passages, call);
      },
    };
    await readPassages(timed, { question: 'Which part?', hits }, { timeoutMs: 6_000 });
    expect(limits).toEqual([6, 6, 6, 2]);
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
