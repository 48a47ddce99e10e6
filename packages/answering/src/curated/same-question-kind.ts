import { type QuestionKind, questionKind } from '@avow/text/languages';

type Kind = Exclude<QuestionKind, 'none'>;

/** "How common", "how likely", "how heavy": a degree, which `questionKind` does not tell from a manner. */
const degree =
  /^\W*how\s+(?!(?:do|does|did|can|could|should|shall|will|would|must|may|might|is|are|was|were|am|have|has|had|to|come|about|exactly|i|we|you|he|she|they|it|the|a|an|my|our|your)\b)\p{L}+/iu;
/** "Is there a way to" asks how. */
const wayTo = /\b(?:is|are)\s+there\s+(?:an?|any|some)\s+(?:\p{L}+\s+)?ways?\b/iu;

/** "What do I do if" asks how, too. */
const whatToDo = /\bwhat\s+(?:do|can|could|should|shall|must)\s+(?:i|we|you)\s+do\b/iu;

/** Kinds that people use for the same thing: "how long until" and "when", "where can I change" and "how can I change". */
const interchangeable: ReadonlyArray<readonly [Kind, Kind]> = [
  ['amount', 'duration'],
  ['amount', 'frequency'],
  ['duration', 'time'],
  ['manner', 'place'],
];

/** The kind of answer that a curated question or one like it asks for. */
export function askedKind(question: string): QuestionKind {
  const kind = questionKind(question);
  if (kind === 'manner' && degree.test(question)) return 'amount';
  if (kind === 'thing' && whatToDo.test(question)) return 'manner';
  return kind === 'yes_no' && wayTo.test(question) ? 'manner' : kind;
}

/**
 * Whether an answer of one kind cannot be one of the other. "What" asks for anything, and so does a text without a question
 * word.
 */
export function kindsConflict(one: QuestionKind, other: QuestionKind): boolean {
  if (one === other || [one, other].some((kind) => kind === 'none' || kind === 'thing')) return false;
  return !interchangeable.some((kinds) => kinds.includes(one as Kind) && kinds.includes(other as Kind));
}
