export type Bound = 'low' | 'high' | 'before' | 'after';

export interface BoundCue {
  readonly bound: Bound;
  readonly start: number;
  readonly end: number;
}

const phrases: Readonly<Record<Bound, string>> = {
  high: `at most|up to|no more than|not more than|no longer than|no greater than|maximum|max|not exceed|cannot exceed|never exceed|less than|fewer than|under|below|or less|or fewer|within|no higher than|limited to
    |höchstens|maximal|bis zu|nicht mehr als|weniger als|unter|innerhalb|au plus|au maximum|moins de|jusqu'à|como máximo|menos de|hasta`,
  low: `at least|no less than|not less than|no fewer than|not fewer than|minimum|min|more than|greater than|over|above|exceeds?|exceeding|or more|or above|or higher
    |mindestens|wenigstens|mehr als|über|au moins|plus de|al menos|por lo menos|más de`,
  before: `no later than|not later than|before|until|till|prior to|vor dem|spätestens|avant|antes de`,
  after: `no earlier than|not earlier than|not before|not until|after|since|nach dem|frühestens|après|depuis|después de`,
};
/** Fainter words that may be what a source says instead. */
const faint: Readonly<Record<Bound, string>> = {
  high: 'until|till|by|before|limit|limits|limited|as much as|as many as|reach|ceiling|cap|capped|to|less|fewer|bis|largest|highest|upper|only|any|not|cannot',
  low: 'from|starting|beginning|least|minimal|ab|lowest|lower|exceed|than|plus|several|many|older|longer|required|requires',
  before:
    'by|to|up to|within|earlier|deadline|latest|ahead|prior|previous|previously|bis|vor|through|first|in advance|then',
  after:
    'from|following|follows|once|later|starting|beginning|as of|when|upon|on|expires?|ab|seit|nach|next|then|last|in',
};
const signs: Readonly<Record<string, Bound>> = { '≤': 'high', '<': 'high', '≥': 'low', '>': 'low' };
const inWords = (list: string) =>
  list
    .split('|')
    .map((word) => word.trim())
    // The longest first: "no more than" is not "more than".
    .sort((one, other) => other.length - one.length)
    .join('|');
const ofWords = (alternatives: string, flags: string) =>
  new RegExp(`(?<![\\p{L}\\d])(?:${alternatives})(?![\\p{L}\\d])`, flags);
const named = Object.entries(phrases).map(([bound, list]) => `(?<${bound}>${inWords(list)})`);
const cue = new RegExp(`${ofWords(named.join('|'), 'u').source}|[≤<≥>]`, 'giu');
const faintCues = Object.entries(faint).map(([bound, list]): [Bound, RegExp] => [
  bound as Bound,
  ofWords(inWords(list), 'iu'),
]);

/** Where a text says "at least", "up to", "before", in order. */
export function readBoundCues(folded: string): BoundCue[] {
  return Array.from(folded.matchAll(cue), (match) => {
    const [words] = match;
    const group = Object.entries(match.groups ?? {}).find(([, its]) => its !== undefined)?.[0];
    const bound = (group as Bound | undefined) ?? signs[words] ?? 'low';
    return { bound, start: match.index, end: match.index + words.length };
  });
}

/** Which bounds a source may be saying, in clear words or in faint ones. */
export function readFaintBounds(folded: string): Set<Bound> {
  const found = new Set<Bound>(readBoundCues(folded).map(({ bound }) => bound));
  for (const [bound, pattern] of faintCues) if (!found.has(bound) && pattern.test(folded)) found.add(bound);
  return found;
}

export const opposite: Readonly<Record<Bound, Bound>> = {
  low: 'high',
  high: 'low',
  before: 'after',
  after: 'before',
};
const denialUnits = 40;
const denial =
  /(?<!\p{L})(?:not|never|no|cannot|\p{L}{2,8}n't|nicht|kein\p{L}{0,3})(?!\p{L})[^.;:,!?]{0,40}$/iu;

/** "May not take more than five" is a most. */
function isDenied(folded: string, { bound, start }: BoundCue): boolean {
  return bound === 'low' && denial.test(folded.slice(Math.max(0, start - denialUnits), start));
}

const unitsBefore = 24;
const unitsAfter = 28;
const afterNumber = /^(?:or|minimum|maximum|min|max|au|como)/i;

/** The bound on the value at this place; null: none. */
export function boundAt(
  folded: string,
  cues: readonly BoundCue[],
  { start, end }: { readonly start: number; readonly end: number },
): Bound | null {
  const before = cues.findLast((one) => one.end <= start);
  if (before !== undefined && start - before.end <= unitsBefore) {
    const between = folded.slice(before.end, start);
    if (!/[.;:,!?\d]/.test(between)) return isDenied(folded, before) ? opposite[before.bound] : before.bound;
  }
  const after = cues.find((one) => one.start >= end);
  if (after === undefined || after.start - end > unitsAfter) return null;
  const isAfterNumber = afterNumber.test(folded.slice(after.start, after.end));
  return isAfterNumber && !/[.;:,!?\d]/.test(folded.slice(end, after.start)) ? after.bound : null;
}
