import { runStepsSync, type Steps } from '@avow/foundation/concurrency';
import { collapseText, isWrittenInDisguise } from './plain-text.ts';
import { base64Reading } from './read-base64.ts';
import { characterCodeReading } from './read-character-codes.ts';
import { entityReading } from './read-entities.ts';
import { joinedWordReading } from './read-joined-words.ts';
import { jumbledWordReading } from './read-jumbled-words.ts';
import { leetspeakReading } from './read-leetspeak.ts';
import { accentReading, lookAlikeReading } from './read-letters.ts';
import { repeatedLetterReading } from './read-repeated-letters.ts';
import { spacedLetterReading } from './read-spaced-letters.ts';
import { tagReading } from './read-tags.ts';
import { createViewSource, type ViewReading, type ViewSource } from './view-source.ts';

/** A text as it reads with one or several disguises removed. */
export interface View {
  /** `plain`, or the names of the readings that led to it, in order. */
  readonly name: string;
  readonly text: string;
  /** Whether one of the readings removes a deliberate disguise. */
  readonly isDisguised: boolean;
  /** Whether it shows invisible text. */
  readonly isHidden: boolean;
}

/** Only the beginning and the end of a longer text are read: instructions are placed where they are noticed. */
export const viewedUnitsMax = 16_000;
/** How many steps may be chained: encodings may be nested, with disguises inside. */
export const stepsDeepMax = 8;
/** The views of a long text are together at most this many times as long as the part that is read. */
export const viewsLengthMax = 8;
export const viewsUnitsMin = 64_000;

/** Groups of readings; the readings of a group are applied one after another. */
type Readings = ReadonlyArray<readonly ViewReading[]>;

/** Readings that change single words. They apply after encoded text was decoded. */
const wordReadings: readonly ViewReading[] = [
  spacedLetterReading,
  leetspeakReading,
  repeatedLetterReading,
  joinedWordReading,
  jumbledWordReading,
];

/**
 * Tags come first, since only the raw text has them; disguises are separate from other readings. The choice of readings is
 * based on `npm run eval -- views`.
 */
export const allReadings: Readings = [
  [tagReading],
  [entityReading, accentReading],
  [lookAlikeReading, base64Reading, characterCodeReading],
  wordReadings,
];

/** The state of a text after the readings applied so far. */
interface Step {
  readonly used: readonly ViewReading[];
  readonly raw: string;
}

/** Applies readings one after another, each to the result of the previous one; null if none changes the text. */
function* applyReadings(source: ViewSource, readings: readonly ViewReading[]): Steps<Step | null> {
  let current = source;
  const used: ViewReading[] = [];
  for (const reading of readings) {
    yield;
    const other = reading.read(current);
    if (other === null || other === current.text) continue;
    current = createViewSource(other);
    used.push(reading);
  }
  return used.length === 0 ? null : { used, raw: current.raw };
}

/**
 * The next step for a text; null if no reading changes it. Words are corrected once. Corrections without any disguise are
 * everyday spelling and are not examined further.
 */
function* readFurther(source: ViewSource, { used }: Step, readings: Readings): Steps<Step | null> {
  const hasWordReading = used.some((reading) => wordReadings.includes(reading));
  if (hasWordReading && !used.some(({ isDisguise }) => isDisguise)) return null;
  for (const group of readings) {
    const next = yield* applyReadings(
      source,
      hasWordReading ? group.filter((reading) => !wordReadings.includes(reading)) : group,
    );
    if (next !== null) return { used: [...used, ...next.used], raw: next.raw };
  }
  return null;
}

function clipText(text: string): string {
  if (text.length <= 2 * viewedUnitsMax) return text.toWellFormed();
  return `${text.slice(0, viewedUnitsMax)}\n${text.slice(-viewedUnitsMax)}`.toWellFormed();
}

/**
 * The text without its disguises: first the visible text, then the results of each group of readings that changes it.
 * Harmless prose has one view, rarely two.
 */
export function buildPartViewsSync(text: string): readonly View[] {
  return runStepsSync(buildPartViews(text));
}

/** The same in steps, one per reading, so that a long text does not block the event loop. */
export function* buildPartViews(text: string, readings = allReadings): Steps<readonly View[]> {
  const cut = clipText(text);
  let unitsLeft = Math.max(cut.length * viewsLengthMax, viewsUnitsMin);
  const isDisguised = isWrittenInDisguise(cut);
  const views: View[] = [];
  const seen = new Set<string>();
  let step: Step | null = { used: [], raw: cut };
  while (step !== null && views.length <= stepsDeepMax) {
    const source = createViewSource(step.raw);
    const shown = collapseText(source.text);
    unitsLeft -= shown.length;
    if (seen.has(shown) || unitsLeft < 0) break;
    seen.add(shown);
    views.push(createView(step, { text: shown, isDisguised }));
    step = yield* readFurther(source, step, readings);
  }
  return views;
}

function createView({ used }: Step, { text, isDisguised }: Pick<View, 'text' | 'isDisguised'>): View {
  return {
    name: used.length === 0 ? 'plain' : used.map(({ name }) => name).join(', '),
    text,
    isDisguised: isDisguised || used.some(({ isDisguise }) => isDisguise),
    isHidden: used.includes(tagReading),
  };
}
