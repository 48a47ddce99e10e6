import type { MessageId } from '@avow/foundation';
import type { GiveWay } from '@avow/foundation/concurrency';
import { curatedKey } from '@avow/text';
import { findKeywordRepresentative, groupByKeywords } from './group-by-keywords.ts';
import { findVectorRepresentative, groupByVectors } from './group-by-vectors.ts';

/** A phrasing, and all messages that used it. */
export interface Phrasing {
  /** Identifies a phrasing: trivially different spellings share it. */
  readonly key: string;
  /** As in the first message. */
  readonly text: string;
  /** Oldest first. */
  readonly messageIds: readonly MessageId[];
}

export interface QuestionGroup {
  /** The phrasing nearest to all others. */
  readonly representative: Phrasing;
  /** Most frequent first, including the representative. */
  readonly phrasings: readonly Phrasing[];
}

/** Merges questions that differ only in spelling; most frequent first, independent of the input order. */
export function phrasingsOf(
  questions: ReadonlyArray<{ readonly messageId: MessageId; readonly text: string }>,
): Phrasing[] {
  const byKey = new Map<string, Array<{ readonly messageId: MessageId; readonly text: string }>>();
  for (const question of questions) {
    // A text of nothing but punctuation has no key.
    const key = curatedKey(question.text) || question.text;
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [question]);
    else same.push(question);
  }
  return [...byKey]
    .map(([key, same]): Phrasing => {
      const sorted = same.toSorted((one, other) => compare(one.messageId, other.messageId));
      return { key, text: sorted[0]?.text ?? '', messageIds: sorted.map(({ messageId }) => messageId) };
    })
    .sort(byCount);
}

/**
 * Puts every phrasing into exactly one group. Semantic if `vectorOf` is given; a phrasing without a vector is then alone.
 */
export async function groupQuestions(
  phrasings: readonly Phrasing[],
  vectorOf: ((phrasing: Phrasing) => Float32Array | null) | null,
  giveWay: GiveWay,
): Promise<QuestionGroup[]> {
  const sorted = phrasings.toSorted(byCount);
  if (vectorOf === null) {
    const worded = sorted.map(({ text, messageIds }) => ({ text, count: messageIds.length }));
    return collect(sorted, worded, await groupByKeywords(worded, giveWay), findKeywordRepresentative);
  }
  const withVector = sorted.flatMap((phrasing) => {
    const vector = vectorOf(phrasing);
    return vector === null ? [] : [{ phrasing, vector, count: phrasing.messageIds.length }];
  });
  const placed = new Set(withVector.map(({ phrasing }) => phrasing));
  const alone = sorted.filter((phrasing) => !placed.has(phrasing));
  const found = await groupByVectors(withVector, giveWay);
  return [
    ...collect([...placed], withVector, found, findVectorRepresentative),
    ...alone.map((phrasing) => ({ representative: phrasing, phrasings: [phrasing] })),
  ];
}

function collect<Measured>(
  phrasings: readonly Phrasing[],
  measured: readonly Measured[],
  groupOf: readonly number[],
  nearest: (some: readonly Measured[]) => number,
): QuestionGroup[] {
  const places = Map.groupBy(phrasings.keys(), (index) => groupOf[index]);
  return [...places.values()].map((indexes) => {
    const own = indexes.map((index) => phrasings[index] as Phrasing);
    const at = nearest(indexes.map((index) => measured[index] as Measured));
    return { representative: own[at] as Phrasing, phrasings: own };
  });
}

/** A total order, because keys are distinct. */
function byCount(one: Phrasing, other: Phrasing): number {
  return other.messageIds.length - one.messageIds.length || compare(one.key, other.key);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
