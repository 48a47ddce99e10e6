import { describe, expect, it } from 'vitest';
import type { Screener } from '../screener.ts';
import { nonsense } from './test-support/tiny-outputs.ts';
import { useTinyScreeners } from './test-support/tiny-screeners.ts';

const soon = { signal: new AbortController().signal, owner: 'one' };
const { events, kinds, openTiny, eventOf } = useTinyScreeners();

/** Kills the process that was started last, and the one in its place: the next is started after a wait. */
async function loseOneOfTwo(screener: Screener): Promise<void> {
  await screener.screen(['a', 'b'], soon);
  const expected: string[] = ['started', 'started'];
  for (const then of [['lost', 'started'], ['lost']]) {
    await expect.poll(() => kinds()).toEqual(expected);
    const started = events().filter((event) => event.kind === 'started');
    process.kill(started.at(-1)?.processId ?? 0, 'SIGKILL');
    expected.push(...then);
  }
  await expect.poll(() => kinds()).toEqual(expected);
}

describe('a screener that several share', () => {
  it('screens a text of one between the windows of sixteen long texts of another', async () => {
    const screener = await openTiny();
    await screener.screen(['a'], soon);
    const ended: string[] = [];
    const long = 'days of the holiday '.repeat(100);
    const many = Array.from({ length: 16 }, () =>
      screener.screen([`slow ${long}`], { ...soon, owner: 'many' }).then(() => ended.push('many')),
    );
    const few = screener.screen(['the record'], { ...soon, owner: 'few' }).then((found) => {
      expect(found).toHaveLength(1);
      ended.push('few');
    });
    await Promise.all([few, ...many]);
    expect(ended.indexOf('few')).toBe(0);
  });
});

describe('a screener whose process is lost', () => {
  it('does over what a killed process was to do, and goes on', async () => {
    const screener = await openTiny({
      onEvent: (event) => {
        if (event.kind === 'started' && kinds().length === 0) process.kill(event.processId, 'SIGKILL');
        events().push(event);
      },
    });
    expect(await screener.screen(['a', 'b', 'c'], soon)).toHaveLength(3);
    expect(kinds()).toEqual(['started', 'lost', 'started']);
  });

  it('gives null for a text that breaks the process twice, and the next one works', async () => {
    const screener = await openTiny({ limits: { backoffMs: 1 } });
    expect(await screener.screen(['a', 'crash', 'b'], soon)).toBeNull();
    expect(events().filter(({ kind }) => kind === 'lost')).toMatchObject([
      { lane: 'screening', reason: 'ended', retryMs: 0 },
      { lane: 'screening', reason: 'ended', retryMs: 1 },
    ]);
    await expect.poll(() => screener.screen(['a'], soon)).toHaveLength(1);
  });

  it('goes on with the other process where one is lost', async () => {
    const screener = await openTiny({ processes: 2, limits: { backoffMs: 60_000, backoffMsMax: 60_000 } });
    await loseOneOfTwo(screener);
    expect(events().at(-1)).toMatchObject({ kind: 'lost', retryMs: 60_000 });
    expect(await screener.screen(['a', 'b', 'c'], soon)).toHaveLength(3);
    expect(kinds().at(-1)).toBe('lost');
  });

  it('shares in what waits as soon as it is started again', async () => {
    const screener = await openTiny({ processes: 2, limits: { backoffMs: 1_000, hangMs: 60_000 } });
    await loseOneOfTwo(screener);
    expect(await screener.screen(['hang'], { ...soon, signal: AbortSignal.timeout(50) })).toBeNull();
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
    expect(kinds().at(-1)).toBe('started');
  });

  it('serves others at once after a text that breaks it twice', async () => {
    const screener = await openTiny({ limits: { backoffMs: 60_000, backoffMsMax: 60_000 } });
    expect(await screener.screen(['crash'], soon)).toBeNull();
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
    expect(kinds()).toEqual(['started', 'lost', 'started', 'lost', 'started']);
  });

  it('ends a process that does not answer, and the next call works', async () => {
    const screener = await openTiny({ limits: { hangMs: 1_000 } });
    await screener.screen(['a'], soon);
    expect(await screener.screen(['hang'], soon)).toBeNull();
    expect(await eventOf('lost')).toMatchObject({ reason: 'hung', detail: 'no answer within 1 s' });
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
  });

  it('replaces a process that has grown, before the next call asks for it', async () => {
    const screener = await openTiny({ limits: { residentBytesMax: 1 } });
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
    expect(await eventOf('stopped')).toMatchObject({ reason: 'grown' });
    await expect.poll(() => kinds()).toEqual(['started', 'stopped', 'started']);
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
  });

  it('says how a process that cannot be started ended', async () => {
    const screener = await openTiny({
      processUrl: new URL('./test-support/missing.ts', import.meta.url),
      limits: { lossesMax: 1 },
    });
    expect(await screener.screen(['a'], soon)).toBeNull();
    expect(events()).toMatchObject([{ kind: 'lost', reason: 'not_started' }]);
  });

  it('gives null once it is closed, and leaves no process behind', async () => {
    const screener = await openTiny();
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
    const { processId = 0 } = (await eventOf('started')) ?? {};
    const screening = screener.screen(['hang'], soon);
    await screener.close();
    expect(await screening).toBeNull();
    expect(await screener.screen(['a'], soon)).toBeNull();
    expect(() => process.kill(processId, 0)).toThrow('ESRCH');
  });
});

describe('a screener that is late', () => {
  it('gives null when the time is over before the process has started, and works once it has', async () => {
    const screener = await openTiny({}, { name: 'slow' });
    expect(await screener.screen(['a'], { ...soon, signal: AbortSignal.timeout(50) })).toBeNull();
    expect(events()).toEqual([]);
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
    expect(kinds()).toEqual(['started']);
  });

  it('gives up a process that is too slow to start', async () => {
    const screener = await openTiny({ limits: { startMs: 700, lossesMax: 1 } }, { name: 'slow' });
    expect(await screener.screen(['a'], soon)).toBeNull();
    expect(events()).toMatchObject([{ reason: 'not_started', detail: expect.stringContaining('in time') }]);
  });

  it('gives null without any time, and asks nothing', async () => {
    const screener = await openTiny();
    expect(await screener.screen(['a'], { ...soon, signal: AbortSignal.timeout(0) })).toBeNull();
    expect(events()).toEqual([]);
  });

  it('does not run what a call left behind when its time was over', async () => {
    const screener = await openTiny({ limits: { hangMs: 1_500, backoffMs: 1 } });
    await screener.screen(['a'], soon);
    // Were the rest of the call still to be done, it would break the process that comes after.
    expect(
      await screener.screen(['hang', 'crash', 'crash'], { ...soon, signal: AbortSignal.timeout(100) }),
    ).toBeNull();
    expect(await screener.screen(['b'], soon)).toHaveLength(1);
    expect(events().filter(({ kind }) => kind === 'lost')).toMatchObject([{ reason: 'hung' }]);
  });

  it('does not do over what nobody waits for any more', async () => {
    const screener = await openTiny({ limits: { hangMs: 10_000 } });
    await screener.screen(['a'], soon);
    expect(await screener.screen(['hang'], { ...soon, signal: AbortSignal.timeout(100) })).toBeNull();
    process.kill((await eventOf('started'))?.processId ?? 0, 'SIGKILL');
    expect(await screener.screen(['b'], soon)).toHaveLength(1);
    expect(kinds()).toEqual(['started', 'lost', 'started']);
  });

  it('is waited for, however slow it is and however much is before a text', async () => {
    const screener = await openTiny();
    // Of it could be learned how slow the model is.
    await screener.screen(['slow'], soon);
    const others = screener.screen(['slow', 'slow', 'slow'], soon);
    const behind = screener.screen(['a'], { ...soon, signal: AbortSignal.timeout(60_000) });
    expect(await behind).toHaveLength(1);
    expect(await others).toHaveLength(3);
  });
});

describe('a model that gives nonsense', () => {
  it.each(['nothing', 'short'])('gives null and says so, never a score: %s', async (word) => {
    const screener = await openTiny();
    expect(await screener.screen(['a', word], soon)).toBeNull();
    expect(kinds()).toEqual(['started', 'failed']);
    expect(events().at(-1)).toMatchObject({ lane: 'screening', detail: 'invalid scores' });
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
  });

  it('gives null where a number is none', async () => {
    const screener = await openTiny();
    expect(await screener.screen([nonsense], soon)).toBeNull();
    expect(await screener.screen(['a', nonsense], soon)).toBeNull();
    expect(kinds()).toEqual(['started', 'failed', 'failed']);
  });

  it('says nothing of a text that the model fails on, and keeps the process', async () => {
    const screener = await openTiny();
    expect(await screener.screen(['throw'], soon)).toBeNull();
    expect(events().at(-1)).toEqual({ lane: 'screening', kind: 'failed', detail: 'RangeError' });
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
  });
});
