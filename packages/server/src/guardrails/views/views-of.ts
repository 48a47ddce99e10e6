import { finishSteps, type Steps } from '../take-turns.ts';
import { collapseText, isWrittenInDisguise } from './plain-text.ts';
import { ascii85Reading, base32Reading, base64Reading } from './read-base-codes.ts';
import { brokenWordReading, splitWordReading } from './read-broken-words.ts';
import { characterCodeReading } from './read-character-codes.ts';
import { concatenationReading, namedPartReading } from './read-concatenation.ts';
import {
  backslashReading,
  entityReading,
  escapedLetterReading,
  percentReading,
  quotedPrintableReading,
} from './read-escapes.ts';
import { selectorReading, tagReading, zeroWidthReading } from './read-hidden.ts';
import { joinedWordReading } from './read-joined-words.ts';
import { jumbledWordReading, vowelReading } from './read-jumbled-words.ts';
import { leetspeakReading } from './read-leetspeak.ts';
import { accentReading, lookAlikeReading, upsideDownReading } from './read-letters.ts';
import { markupReading } from './read-markup.ts';
import { morseReading } from './read-morse.ts';
import { pigLatinReading } from './read-pig-latin.ts';
import { repeatedLetterReading } from './read-repeated-letters.ts';
import { reversedReading, reversedWordReading } from './read-reversed.ts';
import { shiftedReading } from './read-shifted.ts';
import { spacedLetterReading } from './read-spaced-letters.ts';
import { spellingAlphabetReading } from './read-spelling-alphabet.ts';
import { createSource, type Reading, type Source } from './source.ts';

/** A text as it reads to somebody who sees through one disguise, or several one after the other. */
export interface View {
  /** `plain`, or the ways of reading that led to it, the first one first. */
  readonly name: string;
  readonly text: string;
  /** Whether a way of reading led to it that nobody needs who hides nothing. */
  readonly isDisguised: boolean;
  /** The names of those ways. */
  readonly disguises: readonly string[];
  /** Whether it shows what is not drawn at all. */
  readonly isHidden: boolean;
}

/** Of a longer text its beginning and its end are read: orders stand where they are noticed. */
export const viewedUnitsMax = 16_000;
export const viewsMax = 16;
/** How many steps may follow each other: a code within a code within a code, and disguises in that. */
export const stepsDeepMax = 5;
/** All views together are at most this many times as long as what is read of the text, if that is long. */
export const viewsLengthMax = 8;
export const viewsUnitsMin = 64_000;

/** Of what the ways of reading give, much is the same: so many wait to be looked at. */
const queueMax = 64;

/** What hides text comes first, then codes: of too many views the last ones are left out. */
const decodings: readonly Reading[] = [
  tagReading,
  selectorReading,
  zeroWidthReading,
  accentReading,
  lookAlikeReading,
  upsideDownReading,
  base64Reading,
  base32Reading,
  ascii85Reading,
  characterCodeReading,
  morseReading,
  spellingAlphabetReading,
];

/** What the notation of a page, an address or a program makes of plain text: all of it is undone at once. */
const notations: readonly Reading[] = [
  escapedLetterReading,
  backslashReading,
  percentReading,
  entityReading,
  quotedPrintableReading,
  markupReading,
];

/** These change a word here and there, and do not stand in each other's way: each reads what the one before it left. */
const mendings: readonly Reading[] = [
  concatenationReading,
  namedPartReading,
  pigLatinReading,
  spacedLetterReading,
  brokenWordReading,
  splitWordReading,
  leetspeakReading,
  repeatedLetterReading,
  joinedWordReading,
  jumbledWordReading,
  vowelReading,
];

/** These turn over all of a text that is no English as it stands. */
const turnings: readonly Reading[] = [reversedReading, reversedWordReading, shiftedReading];

/** The text after all readings that change something, each of what the one before it left; null where none does. */
function* readInTurn(source: Source, readings: readonly Reading[]): Steps<Read | null> {
  let current = source;
  const used: Reading[] = [];
  for (const reading of readings) {
    yield;
    const other = reading.read(current);
    if (other === null || other === current.text) continue;
    current = createSource(other);
    used.push(reading);
  }
  return used.length === 0 ? null : { used, raw: current.raw };
}

function* readEach(source: Source, readings: readonly Reading[]): Steps<readonly Read[]> {
  const read: Read[] = [];
  for (const reading of readings) {
    yield;
    const raw = reading.read(source);
    if (raw !== null && raw !== source.raw) read.push({ used: [reading], raw });
  }
  return read;
}

/**
 * What a text can be read as next. Where there is notation, words are mended once it is gone; what was mended without
 * any disguise is what people write every day, and not looked into further.
 */
function* readFurther(source: Source, { last, used }: Step): Steps<readonly Omit<Step, 'depth'>[]> {
  if (last === 'mended' && !used.some(({ isDisguise }) => isDisguise)) return [];
  const noted = last === 'mended' || last === 'turned' ? null : yield* readInTurn(source, notations);
  const mended = last === 'mended' || noted !== null ? null : yield* readInTurn(source, mendings);
  const decoded = last === 'turned' ? [] : yield* readEach(source, decodings);
  const turned = last === 'turned' || noted !== null ? [] : yield* readEach(source, turnings);
  // One part of a text in one code, another in another: each code alone would leave the rest unread.
  const together = decoded.length > 1 ? yield* readInTurn(source, decodings) : null;
  const whole = { isAside: false };
  return [
    ...(together === null ? [] : [{ ...together, ...whole, last: 'decoded' as const }]),
    ...decoded.map((step) => ({ ...step, isAside: together !== null, last: 'decoded' as const })),
    ...(noted === null ? [] : [{ ...noted, ...whole, last: 'decoded' as const }]),
    ...(mended === null ? [] : [{ ...mended, ...whole, last: 'mended' as const }]),
    ...turned.map((step) => ({ ...step, ...whole, last: 'turned' as const })),
  ];
}

function cutText(text: string): string {
  if (text.length <= 2 * viewedUnitsMax) return text.toWellFormed();
  return `${text.slice(0, viewedUnitsMax)}\n${text.slice(-viewedUnitsMax)}`.toWellFormed();
}

interface Step {
  readonly used: readonly Reading[];
  readonly raw: string;
  /** What was done to it last. */
  readonly last: 'decoded' | 'mended' | 'turned' | null;
  readonly depth: number;
  /** Whether it is one of several readings that were also made together. */
  readonly isAside: boolean;
}

type Read = Pick<Step, 'used' | 'raw'>;

/**
 * The text without its disguises: first as it is drawn, then as each way of reading shows it that shows something
 * else, and as further ways show that in turn. Harmless prose has one view, seldom a second.
 */
export function viewsOf(text: string): readonly View[] {
  return finishSteps(viewSteps(text));
}

/** The same, reading by reading: those of a long text together take long. */
export function* viewSteps(text: string): Steps<readonly View[]> {
  const cut = cutText(text);
  let unitsLeft = Math.max(cut.length * viewsLengthMax, viewsUnitsMin);
  const isDisguised = isWrittenInDisguise(cut);
  const views: View[] = [];
  const seen = new Set<string>();
  const queue: Step[] = [{ used: [], raw: cut, last: null, depth: 0, isAside: false }];
  // What is read in part waits until all that is read as a whole has been followed to its end.
  const aside: Step[] = [];
  for (let step = queue.shift(); step !== undefined; step = queue.shift() ?? aside.shift()) {
    const source = createSource(step.raw);
    const shown = collapseText(source.text);
    if (seen.has(shown)) continue;
    seen.add(shown);
    unitsLeft -= shown.length;
    if (views.length === viewsMax || unitsLeft < 0) break;
    views.push(createView(step, { text: shown, isDisguised }));
    if (step.depth === stepsDeepMax) continue;
    for (const next of yield* readFurther(source, step)) {
      const list = next.isAside ? aside : queue;
      if (list.length < queueMax) {
        list.push({ ...next, used: [...step.used, ...next.used], depth: step.depth + 1 });
      }
    }
  }
  return views;
}

const hidingReadings: readonly Reading[] = [tagReading, selectorReading, zeroWidthReading];

function createView({ used }: Step, { text, isDisguised }: Pick<View, 'text' | 'isDisguised'>): View {
  return {
    name: used.length === 0 ? 'plain' : used.map(({ name }) => name).join(', '),
    text,
    isDisguised: isDisguised || used.some(({ isDisguise }) => isDisguise),
    disguises: used.filter(({ isDisguise }) => isDisguise).map(({ name }) => name),
    isHidden: used.some((reading) => hidingReadings.includes(reading)),
  };
}
