import { questionKind } from '@avow/text/languages';
import { splitSentences } from '@avow/text/sentences';

/**
 * What an answer must hold to be one. `fact`: the sentence that says it. `yes_no`: that, led by yes or no. `definition`: what
 * a thing is. `list`: all of a list. `comparison`: two things, which may stand side by side in one. `steps`: everything that
 * has to be done, in order.
 */
export type AnswerShape = 'fact' | 'yes_no' | 'definition' | 'list' | 'comparison' | 'steps';

const looked = 2_000;

/** Who does it: "how do holidays accrue" asks for no steps. */
const procedure =
  /\bhow\s+to\b|\bhow\s+(?:do|can|should|could|would|must|might|shall|may)\s+(?:i|we|you|one|someone|somebody|anyone|people|employees|staff|managers?|users?|an?|new)\b|\b(?:what|which)(?:\s+is|\s+are|['’]s)?\s+(?:the\s+)?(?:best\s+|right\s+|correct\s+|proper\s+)?(?:process|procedure|way|steps?)\b|\bwhat\s+(?:do|should|must|shall|can)\s+(?:i|we|you|one)\s+do\b|\bsteps?\s+(?:to|for)\b/iu;
const definition =
  /^\W*(?:so\s+)?(?:what(?:\s+(?:exactly\s+)?(?:is|are|was|were)|['’]s)\s+(?:an?\s+|the\s+)?[\p{L}\p{N}"“'’./&+-]+(?:\s+[\p{L}\p{N}"”'’./&+-]+){0,2}|what\s+(?:do|does|did)\s+.{1,80}\b(?:mean|stand\s+for|refer\s+to)|(?:define|explain|describe)\b.{1,80})\W*$/iu;
const several =
  /\bwhat\s+(?:are|were)\b|\b(?:list|name|enumerate)\s+(?:all|the|some|every|each|any)\b|\b(?:what|which)\s+(?:other\s+|different\s+|kinds?\s+of\s+|types?\s+of\s+|sorts?\s+of\s+)*(?:(?!(?:if|when|that|who|happens?|is|was|does|has|to|in|on|at|for|and|or|my|our|your|the|an?)\b)[\p{L}\p{N}-]+\s+){0,2}\p{L}+(?<!s)s\s+(?:are|were|do|does|did|can|could|should|must|may|will|have|need|count|qualify|apply|belong|fall)\b|\bwhat\s+(?:do|should|must)\s+(?:i|we|you)\s+(?:need|bring|include|provide|submit|prepare)\b|\b(?:examples|kinds|types|sorts|options|ways)\s+of\b/iu;

/** "Ways to stop it", "name a few": all that there are, though no question word says so. */
const wantsAll =
  /^\W*(?:(?:the|some|all|different)\s+)*(?:ways|kinds|types|examples|reasons|options)\b|\bname\s+(?:a\s+few|some|them|all)\b/iu;
const asksHow = /[:,–-]\s*how\??\s*$/iu;
const asksWhatItIs =
  /[:,–-]\s*what(?:\s+is|['’]s)\s+(?:it|that|this)\b|\bwhat\s+(?:do|does|did)\s.{1,80}\b(?:mean|stand\s+for)\b/iu;
/** "Tea or coffee?" is answered by neither yes nor no. */
const offersTwo = /\bor\b(?!\s+not\b)/iu;
export const comparesTwo =
  /\b(?:versus|vs|compared?|differen(?:t|ce|ces|tiate)|differs?|distinguish(?:es)?|rather\s+than|instead\s+of|better\s+than)\b/iu;
/** An introduction is not a question: "If it falls on a Sunday, am I paid?", "At home: do I need it?" */
const condition =
  /^\W*(?:if|when|once|after|before|as|for|on|in|with|without|during|while|suppose|assuming|since|because)\b[^?]*?[,:]\s+|^[^?]{1,80}?(?::|\s[-–—])\s+/iu;

/** The same question has the same shape, regardless of what was found. */
export function answerShape(question: string): AnswerShape {
  const asked = question.slice(0, looked).trim();
  const last = lastQuestion(asked);
  if (questionKind(last) === 'yes_no' || questionKind(last.replace(condition, '')) === 'yes_no')
    return offersTwo.test(last) ? 'fact' : 'yes_no';
  if (procedure.test(asked) || asksHow.test(asked)) return 'steps';
  if (wantsAll.test(asked)) return 'list';
  if (comparesTwo.test(asked)) return 'comparison';
  if (asksWhatItIs.test(asked)) return 'definition';
  const kind = questionKind(asked);
  if (kind !== 'thing' && kind !== 'none') return 'fact';
  // "What are the office hours" asks for all of them, "what is an office hour" what that is.
  if (several.test(asked)) return 'list';
  return definition.test(asked) ? 'definition' : 'fact';
}

/** The last sentence that ends in a question mark; all of it where none does. */
function lastQuestion(asked: string): string {
  const sentences = splitSentences(asked).map(({ start, end }) => asked.slice(start, end));
  return sentences.findLast((sentence) => sentence.endsWith('?')) ?? asked;
}
