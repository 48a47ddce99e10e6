import { describe, expect, it } from 'vitest';
import type { Reader } from '../../interfaces/reader.ts';
import { useTinyReaders } from './test-support/tiny-readers.ts';
import { nonsense } from './test-support/write-tiny-reader.ts';

const soon = { timeoutMs: 20_000 };
const polling = { timeout: 20_000 };
const { events, kinds, openTiny, eventOf } = useTinyReaders();
const texts = (...words: readonly string[]) => words.map((text) => ({ context: '', text }));

/** Kills the process that was started last, and the one in its place: the next is started after a wait. */
async function loseOneOfTwo(reader: Reader): Promise<void> {
  await reader.screen(['a', 'b'], soon);
  const expected: string[] = ['started', 'started'];
  for (const then of [['lost', 'started'], ['lost']]) {
    await expect.poll(() => kinds(), polling).toEqual(expected);
    const started = events().filter((event) => event.kind === 'started');
    process.kill(started.at(-1)?.processId ?? 0, 'SIGKILL');
    expected.push(...then);
  }
  await expect.poll(() => kinds(), polling).toEqual(expected);
}

describe('a reader whose process is lost', () => {
  it('does over what a killed process was to do, and goes on', async () => {
    const reader = await openTiny({
      onEvent: (event) => {
        if (event.kind === 'started' && kinds().length === 0) process.kill(event.processId, 'SIGKILL');
        events().push(event);
      },
    });
    expect(await reader.read('the', texts('a', 'b', 'c'), soon)).toHaveLength(3);
    expect(kinds()).toEqual(['started', 'lost', 'started']);
  });

  it('gives null for a text that breaks the process twice, and the next one works', async () => {
    const reader = await openTiny({ limits: { backoffMs: 1 } });
    expect(await reader.read('the', texts('a', 'crash', 'b'), soon)).toBeNull();
    expect(events().filter(({ kind }) => kind === 'lost')).toMatchObject([
      { lane: 'reading', reason: 'ended', retryMs: 0 },
      { lane: 'reading', reason: 'ended', retryMs: 1 },
    ]);
    await expect.poll(() => reader.read('the', texts('a'), soon), polling).toHaveLength(1);
  });

  it('goes on with the other process where one is lost', async () => {
    const reader = await openTiny({ processes: 2, limits: { backoffMs: 60_000, backoffMsMax: 60_000 } });
    await loseOneOfTwo(reader);
    expect(events().at(-1)).toMatchObject({ kind: 'lost', retryMs: 60_000 });
    expect(await reader.screen(['a', 'b', 'c'], soon)).toHaveLength(3);
    expect(kinds().at(-1)).toBe('lost');
  });

  it('shares in what waits as soon as it is started again', async () => {
    const reader = await openTiny({ processes: 2, limits: { backoffMs: 1_000, hangMs: 60_000 } });
    await loseOneOfTwo(reader);
    expect(await reader.screen(['hang'], { timeoutMs: 50 })).toBeNull();
    expect(await reader.screen(['a'], soon)).toHaveLength(1);
    expect(kinds().at(-1)).toBe('started');
  });

  it('gives null at once while no process may be started', async () => {
    const reader = await openTiny({ limits: { backoffMs: 60_000, backoffMsMax: 60_000 } });
    expect(await reader.screen(['crash'], soon)).toBeNull();
    expect(await reader.judge([{ claim: 'a', evidence: 'b' }], soon)).toBeNull();
    expect(kinds()).toEqual(['started', 'lost', 'started', 'lost']);
  });

  it('ends a process that does not answer, and the next call works', async () => {
    const reader = await openTiny({ limits: { hangMs: 1_000 } });
    await reader.screen(['a'], soon);
    expect(await reader.screen(['hang'], soon)).toBeNull();
    expect(await eventOf('lost')).toMatchObject({ reason: 'hung', detail: 'no answer within 1 s' });
    expect(await reader.screen(['a'], soon)).toHaveLength(1);
  });

  it('replaces a process that has grown, before the next call asks for it', async () => {
    const reader = await openTiny({ limits: { residentBytesMax: 1 } });
    expect(await reader.screen(['a'], soon)).toHaveLength(1);
    expect(await eventOf('stopped')).toMatchObject({ reason: 'grown' });
    await expect.poll(() => kinds(), polling).toEqual(['started', 'stopped', 'started']);
    expect(await reader.screen(['a'], soon)).toHaveLength(1);
  });

  it('says how a process that cannot be started ended', async () => {
    const reader = await openTiny({ processUrl: new URL('./test-support/missing.ts', import.meta.url) });
    expect(await reader.screen(['a'], soon)).toBeNull();
    expect(events()).toMatchObject([{ kind: 'lost', reason: 'not_started' }]);
  });

  it('gives null once it is closed, and leaves no process behind', async () => {
    const reader = await openTiny();
    expect(await reader.screen(['a'], soon)).toHaveLength(1);
    const { processId = 0 } = (await eventOf('started')) ?? {};
    const reading = reader.read('the', texts('hang'), soon);
    await reader.close();
    expect(await reading).toBeNull();
    expect(await reader.screen(['a'], soon)).toBeNull();
    expect(() => process.kill(processId, 0)).toThrow('ESRCH');
  });
});

describe('a reader that is late', () => {
  it('gives null when the time is over before the process has started, and works once it has', async () => {
    const reader = await openTiny({}, { name: 'slow' });
    expect(await reader.screen(['a'], { timeoutMs: 50 })).toBeNull();
    expect(events()).toEqual([]);
    expect(await reader.screen(['a'], soon)).toHaveLength(1);
    expect(kinds()).toEqual(['started']);
  });

  it('gives up a process that is too slow to start', async () => {
    const reader = await openTiny({ limits: { startMs: 700 } }, { name: 'slow' });
    expect(await reader.screen(['a'], soon)).toBeNull();
    expect(events()).toMatchObject([{ reason: 'not_started', detail: expect.stringContaining('in time') }]);
  });

  it('gives null without any time, and asks nothing', async () => {
    const reader = await openTiny();
    expect(await reader.screen(['a'], { timeoutMs: 0 })).toBeNull();
    expect(events()).toEqual([]);
  });

  it('does not run what a call left behind when its time was over', async () => {
    const reader = await openTiny({ limits: { hangMs: 1_500, backoffMs: 1 } });
    await reader.screen(['a'], soon);
    // Were the rest of the call still to be done, it would break the process that comes after.
    expect(await reader.screen(['hang', 'crash', 'crash'], { timeoutMs: 100 })).toBeNull();
    expect(await reader.screen(['b'], soon)).toHaveLength(1);
    expect(events().filter(({ kind }) => kind === 'lost')).toMatchObject([{ reason: 'hung' }]);
  });

  it('does not do over what nobody waits for any more', async () => {
    const reader = await openTiny({ limits: { hangMs: 10_000 } });
    await reader.screen(['a'], soon);
    expect(await reader.screen(['hang'], { timeoutMs: 100 })).toBeNull();
    process.kill((await eventOf('started'))?.processId ?? 0, 'SIGKILL');
    expect(await reader.screen(['b'], soon)).toHaveLength(1);
    expect(kinds()).toEqual(['started', 'lost', 'started']);
  });

  it('does not begin what could not be done in its time beside what else there is to do', async () => {
    const reader = await openTiny();
    // Of it is learned how slow the model is.
    await reader.screen(['slow'], soon);
    const others = reader.screen(['slow', 'slow', 'slow'], soon);
    // It would go first, and be seen to.
    expect(await reader.screen([`crash ${'a '.repeat(100)}`], { timeoutMs: 2_000 })).toBeNull();
    expect(await others).toHaveLength(3);
    expect(kinds()).toEqual(['started']);
  });

  it('lets a call whose time is over sooner go first', async () => {
    const reader = await openTiny({ limits: { hangMs: 1_500 } });
    await reader.screen(['a'], soon);
    const done: string[] = [];
    const note = (name: string) => () => done.push(name);
    await Promise.all([
      reader.screen(['hang'], { timeoutMs: 9_000 }),
      reader.screen(['a'], { timeoutMs: 600_000 }).then(note('later')),
      reader.screen(['a'], { timeoutMs: 20_000 }).then(note('sooner')),
    ]);
    expect(done).toEqual(['sooner', 'later']);
  });
});

describe('a model that gives nonsense', () => {
  it.each(['nothing', 'short'])('gives null and says so, never a score: %s', async (word) => {
    const reader = await openTiny();
    expect(await reader.read('the', texts('a', word), soon)).toBeNull();
    expect(await reader.judge([{ claim: word, evidence: 'a' }], soon)).toBeNull();
    expect(await reader.screen([word], soon)).toBeNull();
    expect(kinds()).toEqual(['started', 'failed', 'failed', 'failed']);
    expect(events().at(-1)).toMatchObject({ lane: 'reading', detail: 'scores that are none' });
    expect(await reader.screen(['a'], soon)).toHaveLength(1);
  });

  it('gives null where a number is none', async () => {
    const reader = await openTiny();
    expect(await reader.read('the', texts(nonsense), soon)).toBeNull();
    expect(await reader.judge([{ claim: 'a', evidence: nonsense }], soon)).toBeNull();
    expect(await reader.screen(['a', nonsense], soon)).toBeNull();
    expect(kinds()).toEqual(['started', 'failed', 'failed', 'failed']);
  });

  it('says nothing of a text that the model fails on, and keeps the process', async () => {
    const reader = await openTiny();
    expect(await reader.screen(['throw'], soon)).toBeNull();
    expect(events().at(-1)).toEqual({ lane: 'reading', kind: 'failed', detail: 'RangeError' });
    expect(await reader.screen(['a'], soon)).toHaveLength(1);
  });
});
