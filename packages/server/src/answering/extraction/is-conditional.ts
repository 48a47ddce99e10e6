import { contentTerms, splitSentences } from '@avow/text';

/** What a condition begins with, and the condition as far as the next comma. "When" says on which only if it comes first. */
const conditions =
  /(?:^\W*(?:when|whenever|once|until)|\b(?:unless|provided(?:\s+that)?|providing\s+that|only\s+(?:if|when|for|with)|as\s+long\s+as|so\s+long\s+as|on\s+condition\s+that|in\s+case|except(?:\s+(?:if|when|for))?|depend(?:s|ing)?\s+(?:on|upon)|(?<!\b(?:even|as|see|check|know|ask|wonder|decide|determine|verify|tell)\s)if)(?!\s+(?:any|needed|necessary|possible|required|applicable|so|not|desired|you\s+(?:like|want|prefer))\b))\b([^,.;:!?]{0,300})/giu;
/** What ends otherwise, such as an item of a list, decides nothing without what is said around it. */
const sentenceEnd = /[.!?…]["'”’»)\]*_]{0,5}\s{0,5}(?:<[^<>]{1,20}>\s{0,5}){0,5}$/u;
const sentencesMax = 40;
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

/** The quoted sentences that hold what is pointed at; all of them where that is not a sentence. */
function decidingSentences({
  pointed,
  quotes,
}: {
  readonly pointed: string;
  readonly quotes: readonly string[];
}): string[] {
  const sentences = quotes.flatMap((quote) =>
    splitSentences(quote)
      .slice(0, sentencesMax)
      .map(({ start, end }) => quote.slice(start, end)),
  );
  const holding = sentences.filter((sentence) => sentence.includes(pointed) || pointed.includes(sentence));
  return holding.some((sentence) => sentenceEnd.test(sentence)) ? holding : sentences;
}
