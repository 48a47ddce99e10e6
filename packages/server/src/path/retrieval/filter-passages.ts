import type { Retrieved } from '@avow/answering';
import type { FilterOutcome, Guard } from '@avow/guardrails';
import type { PassageHit } from '@avow/search';
import { checkedText } from '../../features/publication/screening/checked-text.ts';

export interface FilteredPassages {
  readonly retrieved: Retrieved;
  readonly outcome: FilterOutcome;
}

/** Checks the passages of each list that may be read, and leaves out those that a guardrail objects to: what was not checked is not used. */
export async function filterRetrieved(
  guard: Guard,
  retrieved: Retrieved,
  { readMax, deadline }: { readonly readMax: number; readonly deadline: AbortSignal },
): Promise<FilteredPassages> {
  // A passage may be in several lists, and is checked once.
  const positions = new Map<string, number>();
  for (const hit of mayBeRead(retrieved, readMax)) {
    const text = checkedText(hit);
    if (!positions.has(text)) positions.set(text, positions.size);
  }
  const outcome = await guard.filterPassages([...positions.keys()], deadline);
  const keep = (hits: readonly PassageHit[]) =>
    hits.slice(0, readMax).filter((hit) => !outcome.leftOut.has(positions.get(checkedText(hit)) ?? -1));
  return {
    retrieved: {
      ...retrieved,
      documents: keep(retrieved.documents),
      further: retrieved.further.map((part) => ({ ...part, documents: keep(part.documents) })),
    },
    outcome,
  };
}

/** The positions of those that a guardrail objects to: all of them if it cannot decide. */
export async function filterTexts(
  guard: Guard,
  texts: readonly string[],
  deadline: AbortSignal,
): Promise<ReadonlySet<number>> {
  const { leftOut, blocked } = await guard.filterPassages(texts, deadline);
  return blocked === null ? leftOut : new Set(texts.keys());
}

/** The passages of each list that may be read, those that are read first before the others. */
export function mayBeRead(
  { documents, further }: Pick<Retrieved, 'documents' | 'further'>,
  readMax: number,
): PassageHit[] {
  const lists = [documents, ...further.map((part) => part.documents)];
  return Array.from({ length: readMax }, (_, rank) => lists.flatMap((hits) => hits[rank] ?? [])).flat();
}
