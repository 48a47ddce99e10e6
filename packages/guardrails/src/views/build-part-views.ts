import { runStepsSync, type Steps } from '@avow/foundation';
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
import { createSource, type Reading, type Source } from './source.ts';

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

/** Of a longer text its beginning and its end are read: orders stand where they are noticed. */
export const viewedUnitsMax = 16_000;
/** How many steps may follow each other: a code within a code within a code, and disguises in that. */
export const stepsDeepMax = 8;
/** All views together are at most this many times as long as what is read of the text, if that is long. */
export const viewsLengthMax = 8;
export const viewsUnitsMin = 64_000;

/** Groups of readings. Those of a group are applied one after the other. */
type Readings = ReadonlyArray<readonly Reading[]>;

/** These change a word here and there, and read a text once what was written in a code is decoded. */
const wordReadings: readonly Reading[] = [
  spacedLetterReading,
  leetspeakReading,
  repeatedLetterReading,
  joinedWordReading,
  jumbledWordReading,
];

/**
 * Tags come first, since only the raw text has them; disguises are separate from other readings. The choice of readings is
 * based on `npm run eval:views`.
 */
export const allReadings: Readings = [
  [tagReading],
  [entityReading, accentReading],
  [lookAlikeReading, base64Reading, characterCodeReading],
  wordReadings,
];

/** What became of a text so far. */
interface Step {
  readonly used: readonly Reading[];
  readonly raw: string;
}

/** The text after all readings that change something, each of what the one before it left; null if none does. */
function* applyReadings(source: Source, readings: readonly Reading[]): Steps<Step | null> {
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

/**
 * What a text can be read as next; null if no reading changes it. Words are corrected once. What was corrected without any
 * disguise is what people write every day, and not looked into further.
 */
function* readFurther(source: Source, { used }: Step, readings: Readings): Steps<Step | null> {
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
 * Harmless prose has one view, seldom a second.
 */
export function buildPartViewsSync(text: string): readonly View[] {
  return runStepsSync(buildPartViews(text));
}

/** The same in steps, one per reading, because a long text takes long. */
export function* buildPartViews(text: string, readings = allReadings): Steps<readonly View[]> {
  const cut = clipText(text);
  let unitsLeft = Math.max(cut.length * viewsLengthMax, viewsUnitsMin);
  const isDisguised = isWrittenInDisguise(cut);
  const views: View[] = [];
  const seen = new Set<string>();
  let step: Step | null = { used: [], raw: cut };
  while (step !== null && views.length <= stepsDeepMax) {
    const source = createSource(step.raw);
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
