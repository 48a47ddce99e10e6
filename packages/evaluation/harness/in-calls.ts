import { workThrough } from './work-through.ts';

/** No practical time limit: a measurement needs every answer. */
export const callLimits = { timeoutMs: 300_000 };
/** Enough to keep every model process busy. */
export const callsAtOnce = 4;
/** The number of items per call, because a model accepts a limited number of tokens. */
const textsPerCall = 4;

/** Sends items to a model, a few per call. Fails if a call returns nothing. */
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
    async (some) => given(await call(some)),
  );
  return done.flat();
}

export function given<Result>(results: readonly Result[] | null): readonly Result[] {
  if (results === null) throw new Error('the model gave no answer: it cannot run, or is far too slow');
  return results;
}
