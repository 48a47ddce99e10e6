import { splitSentences } from '@avow/text/sentences';

/** More than these are not asked in one breath. */
const partsMax = 3;
const questionUnitsMax = 2_000;
/** A clause shorter than this asks nothing by itself: "and why?" */
const partUnitsMin = 12;

/** Where a further thing is asked: "… , and how long …", "… and under which …", "… or can I …". */
const asksFurther =
  /[,;]?\s+(?:and|or)\s+(?=(?:(?:in|on|at|for|with|by|over|under|from|to|after|until|of)\s+)?(?:who|whom|whose|what|when|where|which|why|how)\b|(?:can|could|may|must|should|do|does|did|is|are|am|will|would|has|have)\s+\p{L}+\s+\p{L}|(?:if|when|once)\s[^,?]{1,60},\s*(?:who|what|when|where|which|why|how|can|do|is|are)\b)/giu;

/**
 * The parts of a compound question, each as a separate question; one if it asks one. An introduction before the question is
 * repeated with each of them.
 */
export function splitQuestion(question: string): string[] {
  const text = question.slice(0, questionUnitsMax).trim();
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  const asking = sentences.filter((sentence) => sentence.endsWith('?'));
  if (asking.length === 0) return [text];
  const introduction = sentences.filter((sentence) => !sentence.endsWith('?')).join(' ');
  const parts = asking.flatMap((sentence) => splitSentence(sentence));
  if (parts.length < 2) return [text];
  return parts.slice(0, partsMax).map((part) => (introduction === '' ? part : `${introduction} ${part}`));
}

function splitSentence(sentence: string): string[] {
  const clauses = sentence.split(asksFurther).map((clause) => clause.trim());
  const isWhole = clauses.some((clause) => clause.length < partUnitsMin) || !asksByItself(clauses[0] ?? '');
  if (isWhole) return [sentence];
  return clauses.map((clause) => (clause.endsWith('?') ? clause : `${clause}?`));
}

const joined = /^\W{0,20}(?:and|so|also)\W{1,20}/iu;
const asks =
  /^\s*(?:(?:in|on|at|for|with|by|from|to|after|until|of)\s+)?(?:who|whom|whose|what|when|where|which|why|how|can|could|may|must|should|do|does|did|is|are|am|will|would|has|have)\b/iu;
/** "If I am ill, who …": as far as this a question can have an introduction. */
const introductionUnitsMax = 80;

/** In "the place where I live and where I work" nothing is asked twice: the first clause must ask, too. */
function asksByItself(clause: string): boolean {
  const text = clause.replace(joined, '');
  const breaks = [...text.slice(0, introductionUnitsMax + 1).matchAll(/[,:]/g)].map(({ index }) => index + 1);
  return [0, ...breaks].some((start) => asks.test(text.slice(start)));
}
