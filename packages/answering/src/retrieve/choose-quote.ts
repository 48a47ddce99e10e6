import { indexCodePoints } from '@avow/text/sentences';
import { negationOf } from '../read/add-negation.ts';
import type { PassageWindow } from '../read/open-window.ts';
import { unitWords } from '../read/unit-structure.ts';
import { creditTerms, readQuestionTerms } from '../read/weigh-question-terms.ts';
import type { RelatedQuote } from '../related.ts';

/** In UTF-16 units: enough to see what a passage is about. */
const quoteUnitsMax = 300;
/** Passages are far shorter; this bounds what a stored oddity can cost. */
const sentencesMax = 200;

/**
 * The sentence of a passage that shares most words with the question, the earlier of equals, cut if it is long. What says the
 * opposite without the words above it is quoted from these words on, and another sentence is preferred if that is too long.
 */
export function chooseQuote(question: string, window: PassageWindow): RelatedQuote | null {
  const { text, passage, units } = window;
  const asked = readQuestionTerms(question);
  const read = [...units.entries()]
    .filter(([, { start, end }]) => end > passage.start && start < passage.end)
    .slice(0, sentencesMax);
  const spoken = read.filter(([, { kind }]) => kind !== 'heading' && kind !== 'code');
  const negated = (spoken.length > 0 ? spoken : read).map(([position, unit]) => ({
    negation: negationOf(window, position),
    unit,
  }));
  // What only negates the others says nothing by itself.
  const negations = new Set(negated.map(({ negation }) => negation));
  const quotable = negated
    .filter(({ unit }) => !negations.has(unit))
    .map(({ negation, unit }) => ({
      start: negation?.start ?? unit.start,
      unit,
      credit: creditTerms(asked, unitWords(window, unit))
        .values()
        .reduce((sum, credit) => sum + credit, 0),
    }));
  const whole = quotable.filter(
    ({ start, unit }) => start === unit.start || unit.end - start <= quoteUnitsMax,
  );
  const candidates = whole.length > 0 ? whole : quotable;
  const [first] = candidates;
  if (first === undefined) return null;
  const { start, unit } = candidates.reduce((best, one) => (one.credit > best.credit ? one : best), first);
  const end = start + cutAtWord(text.slice(start, unit.end)).length;
  const offsets = indexCodePoints(text);
  return {
    quote: text.slice(start, end),
    start: window.start + offsets.toCodePoint(start),
    end: window.start + offsets.toCodePoint(end),
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
