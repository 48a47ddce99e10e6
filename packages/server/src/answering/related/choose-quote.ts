import type { PassageHit } from '@avow/search';
import { indexCodePoints, splitSentences } from '@avow/text';
import type { RelatedQuote } from '../../answers/related.ts';
import { creditTerms, readQuestion } from '../extraction/weigh-terms.ts';

/** In UTF-16 units: enough to see what a passage is about. */
const quoteUnitsMax = 300;
/** Passages are far shorter; this bounds what a stored oddity can cost. */
const sentencesMax = 200;

/** The sentence of a passage that shares most words with the question, the earlier of equals, cut if it is long. */
export function chooseQuote(
  question: string,
  { text, start }: Pick<PassageHit, 'text' | 'start'>,
): RelatedQuote | null {
  const asked = readQuestion(question);
  const sentences = splitSentences(text).slice(0, sentencesMax);
  const spoken = sentences.filter(({ kind }) => kind !== 'heading' && kind !== 'code');
  const credited = (spoken.length > 0 ? spoken : sentences).map((span) => ({
    span,
    credit: creditTerms(asked, text.slice(span.start, span.end))
      .values()
      .reduce((sum, credit) => sum + credit, 0),
  }));
  const [first] = credited;
  if (first === undefined) return null;
  const { span } = credited.reduce((best, one) => (one.credit > best.credit ? one : best), first);
  const end = span.start + cutAtWord(text.slice(span.start, span.end)).length;
  const offsets = indexCodePoints(text);
  return {
    quote: text.slice(span.start, end),
    start: start + offsets.toCodePoint(span.start),
    end: start + offsets.toCodePoint(end),
  };
}

/** The beginning of a long text, up to the end of a word. */
function cutAtWord(text: string): string {
  if (text.length <= quoteUnitsMax) return text;
  const cut = text.slice(0, quoteUnitsMax + 1);
  const wordEnd = cut.search(/\s+\S*$/);
  // Text without spaces is cut between characters, never inside one.
  return wordEnd > 0 ? text.slice(0, wordEnd) : [...text.slice(0, quoteUnitsMax)].slice(0, -1).join('');
}
