import { contentTerms } from '@avow/text/terms';
import { foldVerbatim, foldWord } from './fold-word.ts';
import { foldWording } from './fold-wording.ts';
import { type Bound, boundAt, readBoundCues, readFaintBounds } from './read-bounds.ts';
import { type DateFact, readDates, type TimeFact } from './read-dates.ts';
import { type Modality, readModality } from './read-modality.ts';
import { readInitials } from './read-names.ts';
import {
  countDenials,
  impliesNo,
  mayExcept,
  mayRestrict,
  type Negation,
  readNegations,
} from './read-negations.ts';
import { type Quantity, readQuantities, readSingleUnits, readUnitsNamed } from './read-quantities.ts';
import { foldText, readTokens } from './read-tokens.ts';

interface Bounded {
  readonly bound: Bound | null;
}

/**
 * The facts that a piece of a source may support. They are read on first use, and once: most sentences have no date, and
 * most pieces have nothing in common with any sentence.
 */
export interface SourceFacts {
  /** Stems that carry content. */
  readonly terms: ReadonlySet<string>;
  /** Every word, folded. */
  words(): ReadonlySet<string>;
  /** First letters of its words with a capital. */
  initials(): string;
  quantities(): ReadonlyArray<Quantity & Bounded>;
  dates(): ReadonlyArray<DateFact & Bounded>;
  times(): ReadonlyArray<TimeFact & Bounded>;
  units(): ReadonlySet<string>;
  /** Units of which it names one: "a day". */
  singleUnits(): ReadonlySet<string>;
  bounds(): ReadonlySet<Bound>;
  negations(): readonly Negation[];
  /** Stems of what is said without a denial. */
  affirmed(): ReadonlySet<string>;
  /** It denies something without a word that denies. */
  impliesNo(): boolean;
  /** How often it negates something, in any form. */
  denials(): number;
  modality(): Modality;
  restricts(): boolean;
  excepts(): boolean;
  /** For what must stand letter for letter. */
  verbatim(): string;
  /** For what says the same in nearly the same words. */
  wording(): string;
}

export function readSourceFacts(text: string): SourceFacts {
  const folded = foldText(text);
  const terms = new Set(contentTerms(folded));
  const tokens = once(() => readTokens(folded));
  const read = once(() => readDates(tokens()));
  const negations = once(() => readNegations(folded));
  const cues = once(() => readBoundCues(folded));
  const verbatim = once(() => foldVerbatim(folded));
  const withBounds = <Fact extends { readonly start: number; readonly end: number }>(
    facts: readonly Fact[],
  ) => facts.map((one) => ({ ...one, bound: boundAt(folded, cues(), one) }));
  return {
    terms,
    words: once(() => {
      const words = tokens().filter(({ kind }) => kind === 'word');
      return new Set(words.map((word) => foldWord(word.text)));
    }),
    initials: once(() => readInitials(tokens())),
    quantities: once(() =>
      withBounds([...readQuantities(tokens(), read().taken), ...read().dates.flatMap(numbersOf)]),
    ),
    dates: once(() => withBounds(read().dates)),
    times: once(() => withBounds(read().times)),
    units: once(() => readUnitsNamed(tokens())),
    singleUnits: once(() => readSingleUnits(tokens())),
    bounds: once(() => readFaintBounds(folded)),
    negations,
    affirmed: once(() =>
      negations().length === 0 ? terms : new Set(contentTerms(withoutDenied(folded, negations()))),
    ),
    impliesNo: once(() => impliesNo(folded)),
    denials: once(() => countDenials(folded)),
    modality: once(() => readModality(folded)),
    restricts: once(() => mayRestrict(folded)),
    excepts: once(() => mayExcept(folded)),
    verbatim,
    wording: once(() => foldWording(verbatim())),
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
  const place = { start, end, unit: null, per: null };
  return [
    ...(year === null ? [] : [{ ...place, values: [String(year)], isOrdinal: false }]),
    ...(day === null ? [] : [{ ...place, values: [String(day)], isOrdinal: true }]),
  ];
}
