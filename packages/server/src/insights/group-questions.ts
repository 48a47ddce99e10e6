import type { MessageId } from '../interfaces/identity.ts';
import { curatedKey } from '../text/normalise-question.ts';
import type { GiveWay } from './create-turns.ts';
import { groupByMeaning, nearestToAll } from './group-by-meaning.ts';
import { groupByWords, nearestByWords } from './group-by-words.ts';

/** One way of asking, and all messages that asked so. */
export interface Phrasing {
  /** What tells ways of asking apart: trivially different spellings share it. */
  readonly key: string;
  /** As the first message has it. */
  readonly text: string;
  /** Oldest first. */
  readonly messageIds: readonly MessageId[];
}

export interface QuestionGroup {
  /** Nearest to all. */
  readonly representative: Phrasing;
  /** Asked most first, the representative among them. */
  readonly phrasings: readonly Phrasing[];
}

/** Questions that differ in their spelling alone, put together; those asked most first. The order given is of no account. */
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
 * Every phrasing in exactly one group. By meaning where `vectorOf` is given; what has no vector then stands by itself.
 */
export async function groupQuestions(
  phrasings: readonly Phrasing[],
  vectorOf: ((phrasing: Phrasing) => Float32Array | null) | null,
  giveWay: GiveWay,
): Promise<QuestionGroup[]> {
  const sorted = phrasings.toSorted(byCount);
  if (vectorOf === null) {
    const worded = sorted.map(({ text, messageIds }) => ({ text, count: messageIds.length }));
    return collect(sorted, worded, await groupByWords(worded, giveWay), nearestByWords);
  }
  const withVector = sorted.flatMap((phrasing) => {
    const vector = vectorOf(phrasing);
    return vector === null ? [] : [{ phrasing, vector, count: phrasing.messageIds.length }];
  });
  const placed = new Set(withVector.map(({ phrasing }) => phrasing));
  const alone = sorted.filter((phrasing) => !placed.has(phrasing));
  const found = await groupByMeaning(withVector, giveWay);
  return [
    ...collect([...placed], withVector, found, nearestToAll),
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

/** Keys are distinct: this is one order, whatever came first. */
function byCount(one: Phrasing, other: Phrasing): number {
  return other.messageIds.length - one.messageIds.length || compare(one.key, other.key);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
