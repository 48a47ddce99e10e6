import { workThrough } from './work-through.ts';

/** However long it takes: a measurement without an answer would be none. */
export const callLimits = { timeoutMs: 300_000 };
/** Enough that no process of a model waits for the next request. */
export const callsAtOnce = 4;
/** A model takes so many tokens a call, and no more. */
const textsPerCall = 4;

/** Puts items to a model, a few in each call. Fails where one call gives nothing. */
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
