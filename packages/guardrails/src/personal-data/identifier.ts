import { hasContext } from './context-words.ts';
import type { DataType, FoundData } from './data-types.ts';
import type { DigitRegion } from './digit-regions.ts';

/** A number issued by some authority, as people write it. */
export interface Identifier {
  readonly type: DataType;
  /** Created by `writtenAs`. */
  readonly pattern: RegExp;
  readonly digitsMin: number;
  /** Whether the number, reduced to digits and capital letters, can have been issued. */
  readonly isValid: (compact: string) => boolean;
  /** The score without a label nearby, if its letters are capitals. Omitted: it is found only with a label. */
  readonly alone?: number;
  /** The score with a label nearby. */
  readonly named: number;
  readonly context: RegExp;
}

/**
 * Characters that must not be adjacent: Latin, Greek and Cyrillic letters, in ranges that are quick to test. Scripts that
 * do not separate words by spaces are allowed next to a number.
 */
const beside = 'a-z0-9_\\u00c0-\\u024f\\u0370-\\u052f';

/** The pattern of an identifier that is not part of a longer word or number. */
export function writtenAs(source: string): RegExp {
  return new RegExp(
    `(?<![${beside}])(?<!\\d[-./]|[+$€£]|&#)(?:${source})(?![${beside}])(?![-./]\\d|-[a-z]|%)`,
    'gi',
  );
}

/** A prefix for patterns of digits only: a date is never such a number, whatever its label. */
export const notDate =
  '(?!(?:19|20)\\d{2}[-/.][01]?\\d[-/.][0-3]?\\d(?!\\d))(?![0-3]?\\d[-/.][0-3]?\\d[-/.](?:19|20)?\\d{2}(?![-/.]?\\d))';

function compactOf(written: string): string {
  return written.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
}

interface Candidate {
  readonly text: string;
  readonly written: string;
  readonly start: number;
  readonly end: number;
}

/** Whether it is part of a name, a path or a row of numbers, where only a label can identify it. */
function isAttached({ text, written, start, end }: Candidate): boolean {
  const before = text.slice(Math.max(0, start - 2), start);
  if (/[\p{L}\p{N}_][-/_]$/u.test(before) || /^[-/_][\p{L}\p{N}_]/u.test(text.slice(end, end + 2)))
    return true;
  return written.includes(' ') && (/\d[ ]$/.test(before) || /^[ ]\d/.test(text.slice(end, end + 2)));
}

/** Labels are checked before check digits unless the number needs none, because they are quicker to check. */
function scoreOf(identifier: Identifier, candidate: Candidate): number {
  const { text, written } = candidate;
  const { alone = 0, named, context } = identifier;
  const isNamed = () => hasContext(text, candidate, context);
  const standsAlone = alone > 0 && !/[a-z]/.test(written) && !isAttached(candidate);
  if (!standsAlone && !isNamed()) return 0;
  if (!identifier.isValid(compactOf(written))) return 0;
  return standsAlone && (alone >= named || !isNamed()) ? alone : named;
}

function findInRegion(
  identifier: Identifier,
  { text, region, offset }: { readonly text: string; readonly region: string; readonly offset: number },
): readonly FoundData[] {
  const { pattern, type } = identifier;
  const found: FoundData[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(region); match !== null; match = pattern.exec(region)) {
    const [written] = match;
    const range = { start: offset + match.index, end: offset + match.index + written.length };
    const score = scoreOf(identifier, { text, written, ...range });
    if (score > 0) found.push({ type, ...range, score });
    // An invalid match may overlap a valid one that begins at a later character.
    else pattern.lastIndex = match.index + 1;
  }
  return found;
}

/** All identifiers in a folded text. They may overlap. */
export function findIdentifiers(
  text: string,
  {
    regions,
    identifiers,
  }: { readonly regions: readonly DigitRegion[]; readonly identifiers: readonly Identifier[] },
): readonly FoundData[] {
  return regions.flatMap(({ region, offset, digits }) =>
    identifiers
      .filter(({ digitsMin }) => digits >= digitsMin)
      .flatMap((identifier) => findInRegion(identifier, { text, region, offset })),
  );
}
