import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Screener, Screening } from '../../interfaces/screener.ts';
import { keepScreenings } from './keep-screenings.ts';

const soon = { timeoutMs: 20_000 };
const unsafe = { hate: 0, harassment: 0, self_harm: 0, sexual: 0, violence: 0, weapons: 0, crime: 0 };
/** Tells which text it is of. */
const screeningOf = (text: string): Screening => ({
  injection: text.length / 1_000,
  unsafe,
  names: text
    .split('N')
    .slice(1)
    .map(() => ({ kind: 'person', start: 0, end: 1, score: 1 })),
});

/** A screener that notes its calls, and gives nothing where a text asks for it. `hold` makes calls wait. */
function notingScreener() {
  const calls: (readonly string[])[] = [];
  let held: Promise<void> | null = null;
  const inner: Screener = {
    name: 'noting',
    screen: async (texts, { timeoutMs }) => {
      calls.push(texts);
      const wasHeld = held;
      if (wasHeld !== null && (await Promise.race([wasHeld, setTimeout(timeoutMs, 'late')])) === 'late')
        return null;
      return texts.includes('lost') ? null : texts.map(screeningOf);
    },
    close: async () => void calls.push(['closed']),
  };
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return () => {
      held = null;
      resolve();
    };
  };
  return { inner, calls, hold };
}

describe('keepScreenings', () => {
  it('screens a text once, and only what it does not know', async () => {
    const { inner, calls } = notingScreener();
    const screener = keepScreenings(inner, { entriesMax: 10 });
    expect(await screener.screen(['a', 'bb', 'a'], soon)).toEqual(['a', 'bb', 'a'].map(screeningOf));
    expect(await screener.screen(['bb', 'ccc', 'a'], soon)).toEqual(['bb', 'ccc', 'a'].map(screeningOf));
    expect(await screener.screen(['a'], { timeoutMs: 0 })).toEqual([screeningOf('a')]);
    expect(await screener.screen([], soon)).toEqual([]);
    expect(calls).toEqual([['a', 'bb'], ['ccc']]);
  });

  it('goes by every unit of a text', async () => {
    const { inner, calls } = notingScreener();
    const screener = keepScreenings(inner, { entriesMax: 10 });
    for (const text of ['\ud800', '\ud801', '\ufffd', 'a', 'A', 'a ']) await screener.screen([text], soon);
    expect(calls).toHaveLength(6);
  });

  it('does not remember that a text could not be screened, nor what came of others in that call', async () => {
    const { inner, calls } = notingScreener();
    const screener = keepScreenings(inner, { entriesMax: 10 });
    expect(await screener.screen(['a', 'lost'], soon)).toBeNull();
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
    expect(await screener.screen(['a', 'lost'], soon)).toBeNull();
    expect(calls).toEqual([['a', 'lost'], ['a'], ['lost']]);
  });

  it('does not keep a screening that is large', async () => {
    const { inner, calls } = notingScreener();
    const screener = keepScreenings(inner, { entriesMax: 10 });
    for (const names of [256, 256, 257, 257]) await screener.screen(['N'.repeat(names)], soon);
    expect(calls.map(([text]) => text?.length)).toEqual([256, 257, 257]);
  });

  it('lets calls for the same text share one run', async () => {
    const { inner, calls, hold } = notingScreener();
    const release = hold();
    const screener = keepScreenings(inner, { entriesMax: 10 });
    const first = screener.screen(['a', 'bb'], soon);
    const second = screener.screen(['bb', 'ccc'], soon);
    release();
    expect(await first).toEqual(['a', 'bb'].map(screeningOf));
    expect(await second).toEqual(['bb', 'ccc'].map(screeningOf));
    expect(calls).toEqual([['a', 'bb'], ['ccc']]);
  });

  it('does not wait for a shared run longer than it has time', async () => {
    const { inner, calls, hold } = notingScreener();
    const release = hold();
    const screener = keepScreenings(inner, { entriesMax: 10 });
    const first = screener.screen(['a'], soon);
    expect(await screener.screen(['a'], { timeoutMs: 20 })).toBeNull();
    release();
    expect(await first).toHaveLength(1);
    expect(calls).toEqual([['a']]);
  });

  it('runs a text itself where those who began had too little time, or asked for what cannot be had', async () => {
    const { inner, calls, hold } = notingScreener();
    const release = hold();
    const screener = keepScreenings(inner, { entriesMax: 10 });
    const hasty = screener.screen(['a'], { timeoutMs: 20 });
    const patient = screener.screen(['a'], soon);
    expect(await hasty).toBeNull();
    release();
    expect(await patient).toEqual([screeningOf('a')]);
    const bad = screener.screen(['bb', 'lost'], soon);
    const good = screener.screen(['bb'], soon);
    expect(await bad).toBeNull();
    expect(await good).toEqual([screeningOf('bb')]);
    expect(calls).toEqual([['a'], ['a'], ['bb', 'lost'], ['bb']]);
  });

  it('forgets on closing, and closes', async () => {
    const { inner, calls } = notingScreener();
    const screener = keepScreenings(inner, { entriesMax: 10 });
    await screener.screen(['a'], soon);
    await screener.close();
    await screener.screen(['a'], soon);
    expect(calls).toEqual([['a'], ['closed'], ['a']]);
  });

  it('keeps the texts that were last asked for, however they are asked for', async () => {
    const asked = fc.array(fc.nat(7), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 5 }), async (numbers, entriesMax) => {
        const { inner, calls } = notingScreener();
        const screener = keepScreenings(inner, { entriesMax });
        const recent: string[] = [];
        let expectedCalls = 0;
        for (const number of numbers) {
          const text = 'x'.repeat(number);
          expect(await screener.screen([text], soon)).toEqual([screeningOf(text)]);
          const place = recent.indexOf(text);
          if (place === -1) expectedCalls += 1;
          else recent.splice(place, 1);
          recent.push(text);
          if (recent.length > entriesMax) recent.shift();
          expect(calls).toHaveLength(expectedCalls);
        }
      }),
    );
  });

  it('keeps nothing once it has ended, where it is to keep nothing', async () => {
    const asked: string[] = [];
    const screener = keepScreenings(
      {
        name: 'counting',
        screen: async (texts) => {
          asked.push(...texts);
          return texts.map(screeningOf);
        },
        close: async () => undefined,
      },
      { entriesMax: 0 },
    );
    const limits = { timeoutMs: 1_000 };
    await Promise.all([screener.screen(['one'], limits), screener.screen(['one'], limits)]);
    expect(asked).toEqual(['one']);
    await screener.screen(['one'], limits);
    expect(asked).toEqual(['one', 'one']);
  });
});
