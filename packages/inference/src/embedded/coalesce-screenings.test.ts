import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { Screener, Screening } from '../screener.ts';
import { coalesceScreenings } from './coalesce-screenings.ts';

const soon = { signal: new AbortController().signal, owner: 'one' };
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
    screen: async (texts, { signal }) => {
      calls.push(texts);
      const wasHeld = held;
      const aborted = once(signal, 'abort').then(() => 'late');
      if (wasHeld !== null && (await Promise.race([wasHeld, aborted])) === 'late') return null;
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

describe('coalesceScreenings', () => {
  it('screens each text of a call once, and keeps nothing of it', async () => {
    const { inner, calls } = notingScreener();
    const screener = coalesceScreenings(inner);
    expect(await screener.screen(['a', 'bb', 'a'], soon)).toEqual(['a', 'bb', 'a'].map(screeningOf));
    expect(await screener.screen(['bb'], soon)).toEqual([screeningOf('bb')]);
    expect(await screener.screen([], soon)).toEqual([]);
    expect(calls).toEqual([['a', 'bb'], ['bb']]);
  });

  it('goes by every unit of a text', async () => {
    const { inner, calls } = notingScreener();
    const screener = coalesceScreenings(inner);
    for (const text of ['\ud800', '\ud801', '\ufffd', 'a', 'A', 'a ']) await screener.screen([text], soon);
    expect(calls).toHaveLength(6);
  });

  it('gives nothing where one text of a call cannot be screened', async () => {
    const { inner, calls } = notingScreener();
    const screener = coalesceScreenings(inner);
    expect(await screener.screen(['a', 'lost'], soon)).toBeNull();
    expect(await screener.screen(['a'], soon)).toHaveLength(1);
    expect(calls).toEqual([['a', 'lost'], ['a']]);
  });

  it('lets calls for the same text share one run', async () => {
    const { inner, calls, hold } = notingScreener();
    const release = hold();
    const screener = coalesceScreenings(inner);
    const first = screener.screen(['a', 'bb'], soon);
    const second = screener.screen(['bb', 'ccc'], soon);
    release();
    expect(await first).toEqual(['a', 'bb'].map(screeningOf));
    expect(await second).toEqual(['bb', 'ccc'].map(screeningOf));
    expect(calls).toEqual([['a', 'bb'], ['ccc']]);
  });

  it('shares nothing between owners, so that none waits for the turn of another', async () => {
    const { inner, calls, hold } = notingScreener();
    const release = hold();
    const screener = coalesceScreenings(inner);
    const all = ['one', 'other'].map((owner) => screener.screen(['a'], { ...soon, owner }));
    release();
    expect(await Promise.all(all)).toEqual([[screeningOf('a')], [screeningOf('a')]]);
    expect(calls).toEqual([['a'], ['a']]);
  });

  it('lets no question wait for what is screened in the background', async () => {
    const { inner, calls, hold } = notingScreener();
    const release = hold();
    const screener = coalesceScreenings(inner);
    const later = screener.screen(['a'], { ...soon, isBackground: true });
    const now = screener.screen(['a'], soon);
    release();
    expect(await Promise.all([later, now])).toEqual([[screeningOf('a')], [screeningOf('a')]]);
    expect(calls).toEqual([['a'], ['a']]);
  });

  it('does not wait for a shared run longer than it has time', async () => {
    const { inner, calls, hold } = notingScreener();
    const release = hold();
    const screener = coalesceScreenings(inner);
    const first = screener.screen(['a'], soon);
    expect(await screener.screen(['a'], { ...soon, signal: AbortSignal.timeout(20) })).toBeNull();
    release();
    expect(await first).toHaveLength(1);
    expect(calls).toEqual([['a']]);
  });

  it('runs a text itself where those who began had too little time, or asked for what cannot be had', async () => {
    const { inner, calls, hold } = notingScreener();
    const release = hold();
    const screener = coalesceScreenings(inner);
    const hasty = screener.screen(['a'], { ...soon, signal: AbortSignal.timeout(20) });
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

  it('closes what it shares', async () => {
    const { inner, calls } = notingScreener();
    await coalesceScreenings(inner).close();
    expect(calls).toEqual([['closed']]);
  });
});
