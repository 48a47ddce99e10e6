import { contentTerms } from '../../text/terms.ts';
import { foldVerbatim, foldWord } from './fold-word.ts';
import { type Bound, type BoundCue, boundAt, readBoundCues, readFaintBounds } from './read-bounds.ts';
import { type DateFact, readDates, type TimeFact } from './read-dates.ts';
import { readInitials } from './read-names.ts';
import {
  impliesNo,
  mayExcept,
  mayRestrict,
  maySayNo,
  type Negation,
  readNegations,
} from './read-negations.ts';
import { type Quantity, readQuantities, readSingleUnits, readUnits } from './read-quantities.ts';
import { foldText, readTokens } from './read-tokens.ts';

type Bounded<Fact> = Fact & { readonly bound: Bound | null };

/** What a piece of a source may bear out: read once, then asked about every sentence. */
export interface Bearing {
  /** Stems that carry content. */
  readonly terms: ReadonlySet<string>;
  /** Every word, folded. */
  readonly words: ReadonlySet<string>;
  readonly initials: string;
  readonly quantities: readonly Bounded<Quantity>[];
  readonly dates: readonly DateFact[];
  readonly times: readonly TimeFact[];
  readonly units: ReadonlySet<string>;
  readonly singleUnits: ReadonlySet<string>;
  readonly bounds: ReadonlySet<Bound>;
  readonly negations: readonly Negation[];
  /** Stems of what is said without a denial; null: all of them. */
  readonly affirmed: ReadonlySet<string> | null;
  /** In clear words or in others. */
  readonly saysNo: boolean;
  readonly impliesNo: boolean;
  readonly restricts: boolean;
  readonly excepts: boolean;
  /** For what must stand letter for letter. */
  readonly verbatim: string;
}

export function readBearing(text: string): Bearing {
  const folded = foldText(text);
  const tokens = readTokens(folded);
  const { dates, times, taken } = readDates(tokens);
  const cues: readonly BoundCue[] = readBoundCues(folded);
  const quantities = [...readQuantities(tokens, taken), ...dates.flatMap(numbersOf)];
  const negations = readNegations(folded);
  return {
    terms: new Set(contentTerms(folded)),
    words: new Set(tokens.filter(({ kind }) => kind === 'word').map(({ text: word }) => foldWord(word))),
    initials: readInitials(tokens),
    quantities: quantities.map((one) => ({ ...one, bound: boundAt(folded, cues, one) })),
    dates,
    times,
    units: readUnits(tokens),
    singleUnits: readSingleUnits(tokens),
    bounds: readFaintBounds(folded),
    negations,
    affirmed: negations.length === 0 ? null : new Set(contentTerms(withoutDenied(folded, negations))),
    saysNo: maySayNo(folded),
    impliesNo: impliesNo(folded),
    restricts: mayRestrict(folded),
    excepts: mayExcept(folded),
    verbatim: foldVerbatim(folded),
  };
}

function withoutDenied(folded: string, negations: readonly Negation[]): string {
  let from = 0;
  const kept: string[] = [];
  for (const { start, end } of negations) {
    kept.push(folded.slice(from, Math.max(from, start)));
    from = Math.max(from, end);
  }
  return [...kept, folded.slice(from)].join(' ');
}

/** A year, and a day of the month, may be named again without the rest of the date. */
function numbersOf({ year, day, start, end }: DateFact): Quantity[] {
  const place = { start, end, unit: null };
  return [
    ...(year === null ? [] : [{ ...place, values: [String(year)], isOrdinal: false }]),
    ...(day === null ? [] : [{ ...place, values: [String(day)], isOrdinal: true }]),
  ];
}
