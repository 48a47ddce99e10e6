import { type Bound, boundAt, readBoundCues } from './read-bounds.ts';
import { type DateFact, readDates, type TimeFact } from './read-dates.ts';
import { readNames } from './read-names.ts';
import { type Negation, type Restrictions, readNegations, readRestrictions } from './read-negations.ts';
import { type Quantity, readQuantities } from './read-quantities.ts';
import { foldText, readTokens } from './read-tokens.ts';
import { readVerbatim, type Verbatim } from './read-verbatim.ts';

interface Bounded {
  readonly bound: Bound | null;
}

/** The facts of a sentence that allow no other wording: its quotes must contain each of them. */
export interface Facts extends Restrictions {
  readonly quantities: ReadonlyArray<Quantity & Bounded>;
  readonly dates: ReadonlyArray<DateFact & Bounded>;
  readonly times: ReadonlyArray<TimeFact & Bounded>;
  readonly names: readonly string[];
  readonly verbatim: readonly Verbatim[];
  readonly negations: readonly Negation[];
  /** The text, without a plain yes or no before the rest: that answers the question, and denies nothing of what follows. */
  readonly folded: string;
}

const factUnitsMax = 4_000;
const plainAnswer = /^\s*(?:yes|no|ja|nein|oui|non|sí)\s*[,.!–—-]/iu;

/** Reads a sentence that needs support. Only the beginning of one that is far too long: its other words are unsupported. */
export function readFacts(text: string): Facts {
  const folded = foldText(text.slice(0, factUnitsMax)).replace(plainAnswer, (words) =>
    ' '.repeat(words.length),
  );
  const { verbatim, rest } = readVerbatim(folded);
  const tokens = readTokens(rest);
  const { dates, times, taken } = readDates(tokens);
  const quantities = readQuantities(tokens, taken);
  const hasNone = quantities.length + dates.length + times.length === 0;
  const cues = hasNone ? [] : readBoundCues(rest);
  const withBound = <Fact extends { readonly start: number; readonly end: number }>(fact: Fact) => ({
    ...fact,
    bound: boundAt(rest, cues, fact),
  });
  return {
    quantities: quantities.map(withBound),
    dates: dates.map(withBound),
    times: times.map(withBound),
    names: readNames(tokens, taken),
    verbatim,
    // With what is quoted in it: what a word denies may stand between quotation marks.
    negations: readNegations(folded),
    folded,
    ...readRestrictions(rest),
  };
}
