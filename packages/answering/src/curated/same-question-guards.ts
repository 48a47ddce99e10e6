import { contentTerms, stem } from '@avow/text/terms';
import { kindsConflict } from './same-question-kind.ts';
import { haveOpposites } from './same-question-opposites.ts';
import { demandsDiffer, type QuestionReading } from './same-question-reading.ts';

/** The number of terms that two questions share, and how differently they are ordered. */
interface Order {
  readonly sharedCount: number;
  /** 0: the same order. 1: no two terms are adjacent in both. */
  readonly disorder: number;
}

/** Symmetric. */
function disorderOf(one: QuestionReading, other: QuestionReading): Order {
  const ours = one.order.filter((term) => other.terms.has(term));
  const theirs = other.order.filter((term) => one.terms.has(term));
  const sharedCount = Math.min(ours.length, theirs.length);
  if (sharedCount < 2) return { sharedCount, disorder: 0 };
  const [left, right] = [neighboursIn(ours), neighboursIn(theirs)];
  return { sharedCount, disorder: 1 - left.intersection(right).size / Math.max(left.size, right.size) };
}

function neighboursIn(terms: readonly string[]): Set<string> {
  return new Set(terms.slice(1).map((term, at) => `${terms[at]} ${term}`));
}

/** Differences between questions that look the same to an encoder. */
type Difference = 'kind' | PairwiseDifference;
/** Those that two questions show by themselves. */
export type PairwiseDifference =
  | 'demand'
  | 'denial'
  | 'name'
  | 'number'
  | 'opposite'
  | 'order'
  | 'particle'
  | 'role';

type Differs = (one: QuestionReading, other: QuestionReading) => boolean;

const phrasalVerbs: ReadonlySet<string> = new Set(
  'turn switch log sign check opt clock hand move go come take put pay phase scale speed'
    .split(' ')
    .map(stem),
);
const besideMax = 5;
const orderedMin = 6;
const sharedMin = 0.8;
const disorderMax = 0.15;
const particles: ReadonlySet<string> = new Set(['in', 'on', 'out', 'off', 'up', 'down']);
/** The word after one of these has a distinct role in the question. */
const roleMarkers: readonly string[] = ['from', 'before', 'after', 'than', 'instead'];
/** These are so common that both of their sides must be swapped. */
const joiningMarkers: readonly string[] = ['to', 'into', 'by', 'over', 'under'];

/** Each guard is symmetric and runs in linear time. */
export const guards: Readonly<Record<PairwiseDifference, Differs>> = {
  demand: (one, other) => one.kind === 'yes_no' && other.kind === 'yes_no' && demandsDiffer(one, other),
  denial: (one, other) => one.isNegated !== other.isNegated,
  name: namesDiffer,
  number: (one, other) => one.numbers !== other.numbers,
  opposite: (one, other) => haveOpposites(one.forms, other.forms),
  order: ordersDiffer,
  particle: particlesDiffer,
  role: rolesDiffer,
};

/**
 * Many words, nearly all of them shared, in a different order: who does what to whom has changed. A few words in another
 * order are normal.
 */
function ordersDiffer(one: QuestionReading, other: QuestionReading): boolean {
  const { sharedCount, disorder } = disorderOf(one, other);
  const longer = Math.max(one.order.length, other.order.length);
  return sharedCount >= orderedMin && sharedCount >= sharedMin * longer && disorder >= disorderMax;
}

/** Each has a name that the other does not have. A name in only one of them may be implied in the other. */
function namesDiffer(one: QuestionReading, other: QuestionReading): boolean {
  const hasOther = ({ names }: QuestionReading, { terms }: QuestionReading) =>
    [...names].some((name) => !terms.has(name));
  return hasOther(one, other) && hasOther(other, one);
}

/** "Turn it off" and "log out": the meaning of these verbs depends on the particle after them. */
function particlesDiffer(one: QuestionReading, other: QuestionReading): boolean {
  const ours = particlesOf(one);
  const theirs = particlesOf(other);
  return ours.size > 0 && theirs.size > 0 && ![...ours].some((particle) => theirs.has(particle));
}

function particlesOf({ words }: QuestionReading): Set<string> {
  const found = new Set<string>();
  words.forEach((word, position) => {
    if (!phrasalVerbs.has(stem(word))) return;
    const particle = words.slice(position + 1, position + 4).find((next) => particles.has(next));
    if (particle !== undefined) found.add(particle);
  });
  return found;
}

/** "From Oslo to Rome" is not "from Rome to Oslo": the same words with swapped roles. */
function rolesDiffer(one: QuestionReading, other: QuestionReading): boolean {
  const swapped = roleMarkers.some((marker) => {
    const ours = termAfter(one, marker);
    const theirs = termAfter(other, marker);
    if (ours === null || theirs === null || ours === theirs) return false;
    return one.terms.has(theirs) && other.terms.has(ours);
  });
  return swapped || joiningMarkers.some((marker) => changedPlaces(one, other, marker));
}

function changedPlaces(one: QuestionReading, other: QuestionReading, marker: string): boolean {
  const ours = [termBefore(one, marker), termAfter(one, marker)] as const;
  const theirs = [termBefore(other, marker), termAfter(other, marker)] as const;
  if (ours[0] === null || ours[1] === null || ours[0] === ours[1]) return false;
  return ours[0] === theirs[1] && ours[1] === theirs[0];
}

function termAfter({ words }: QuestionReading, marker: string): string | null {
  const position = words.indexOf(marker);
  if (position === -1) return null;
  return contentTerms(words.slice(position + 1, position + 1 + besideMax).join(' '))[0] ?? null;
}

function termBefore({ words }: QuestionReading, marker: string): string | null {
  const position = words.indexOf(marker);
  if (position === -1) return null;
  return contentTerms(words.slice(Math.max(0, position - besideMax), position).join(' ')).at(-1) ?? null;
}

/** These must agree with at least one phrasing of a pair; for the others, fewer than half may differ. */
const agreesOnce: ReadonlySet<PairwiseDifference> = new Set(['denial', 'number']);
/** A pair with this many phrasings and no number in any of them does not depend on a number. */
const numberlessMin = 4;

/**
 * The decisive difference between a question and the phrasings of a pair; null: there is none. If the pair's own phrasings
 * differ from one another in the same respect, the difference does not matter.
 */
export function findQuestionDifference(
  asked: QuestionReading,
  phrasings: readonly QuestionReading[],
): Difference | null {
  if (asksForAnotherKind(asked, phrasings)) return 'kind';
  for (const [name, differs] of Object.entries(guards)) {
    const difference = name as PairwiseDifference;
    const unlike = phrasings.filter((phrasing) => differs(asked, phrasing)).length;
    const counts = agreesOnce.has(difference)
      ? unlike === phrasings.length
      : unlike > 0 && unlike * 2 >= phrasings.length;
    if (counts && !isIrrelevant(difference, phrasings)) return difference;
  }
  return null;
}

/**
 * No phrasing asks for this kind of answer. "What" and a text without a question word, such as "I forgot my password",
 * would let any kind pass, so they count only if there is no other phrasing.
 */
function asksForAnotherKind(asked: QuestionReading, phrasings: readonly QuestionReading[]): boolean {
  const kinds = phrasings.map(({ kind }) => kind).filter((kind) => kind !== 'none' && kind !== 'thing');
  return kinds.length > 0 && kinds.every((kind) => kindsConflict(asked.kind, kind));
}

function isIrrelevant(difference: PairwiseDifference, phrasings: readonly QuestionReading[]): boolean {
  if (difference !== 'number') return varyIn(difference, phrasings);
  // A number in one phrasing and none in the next does not show that any number would do.
  const numbered = phrasings.filter(({ numbers }) => numbers !== '');
  return numbered.length === 0 ? phrasings.length >= numberlessMin : varyIn(difference, numbered);
}

function varyIn(difference: PairwiseDifference, phrasings: readonly QuestionReading[]): boolean {
  return phrasings.some((one, at) => phrasings.slice(at + 1).some((other) => guards[difference](one, other)));
}
