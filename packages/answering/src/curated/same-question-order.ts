import type { QuestionReading } from './same-question-reading.ts';

/** The number of terms that two questions share, and how differently they are ordered. */
interface Order {
  readonly sharedCount: number;
  /** 0: the same order. 1: no two terms are adjacent in both. */
  readonly disorder: number;
}

/** Symmetric. */
export function disorderOf(one: QuestionReading, other: QuestionReading): Order {
  const ours = one.order.filter((term) => other.terms.has(term));
  const theirs = other.order.filter((term) => one.terms.has(term));
  const sharedCount = Math.min(ours.length, theirs.length);
  if (sharedCount < 2) return { sharedCount, disorder: 0 };
  const [left, right] = [neighboursIn(ours), neighboursIn(theirs)];
  return { sharedCount, disorder: 1 - left.intersection(right).size / Math.max(left.size, right.size) };
}

function neighboursIn(terms: readonly string[]): Set<string> {
  return new Set(terms.slice(1).map((term, at) => `${terms[at]} ${term}`));
}
