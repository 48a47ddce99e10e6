import { curatedKey } from '@avow/text';
import { isGenericTerm } from '@avow/text/terms';
import { guards } from './same-question-guards.ts';
import { demandsDiffer, kindsDiffer, type QuestionReading, readQuestion } from './same-question-reading.ts';

/**
 * From here on two questions count as the same. If every content word is the same, one generic word may differ; a content
 * word may differ only among six others. A wrong curated answer is worse than none, so the threshold is high.
 */
export const curatedSimilarityMin = 0.85;

/** Curated questions are short; a longer text cannot ask the same as one of them. */
const askedUnitsMax = 4_000;
const genericWeight = 0.25;
/** "When" and "who" questions differ, however similar the rest: this puts a perfect match below the threshold. */
const otherKindFactor = 0.8;

/**
 * The similarity of two questions, 0 to 1, symmetric. 1: the same content words in any order. 0: they differ in a number, a
 * negation or an opposite, or have nothing in common.
 */
export function curatedSimilarity(asked: string, candidate: string): number {
  if (asked.length > askedUnitsMax || candidate.length > askedUnitsMax) return 0;
  return similarityOf(readQuestion(asked), readQuestion(candidate));
}

function similarityOf(one: QuestionReading, other: QuestionReading): number {
  if (one.terms.size === 0 || other.terms.size === 0) {
    const key = curatedKey(one.text);
    return key !== '' && key === curatedKey(other.text) ? 1 : 0;
  }
  if (Object.values(guards).some((differs) => differs(one, other))) return 0;
  const sameKind = !kindsDiffer(one, other) && !demandsDiffer(one, other);
  return overlap(one.terms, other.terms) * (sameKind ? 1 : otherKindFactor);
}

/** Weighted Jaccard overlap of the two multisets. */
function overlap(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const term of new Set([...one.keys(), ...other.keys()])) {
    const weight = isGenericTerm(term) ? genericWeight : 1;
    const counts = [one.get(term) ?? 0, other.get(term) ?? 0];
    shared += weight * Math.min(...counts);
    all += weight * Math.max(...counts);
  }
  return all === 0 ? 0 : shared / all;
}
