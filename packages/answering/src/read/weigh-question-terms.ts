import { type QuestionKind, questionKind } from '@avow/text/languages';
import { contentTerms, hasNegation, isGenericTerm, isNumberTerm, nameDays, wordsOf } from '@avow/text/terms';

/** A question as answers are measured against it. */
export interface QuestionTerms {
  /** The terms that carry content, each once. */
  readonly terms: readonly string[];
  readonly kind: QuestionKind;
  readonly negated: boolean;
  /** Terms of names: a passage about another name is about something else. */
  readonly names: ReadonlySet<string>;
}

const termsMax = 64;
const questionUnitsMax = 64_000;
const genericWeight = 0.2;
const nameWeight = 1.5;
/** Among fewer candidates than this, that all of them hold a word does not make it a common one. */
const candidatesMin = 8;
/** In "how long" and "how many" the second word asks, it does not say about what. */
const measureAsked = /\bhow\s+(?:long|many|much|often|far|old|soon|early|late|big|large|high)\b/giu;
/** What a near relation counts: "contractor" for "contract". */
const relatedCredit = 0.6;

export function readQuestionTerms(question: string): QuestionTerms {
  const text = question.slice(0, questionUnitsMax);
  const unique = [...new Set(contentTerms(text.replace(measureAsked, 'how')))];
  // Of a long text the beginning and the end count: that is where people put their question.
  const terms =
    unique.length <= termsMax ? unique : [...unique.slice(0, termsMax / 2), ...unique.slice(-termsMax / 2)];
  return { terms, kind: questionKind(text), negated: hasNegation(text), names: namesIn(text) };
}

/** Words written with a capital inside a sentence that is not all capitals. */
function namesIn(text: string): Set<string> {
  if (!/\p{Ll}/u.test(text)) return new Set();
  const inside = text.split(/[.!?:\n]+/u).flatMap((sentence) => wordsOf(sentence).slice(1));
  return new Set(inside.filter((word) => /^\p{Lu}/u.test(word)).flatMap((word) => contentTerms(word)));
}

/**
 * The weight of each term of the question: the rarer among the candidates, the more, and one that none of them holds
 * the most. `candidates` are the terms of each passage.
 */
export function weighQuestionTerms(
  questionTerms: QuestionTerms,
  candidates: readonly ReadonlyMap<string, number>[],
): Map<string, number> {
  const weights = new Map<string, number>();
  const count = Math.max(candidates.length, candidatesMin);
  for (const term of questionTerms.terms) {
    const holding = candidates.filter((candidate) => candidate.has(term)).length;
    const rarity = Math.log(1 + (count + 1) / (holding + 0.5));
    const generic = isGenericTerm(term) ? genericWeight : 1;
    const name = isNumberTerm(term) || questionTerms.names.has(term) ? nameWeight : 1;
    weights.set(term, rarity * generic * name);
  }
  return weights;
}

/** Which of the question's terms a text speaks of, and how surely: 1 for the term itself, less for a near relation. */
export function creditTerms(questionTerms: QuestionTerms, text: string): Map<string, number> {
  const present = new Set([text, ...nameDays(text).map(({ names }) => names)].flatMap(contentTerms));
  const credits = new Map<string, number>();
  for (const term of questionTerms.terms) {
    if (present.has(term)) credits.set(term, 1);
    else if (term.length >= 5 && [...present].some((other) => areRelated(term, other)))
      credits.set(term, relatedCredit);
  }
  return credits;
}

/** The same beginning and short, different ends, as in "contract" and "contractor". Numbers are never related. */
function areRelated(one: string, other: string): boolean {
  if (other.length < 5 || isNumberTerm(one) || isNumberTerm(other)) return false;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= 5 && one.length - shared <= 3 && other.length - shared <= 3;
}
