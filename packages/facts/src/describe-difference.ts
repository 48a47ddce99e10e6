import { splitSentences } from '@avow/text/sentences';
import { functionWords } from '@avow/text/terms';
import { readStatement, type StatedValue, type Statement } from './read-statement.ts';

/** How two texts on one subject disagree; the kinds are ordered from strongest to weakest. */
export interface StatedDifference {
  readonly kind: 'value' | 'denial' | 'words';
  /** One plain sentence. */
  readonly reason: string;
}

/** After these words a number is a name: "week 3" and "week 4" do not contradict each other. */
const namingWords = new Set(
  `phase step week day month quarter level tier version release section sections chapter part figure table room appendix item
  option issue question play sprint year fy q v wave stage round batch cohort milestone module lesson unit page line
  number no nr ticket pr rfc iso soc port building floor group team rule article note row column slide example scenario
  case exhibit form schedule type grade class category model size zone session pages pp lines ic m l p`.split(
    /\s+/,
  ),
);
const shownUnitsMax = 60;
/** Shares of common words from which two sentences are about the same subject, and make the same claim. */
const sameSubjectMin = 0.5;
const sameClaimMin = 0.8;
const shortContentWords = 12;
const sentencesMax = 40;
const answerUnitsMax = 8_000;
export const deniedReason = 'One negates what the other says.';

/** Null if both state the same, or if a name or a year differs, because then they are about different things. */
export function compareValues(
  one: readonly StatedValue[],
  other: readonly StatedValue[],
): StatedDifference | null {
  if (one.length !== other.length) return null;
  const differing = one.flatMap((value, position): Array<readonly [StatedValue, StatedValue]> => {
    const against = other[position];
    return against === undefined || against.value === value.value ? [] : [[value, against]];
  });
  const [first] = differing;
  if (first === undefined || differing.some((pair) => pair.some(isName))) return null;
  return { kind: 'value', reason: describeValues(...first) };
}

/** An answer, analysed once for all comparisons. */
export interface ReadAnswer {
  readonly whole: Statement;
  readonly opening: string | null;
  readonly sentences: ReadonlyArray<Statement & { readonly words: ReadonlySet<string> }>;
}

export function readAnswer(answer: string): ReadAnswer {
  return {
    whole: readStatement(answer),
    opening: /^\W*(yes|no)\b/i.exec(answer)?.[1]?.toLowerCase() ?? null,
    sentences: statementsOf(answer),
  };
}

/** How two answers to one question differ; null if only their spelling does. */
export function describeDifference(one: ReadAnswer, other: ReadAnswer): StatedDifference | null {
  if (one.whole.frame === other.whole.frame) return compareWhole(one.whole, other.whole);
  if (one.opening !== null && other.opening !== null && one.opening !== other.opening)
    return { kind: 'denial', reason: `One says ${one.opening}, the other ${other.opening}.` };
  return compareSentences(one, other) ?? { kind: 'words', reason: 'They answer it in different words.' };
}

/** Compares answers that differ only in values or negations. */
function compareWhole(one: Statement, other: Statement): StatedDifference | null {
  if (one.isDenied !== other.isDenied) return { kind: 'denial', reason: deniedReason };
  const differing = one.values.findIndex(({ value }, position) => value !== other.values[position]?.value);
  const [ours, theirs] = [one.values[differing], other.values[differing]];
  return ours === undefined || theirs === undefined
    ? null
    : { kind: 'value', reason: describeValues(ours, theirs) };
}

/**
 * Long answers hold many numbers and many a "not". They are held against each other where sentences speak of the same, or
 * where each is one short sentence, which can speak only of what was asked.
 */
function compareSentences(
  { sentences: ours }: ReadAnswer,
  { sentences: theirs }: ReadAnswer,
): StatedDifference | null {
  const areShort = [ours, theirs].every(
    (all) => all.length === 1 && (all[0]?.contentWords ?? 0) <= shortContentWords,
  );
  for (const mine of ours) {
    for (const against of theirs) {
      const alike = shareOfWords(mine.words, against.words);
      if (alike >= sameSubjectMin || areShort) {
        const values = differingValues(mine.values, against.values, areShort);
        if (values !== null) return { kind: 'value', reason: values };
      }
      if (alike >= sameClaimMin && mine.denials + against.denials === 1)
        return { kind: 'denial', reason: deniedReason };
    }
  }
  return null;
}

function statementsOf(answer: string): ReadAnswer['sentences'] {
  return splitSentences(answer.slice(0, answerUnitsMax))
    .slice(0, sentencesMax)
    .map(({ start, end }) => answer.slice(start, end))
    .filter((sentence) => !sentence.endsWith('?'))
    .map(readStatement)
    .map((statement) => ({ ...statement, words: wordsOfFrame(statement) }));
}

export function wordsOfFrame({ frame }: Statement): Set<string> {
  return new Set(frame.split(' ').filter((word) => word !== '' && word !== '#' && !functionWords.has(word)));
}

/** The share of the words of two sentences that both have. */
export function shareOfWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}

/** Finds a value on each side that the other does not state, with the same unit. */
function differingValues(
  one: readonly StatedValue[],
  other: readonly StatedValue[],
  mayLackUnit: boolean,
): string | null {
  const has = (values: readonly StatedValue[], wanted: StatedValue) =>
    values.some(({ value }) => value === wanted.value);
  const theirs = other.filter((value) => !has(one, value));
  for (const mine of one.filter((value) => !has(other, value))) {
    if (mine.unit === '' && !mayLackUnit) continue;
    const against = theirs.find(({ unit }) => unit === mine.unit);
    if (against !== undefined && !isName(mine) && !isName(against)) return describeValues(mine, against);
  }
  return null;
}

function describeValues(one: StatedValue, other: StatedValue): string {
  const shown = ({ written, unit }: StatedValue) => `${written} ${unit}`.trim().slice(0, shownUnitsMax);
  return `One says ${shown(one)}, the other ${shown(other)}.`;
}

function isName({ value, before, written }: StatedValue): boolean {
  return (
    namingWords.has(before) ||
    /^(?:(?:19|20)\p{Nd}\p{Nd}|\p{Nd}+(?:\.\p{Nd}+){2,})$/u.test(value) ||
    /^\p{Nd}+(?:st|nd|rd|th)$/u.test(written)
  );
}
