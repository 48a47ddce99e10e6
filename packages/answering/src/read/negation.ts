import { headingSeparator, leadSeparator } from '@avow/documents';
import { stripEnd } from '@avow/text';
import { stripMarks } from '@avow/text/markdown';
import { hasNegation } from '@avow/text/terms';

/** "No", "Don'ts:", "Not allowed" say nothing but that what is below them is not to be done, or not so. */
const bare =
  /^(?:no|not|never|avoid|do\s+not|do\s?n['’]?ts?|not\s+(?:ok|okay|allowed|permitted|recommended|covered|included|like\s+this)|prohibited|forbidden|wrong|incorrect|bad(?:\s+examples?)?)$/iu;
const forbids = /\b(?:avoid|prohibited|forbidden|disallowed)\b/iu;
/** "If you cannot log in", "Why does it not start?": what is below is not what is negated. */
const asksOrSupposes = /^(?:if|when|why|how|in\s+case)\b|\?$/iu;

/** Whether a heading is nothing but a negation of what is below it. */
export function isBareNegation(heading: string): boolean {
  return bare.test(wordsOf(heading));
}

/** Whether the items below these words say the opposite without them. */
export function negates(words: string): boolean {
  const said = wordsOf(words);
  if (bare.test(said)) return true;
  return (hasNegation(said) || forbids.test(said)) && !asksOrSupposes.test(said);
}

/** Whether the innermost of the headings above a passage, or what leads into it, negates its items. */
export function negatesBelow(headings: string): boolean {
  const [path = '', ...leads] = headings.split(leadSeparator);
  return [path.split(headingSeparator).at(-1) ?? '', ...leads].some(negates);
}

/** Whether a passage says the opposite of what is meant unless the words above it are quoted too. */
export function isNegatedWhole(headings: string): boolean {
  const [path = '', ...leads] = headings.split(leadSeparator);
  return isBareNegation(path.split(headingSeparator).at(-1) ?? '') || leads.some(negates);
}

function wordsOf(words: string): string {
  return stripEnd(stripMarks(words, { acrossLines: true }), /[\s:.!–—-]/u);
}
