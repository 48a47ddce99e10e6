import { stripEnd } from '@avow/text';
import { contentTerms } from '@avow/text/terms';
import { foldVerbatim, foldWord } from './fold-word.ts';
import { areSameWords, type MissingDenial, missingDenial } from './missing-denial.ts';
import { type Bound, opposite } from './read-bounds.ts';
import type { DateFact, TimeFact } from './read-dates.ts';
import type { Facts } from './read-facts.ts';
import { changesModality, readModality } from './read-modality.ts';
import type { Quantity } from './read-quantities.ts';
import type { SourceFacts } from './read-source-facts.ts';
import type { Verbatim } from './read-verbatim.ts';

/** What a sentence is compared with. */
export interface FactSources {
  /** What is quoted. */
  readonly quoted: readonly SourceFacts[];
  /** What is above it: its title, headings, lead-in or head. Only names and units may come from there. */
  readonly above: readonly SourceFacts[];
  /** What was asked: names alone may come from there. */
  readonly asked: SourceFacts | null;
}

export type MissingFact =
  | 'number'
  | 'date'
  | 'time'
  | 'bound'
  | 'name'
  | 'quotation'
  | 'address'
  | 'code'
  | MissingDenial
  | 'modality'
  | 'restriction added'
  | 'exception added';

/** The facts that do not stand where they should, each kind once; empty: nothing speaks against it. */
export function missingFacts(facts: Facts, factSources: FactSources): MissingFact[] {
  const missing = new Set<MissingFact>();
  for (const quantity of facts.quantities) checkQuantity(quantity, factSources, missing);
  if (repeatsNumber(facts, factSources.quoted)) missing.add('number');
  for (const date of facts.dates) checkDate(date, factSources, missing);
  for (const time of facts.times) checkTime(time, factSources, missing);
  for (const name of facts.names) if (!hasName(name, facts, factSources)) missing.add('name');
  for (const one of facts.verbatim) if (!hasVerbatim(one, factSources)) missing.add(one.kind);
  const { quoted } = factSources;
  const denial = missingDenial(facts, quoted);
  if (denial !== null) missing.add(denial);
  const modalities = quoted.map((one) => one.modality());
  if (changesModality(readModality(facts.folded), modalities)) missing.add('modality');
  if (facts.isRestricted && !quoted.some((one) => one.restricts())) missing.add('restriction added');
  if (facts.hasException && !quoted.some((one) => one.excepts())) missing.add('exception added');
  return [...missing];
}

/** It has a number more often than a sentence with the same words, which has another in its place: "1 or 2" and "2 or 2". */
function repeatsNumber({ quantities, folded }: Facts, quoted: readonly SourceFacts[]): boolean {
  if (quantities.length < 2) return false;
  const said = quantities.map(({ values }) => values[0] ?? '');
  if (new Set(said).size === said.length) return false;
  const terms = new Set(contentTerms(folded));
  const same = quoted.filter((sourceFacts) => areSameWords(terms, sourceFacts.terms));
  return same.length > 0 && same.every((sourceFacts) => hasFewer(sourceFacts, said));
}

function hasFewer(sourceFacts: SourceFacts, said: readonly string[]): boolean {
  const its = sourceFacts.quantities().map(({ values }) => values[0] ?? '');
  const countIn = (all: readonly string[], value: string) => all.filter((one) => one === value).length;
  return its.length >= said.length && said.some((value) => countIn(said, value) > countIn(its, value));
}

type WithBound<Fact> = Fact & { readonly bound: Bound | null };

function checkQuantity(
  wanted: WithBound<Quantity>,
  { quoted, above }: FactSources,
  missing: Set<MissingFact>,
): void {
  let isThere = false;
  for (const sourceFacts of quoted) {
    // Not from another sentence: its units belong to its own numbers.
    const all = [sourceFacts, ...above];
    for (const one of sourceFacts.quantities()) {
      if (!one.values.some((value) => wanted.values.includes(value)) || !agree(wanted, one, all)) continue;
      isThere = true;
      if (boundStands(wanted.bound, one.bound, sourceFacts)) return;
    }
    const { unit } = wanted;
    if (wanted.values[0] === '1' && unit !== null && sourceFacts.singleUnits().has(unit)) return;
  }
  missing.add(isThere ? 'bound' : 'number');
}

/** Units must be the same; a number without one may have it in the head of its column, or close by. */
function agree(wanted: Quantity, one: Quantity, all: readonly SourceFacts[]): boolean {
  if (wanted.isOrdinal !== one.isOrdinal && one.unit !== null) return false;
  if (wanted.per !== null && wanted.per !== one.per) return false;
  const { unit } = wanted;
  if (unit === null || one.unit === unit) return true;
  return one.unit === null && all.some((sourceFacts) => sourceFacts.units().has(unit));
}

function boundStands(wanted: Bound | null, its: Bound | null, sourceFacts: SourceFacts): boolean {
  if (wanted === null || its === wanted) return true;
  return its !== opposite[wanted] && sourceFacts.bounds().has(wanted);
}

function checkDate(
  wanted: WithBound<DateFact>,
  { quoted, above }: FactSources,
  missing: Set<MissingFact>,
): void {
  const all = [...quoted, ...above];
  const same = quoted.flatMap((sourceFacts) =>
    sourceFacts
      .dates()
      .filter((one) => isSameDate(wanted, one, all))
      .map(({ bound }) => ({ bound, sourceFacts })),
  );
  if (same.length === 0) missing.add('date');
  else if (!same.some((one) => boundStands(wanted.bound, one.bound, one.sourceFacts))) missing.add('bound');
}

function isSameDate(wanted: DateFact, one: DateFact, all: readonly SourceFacts[]): boolean {
  const agrees = (part: 'month' | 'day' | 'weekday') => wanted[part] === null || wanted[part] === one[part];
  const isSwapped =
    (wanted.isEitherWay || one.isEitherWay) && wanted.month === one.day && wanted.day === one.month;
  if (!agrees('weekday') || !(isSwapped || (agrees('month') && agrees('day')))) return false;
  if (wanted.year === null || wanted.year === one.year) return true;
  // A page of 2026 need not repeat the year with every date.
  const year = String(wanted.year);
  return (
    one.year === null &&
    all.some((sourceFacts) => sourceFacts.quantities().some(({ values }) => values.includes(year)))
  );
}

function checkTime(wanted: WithBound<TimeFact>, { quoted }: FactSources, missing: Set<MissingFact>): void {
  const isSame = (one: TimeFact) =>
    one.minutes === wanted.minutes ||
    ((wanted.isEitherHalf || one.isEitherHalf) && (one.minutes - wanted.minutes) % 720 === 0);
  const same = quoted.flatMap((sourceFacts) =>
    sourceFacts
      .times()
      .filter(isSame)
      .map(({ bound }) => ({ bound, sourceFacts })),
  );
  if (same.length === 0) missing.add('time');
  else if (!same.some((one) => boundStands(wanted.bound, one.bound, one.sourceFacts))) missing.add('bound');
}

function hasName(name: string, facts: Facts, { quoted, above, asked }: FactSources): boolean {
  const all = [...quoted, ...above, ...(asked === null ? [] : [asked])];
  const folded = foldWord(name);
  if (all.some((sourceFacts) => sourceFacts.words().has(folded))) return true;
  const letters = name.replace(/[^\p{Lu}]/gu, '');
  if (letters.length > 1) return all.some((sourceFacts) => sourceFacts.initials().includes(letters));
  // The reverse: written out here, and abbreviated there.
  const initials = facts.names.map((one) => one[0] ?? '').join('');
  return initials.length > 2 && all.some((sourceFacts) => sourceFacts.words().has(initials.toLowerCase()));
}

function hasVerbatim({ kind, text }: Verbatim, { quoted, above, asked }: FactSources): boolean {
  const wanted = stripEnd(foldVerbatim(text), /[.,;:!?]/u);
  if (wanted === '') return true;
  // Names may come from the question; quotations and addresses may not.
  const where = kind === 'code' ? [...quoted, ...above, ...(asked === null ? [] : [asked])] : quoted;
  const isExact = kind === 'address' || /[_/\\-]/u.test(wanted);
  const together = quoted.map((sourceFacts) => sourceFacts.verbatim()).join(' ');
  return [together, ...where.map((sourceFacts) => sourceFacts.verbatim())].some((text) =>
    isExact ? contains(text, wanted) : contains(text.toLowerCase(), wanted.toLowerCase()),
  );
}

/** As whole words. */
function contains(text: string, wanted: string): boolean {
  const isWord = (unit: string | undefined) => unit !== undefined && /[\p{L}\p{M}\d]/u.test(unit);
  let at = text.indexOf(wanted);
  while (at !== -1) {
    const isCut =
      (isWord(text[at - 1]) && isWord(wanted[0])) ||
      (isWord(text[at + wanted.length]) && isWord(wanted.at(-1)));
    if (!isCut) return true;
    at = text.indexOf(wanted, at + wanted.length);
  }
  return false;
}
