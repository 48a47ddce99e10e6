import { readStatement, type StatedValue } from './read-statement.ts';

/** How two texts on one subject disagree, strongest first. */
export interface Difference {
  readonly kind: 'value' | 'denial' | 'words';
  /** One plain sentence. */
  readonly reason: string;
}

/** After these a number is a name: week 3 and week 4 are two weeks, and no contradiction. */
const namingWords = new Set(
  `phase step week day month quarter level tier version release section sections chapter part figure table room appendix item
  option issue question play sprint year fy q v wave stage round batch cohort milestone module lesson unit page line
  number no nr ticket pr rfc iso soc port building floor group team rule article note row column slide example scenario
  case exhibit form schedule zone session pages pp lines ic m l p`.split(/\s+/),
);
const shownUnitsMax = 60;

/** Null where both say the same, or where what differs is a name or a year: then they speak of two things. */
export function compareValues(one: readonly StatedValue[], other: readonly StatedValue[]): Difference | null {
  if (one.length !== other.length) return null;
  const differing = one.flatMap((value, position): Array<readonly [StatedValue, StatedValue]> => {
    const against = other[position];
    return against === undefined || against.value === value.value ? [] : [[value, against]];
  });
  const [first] = differing;
  if (first === undefined || differing.some((pair) => pair.some(isName))) return null;
  return { kind: 'value', reason: saysOtherwise(first[0].shown, first[1].shown) };
}

/** How two answers to one question differ; null where only their spelling does. */
export function describeDifference(one: string, other: string): Difference | null {
  const ours = readStatement(one);
  const theirs = readStatement(other);
  const [yes, no] = [one, other].map((answer) => /^\W*(yes|no)\b/i.exec(answer)?.[1]?.toLowerCase());
  if (yes !== undefined && no !== undefined && yes !== no)
    return { kind: 'denial', reason: `One says ${yes}, the other ${no}.` };
  const values = differingValues(ours.values, theirs.values);
  if (values !== null) return { kind: 'value', reason: values };
  if (ours.isDenied !== theirs.isDenied) return { kind: 'denial', reason: 'One denies what the other says.' };
  if (ours.frame === theirs.frame) return null;
  return { kind: 'words', reason: 'They answer it in different words.' };
}

/** Whatever is stated in one and not in the other; of several, two that count the same thing. */
function differingValues(one: readonly StatedValue[], other: readonly StatedValue[]): string | null {
  const has = (values: readonly StatedValue[], wanted: StatedValue) =>
    values.some(({ value }) => value === wanted.value);
  const ours = one.filter((value) => !has(other, value));
  const theirs = other.filter((value) => !has(one, value));
  const unitOf = ({ shown }: StatedValue) => shown.split(' ')[1] ?? '';
  const mine = ours.find((value) => theirs.some((against) => unitOf(against) === unitOf(value))) ?? ours[0];
  if (mine === undefined || theirs[0] === undefined) return null;
  const against = theirs.find((value) => unitOf(value) === unitOf(mine)) ?? theirs[0];
  return saysOtherwise(mine.shown, against.shown);
}

function saysOtherwise(one: string, other: string): string {
  return `One says ${one.slice(0, shownUnitsMax)}, the other ${other.slice(0, shownUnitsMax)}.`;
}

function isName({ value, before, shown }: StatedValue): boolean {
  return (
    namingWords.has(before) ||
    /^(?:(?:19|20)\p{Nd}\p{Nd}|\p{Nd}+(?:\.\p{Nd}+){2,})$/u.test(value) ||
    /^\p{Nd}+(?:st|nd|rd|th)\b/u.test(shown)
  );
}
