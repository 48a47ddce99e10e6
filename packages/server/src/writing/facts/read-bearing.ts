import { contentTerms } from '../../text/terms.ts';
import { foldVerbatim, foldWord } from './fold-word.ts';
import { type Bound, boundAt, readBoundCues, readFaintBounds } from './read-bounds.ts';
import { type DateFact, type DatesRead, readDates } from './read-dates.ts';
import { readInitials } from './read-names.ts';
import {
  countDenials,
  impliesNo,
  mayExcept,
  mayRestrict,
  type Negation,
  readNegations,
} from './read-negations.ts';
import { type Quantity, readQuantities, readSingleUnits, readUnits } from './read-quantities.ts';
import { foldText, readTokens } from './read-tokens.ts';

/**
 * What a piece of a source may bear out. It is read when it is first asked for, and once: most sentences have no date, and
 * most pieces have nothing in common with any sentence.
 */
export interface Bearing {
  /** Stems that carry content. */
  readonly terms: ReadonlySet<string>;
  /** Every word, folded. */
  words(): ReadonlySet<string>;
  /** First letters of its words with a capital. */
  initials(): string;
  quantities(): ReadonlyArray<Quantity & { readonly bound: Bound | null }>;
  dates(): Pick<DatesRead, 'dates' | 'times'>;
  units(): ReadonlySet<string>;
  /** Units of which it names one: "a day". */
  singleUnits(): ReadonlySet<string>;
  bounds(): ReadonlySet<Bound>;
  negations(): readonly Negation[];
  /** Stems of what is said without a denial. */
  affirmed(): ReadonlySet<string>;
  /** It denies something without a word that denies. */
  impliesNo(): boolean;
  /** How often it denies something, in whichever way. */
  denials(): number;
  restricts(): boolean;
  excepts(): boolean;
  /** For what must stand letter for letter. */
  verbatim(): string;
}

export function readBearing(text: string): Bearing {
  const folded = foldText(text);
  const terms = new Set(contentTerms(folded));
  const tokens = once(() => readTokens(folded));
  const dates = once(() => readDates(tokens()));
  const negations = once(() => readNegations(folded));
  return {
    terms,
    words: once(() => {
      const words = tokens().filter(({ kind }) => kind === 'word');
      return new Set(words.map((word) => foldWord(word.text)));
    }),
    initials: once(() => readInitials(tokens())),
    quantities: once(() => {
      const cues = readBoundCues(folded);
      const all = [...readQuantities(tokens(), dates().taken), ...dates().dates.flatMap(numbersOf)];
      return all.map((one) => ({ ...one, bound: boundAt(folded, cues, one) }));
    }),
    dates,
    units: once(() => readUnits(tokens())),
    singleUnits: once(() => readSingleUnits(tokens())),
    bounds: once(() => readFaintBounds(folded)),
    negations,
    affirmed: once(() =>
      negations().length === 0 ? terms : new Set(contentTerms(withoutDenied(folded, negations()))),
    ),
    impliesNo: once(() => impliesNo(folded)),
    denials: once(() => countDenials(folded)),
    restricts: once(() => mayRestrict(folded)),
    excepts: once(() => mayExcept(folded)),
    verbatim: once(() => foldVerbatim(folded)),
  };
}

function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | null = null;
  return () => {
    known ??= { value: read() };
    return known.value;
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
