import type {
  ClaimToJudge,
  Judgement,
  PassageToRead,
  Reader,
  Reading,
  Screening,
} from '../packages/server/src/interfaces/reader.ts';
import { workThrough } from './work-through.ts';

const limits = { timeoutMs: 300_000 };
/** Enough that no process of the model waits for the next request. */
export const readerAtOnce = 4;
/** The model takes so many tokens a call, and no more. */
const textsPerCall = 4;
const passagesPerCall = 32;

/** Reads passages, however long it takes: a measurement without an answer would be none. */
export async function readPassages(
  reader: Reader,
  asked: { readonly question: string; readonly passages: readonly PassageToRead[] },
): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (let start = 0; start < asked.passages.length; start += passagesPerCall) {
    const some = asked.passages.slice(start, start + passagesPerCall);
    readings.push(...given(await reader.read(asked.question, some, limits)));
  }
  return readings;
}

export async function judgeClaims(
  reader: Reader,
  { label, claims }: { readonly label: string; readonly claims: readonly ClaimToJudge[] },
): Promise<Judgement[]> {
  return await inCalls({ label, items: claims }, (some) => reader.judge(some, limits));
}

export async function screenTexts(
  reader: Reader,
  { label, texts }: { readonly label: string; readonly texts: readonly string[] },
): Promise<Screening[]> {
  return await inCalls({ label, items: texts }, (some) => reader.screen(some, limits));
}

async function inCalls<Item, Result>(
  { label, items }: { readonly label: string; readonly items: readonly Item[] },
  call: (some: readonly Item[]) => Promise<readonly Result[] | null>,
): Promise<Result[]> {
  const calls = Array.from({ length: Math.ceil(items.length / textsPerCall) }, (_, at) =>
    items.slice(at * textsPerCall, (at + 1) * textsPerCall),
  );
  const done = await workThrough(
    calls,
    { label: `${label}, calls of ${textsPerCall}`, atOnce: readerAtOnce },
    async (some) => given(await call(some)),
  );
  return done.flat();
}

function given<Result>(results: readonly Result[] | null): readonly Result[] {
  if (results === null)
    throw new Error('the reading model gave no answer: it cannot run, or is far too slow');
  return results;
}
