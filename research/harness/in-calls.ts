import { setTimeout as wait } from 'node:timers/promises';
import { workThrough } from './work-through.ts';

/** No practical time limit: a measurement needs every answer. */
export const callLimits = {
  timeoutMs: 300_000,
  signal: new AbortController().signal,
  owner: 'evaluation',
};
/** Enough to keep every model process busy. */
export const callsAtOnce = 4;
/** The number of items per call, because a model accepts a limited number of tokens. */
const textsPerCall = 4;

/** On a busy machine a model process may be taken for hung and started anew: one such call must not end a run of an hour. */
const triesMax = 5;
const pauseMs = 3_000;

/** Sends items to a model, a few per call. Fails if a call returns nothing several times. */
export async function inCalls<Item, Result>(
  { label, items }: { readonly label: string; readonly items: readonly Item[] },
  call: (some: readonly Item[]) => Promise<readonly Result[] | null>,
): Promise<Result[]> {
  const calls = Array.from({ length: Math.ceil(items.length / textsPerCall) }, (_, at) =>
    items.slice(at * textsPerCall, (at + 1) * textsPerCall),
  );
  const done = await workThrough(
    calls,
    { label: `${label}, calls of ${textsPerCall}`, atOnce: callsAtOnce },
    async (some) => given(await callAgain(() => call(some))),
  );
  return done.flat();
}

async function callAgain<Result>(call: () => Promise<Result | null>): Promise<Result | null> {
  for (let tries = 1; ; tries += 1) {
    const found = await call();
    if (found !== null || tries === triesMax) return found;
    await wait(pauseMs);
  }
}

export function given<Result>(results: readonly Result[] | null): readonly Result[] {
  if (results === null) throw new Error('the model gave no answer: it cannot run, or is far too slow');
  return results;
}
