import { contentTerms } from '@avow/text/terms';
import { decidingSentences } from './deciding-sentences.ts';

/** What a condition begins with, and the condition as far as the next comma. "When" says on which only if it comes first. */
const conditions =
  /(?:^\W*(?:when|whenever|once|until)|\b(?:unless|provided(?:\s+that)?|providing\s+that|only\s+(?:if|when|for|with)|as\s+long\s+as|so\s+long\s+as|on\s+condition\s+that|in\s+case|except(?:\s+(?:if|when|for))?|depend(?:s|ing)?\s+(?:on|upon)|(?<!\b(?:even|as|see|check|know|ask|wonder|decide|determine|verify|tell)\s)if)(?!\s+(?:any|needed|necessary|possible|required|applicable|so|not|desired|you\s+(?:like|want|prefer))\b))\b([^,.;:!?]{0,300})/giu;
/** The share of a condition's words in the question from which on it is the question's own: people put it in other words. */
const statedMin = 1 / 3;

/**
 * Whether what is pointed at answers yes or no only under a condition that the question does not state: then neither is the
 * answer, and the sentence itself is.
 */
export function isConditional(
  question: string,
  { pointed, quotes }: { readonly pointed: string; readonly quotes: readonly string[] },
): boolean {
  const asked = new Set(contentTerms(question));
  const isStated = (condition: string) => {
    const terms = contentTerms(condition);
    return terms.filter((term) => asked.has(term)).length >= terms.length * statedMin;
  };
  return decidingSentences({ pointed, quotes }).some((sentence) =>
    [...sentence.matchAll(conditions)].some(([, condition = '']) => !isStated(condition)),
  );
}
