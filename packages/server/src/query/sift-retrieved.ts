import type { Retrieved } from '../interfaces/answering.ts';
import type { Guard, SiftOutcome } from '../interfaces/guard.ts';
import type { PassageHit } from '../interfaces/passage-search.ts';

/** Of each list. No more are ever read; what was not looked through is not used. */
const siftedMax = 12;

export interface Sifted {
  readonly retrieved: Retrieved;
  readonly outcome: SiftOutcome;
}

/** Looks through the passages that may be read, and leaves out those that a guardrail objects to. */
export async function siftRetrieved(
  guard: Guard,
  retrieved: Retrieved,
  deadline: AbortSignal,
): Promise<Sifted> {
  const lists = [retrieved.documents, ...retrieved.further.map(({ documents }) => documents)];
  // A passage may be in several lists: it is looked at once.
  const positions = new Map<string, number>();
  for (const hit of lists.flatMap((hits) => hits.slice(0, siftedMax))) {
    const text = textOf(hit);
    if (!positions.has(text)) positions.set(text, positions.size);
  }
  const outcome = await guard.sift([...positions.keys()], deadline);
  const keep = (hits: readonly PassageHit[]) =>
    hits.slice(0, siftedMax).filter((hit) => !outcome.leftOut.has(positions.get(textOf(hit)) ?? -1));
  return {
    retrieved: {
      ...retrieved,
      documents: keep(retrieved.documents),
      further: retrieved.further.map((part) => ({ ...part, documents: keep(part.documents) })),
    },
    outcome,
  };
}

/** Which of these a guardrail objects to: all of them, where it cannot say. */
export async function siftTexts(
  guard: Guard,
  texts: readonly string[],
  deadline: AbortSignal,
): Promise<ReadonlySet<number>> {
  const { leftOut, blocked } = await guard.sift(texts, deadline);
  return blocked === null ? leftOut : new Set(texts.keys());
}

/** What a reader of the passage sees. */
function textOf({ headings, text }: PassageHit): string {
  return headings === '' ? text : `${headings}\n${text}`;
}
