import type { TextRange } from '@avow/text/markdown';
import { indexCodePoints, splitSentences } from '@avow/text/sentences';
import type { TextPassage } from '../parsing/parsed-file.ts';

/** A section of text under one heading, and where it may be cut: coarse breaks first, then finer ones. Each level is sorted. */
export interface TextSection extends TextRange {
  readonly headings: string;
  readonly breakLevels: ReadonlyArray<readonly number[]>;
  /** In order of their starts. */
  readonly leads: readonly Lead[];
}

/** Context that a passage beginning in this range needs. */
export interface Lead extends TextRange {
  readonly words: string;
}

/** About as much as answers one question: enough context to rank, little enough to quote from. */
const targetWords = 120;
/** A passage shorter than this is extended even beyond the target. */
const shortWords = 40;
/** No passage is longer, in words as `weigh` counts them. */
export const passageWordsMax = 200;

/** Between the headings above a passage. */
export const headingSeparator = ' › ';
/** Between the leads of a passage. */
export const leadSeparator = ' » ';
/** Between the names of columns in a lead. */
export const columnSeparator = ' | ';
/** The innermost of nested leads are kept. */
const leadsMax = 3;

/** Cuts sections into ordered, disjoint passages that together contain everything that can be cited. */
export function cutPassages(
  text: string,
  {
    sections,
    isCitable,
  }: { readonly sections: readonly TextSection[]; readonly isCitable: (range: TextRange) => boolean },
): TextPassage[] {
  const offsets = indexCodePoints(text);
  const passages: TextPassage[] = [];
  for (const section of sections) {
    const findLead = createLeads(section.leads);
    for (const range of packPieces(text, cutRange(text, section, section.breakLevels))) {
      if (!isCitable(range)) continue;
      passages.push({
        headings: section.headings,
        lead: findLead(range.start),
        text: text.slice(range.start, range.end),
        start: offsets.toCodePoint(range.start),
        end: offsets.toCodePoint(range.end),
      });
    }
  }
  return passages;
}

/** Finds the leads of ascending offsets. */
function createLeads(leads: readonly Lead[]): (offset: number) => string {
  let next = 0;
  let open: Lead[] = [];
  return (offset) => {
    for (let lead = leads[next]; lead !== undefined && lead.start <= offset; lead = leads[next]) {
      if (lead.end > offset) open.push(lead);
      next += 1;
    }
    open = open.filter((lead) => lead.end > offset);
    return open
      .slice(-leadsMax)
      .map((lead) => lead.words)
      .join(leadSeparator);
  };
}

/** Joins neighbouring pieces up to about the target. */
function packPieces(text: string, pieces: readonly TextRange[]): TextRange[] {
  const packed: TextRange[] = [];
  let open: TextRange | null = null;
  let openWords = 0;
  for (const piece of pieces) {
    const words = weigh(text, piece);
    if (words === 0) continue;
    const together = openWords + words;
    const fits = together <= targetWords || (openWords < shortWords && together <= passageWordsMax);
    if (open !== null && fits) {
      open = { start: open.start, end: piece.end };
      openWords = together;
      continue;
    }
    if (open !== null) packed.push(trimRange(text, open));
    open = piece;
    openWords = words;
  }
  if (open !== null) packed.push(trimRange(text, open));
  return packed;
}

/** Cuts a range at ever finer breaks until each piece is small enough. */
function cutRange(text: string, range: TextRange, levels: ReadonlyArray<readonly number[]>): TextRange[] {
  if (weigh(text, range) <= passageWordsMax) return [range];
  const [level, ...finer] = levels;
  if (level !== undefined) {
    return cutAt(range, breaksWithin(level, range)).flatMap((piece) => cutRange(text, piece, finer));
  }
  return cutAt(range, sentenceStarts(text, range)).flatMap((sentence) =>
    cutAt(sentence, forcedBreaks(text, sentence)),
  );
}

function cutAt(range: TextRange, breaks: readonly number[]): TextRange[] {
  const edges = [range.start, ...breaks, range.end];
  return edges.slice(1).map((end, position) => ({ start: edges[position] ?? range.start, end }));
}

function breaksWithin(sorted: readonly number[], range: TextRange): readonly number[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= range.start) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while ((sorted[end] ?? Number.POSITIVE_INFINITY) < range.end) end += 1;
  return sorted.slice(low, end);
}

function sentenceStarts(text: string, range: TextRange): number[] {
  const starts: number[] = [];
  let previousEnd = range.start;
  let introduction: number | null = null;
  for (const span of splitSentences(text.slice(range.start, range.end))) {
    const offset = range.start + span.start;
    // A unit's marker ("- ", "> ") stays with it. It can only be between the previous unit and this one.
    const lineStart = text.slice(previousEnd, offset).lastIndexOf('\n') + 1;
    const start = lineStart > 0 ? previousEnd + lineStart : offset;
    const end = range.start + span.end;
    // A block stays with its introduction unless both are too long.
    const isIntroduced: boolean =
      introduction !== null && weigh(text, { start: introduction, end }) <= passageWordsMax;
    // What precedes the first unit stays with it, too.
    if (previousEnd > range.start && start > previousEnd && !isIntroduced) starts.push(start);
    introduction = text[end - 1] === ':' ? (isIntroduced ? introduction : start) : null;
    previousEnd = end;
  }
  return starts;
}

/** The best places to cut a cell or an endless sentence: after a sentence or a line (`<br>`). */
const stops = new Set(['.', '!', '?', ';', '>']);

/** Cuts a unit that is too long: between words if there are any, and never inside a character. */
function forcedBreaks(text: string, range: TextRange): number[] {
  const breaks: number[] = [];
  let words = 0;
  let lastSpace = -1;
  let lastStop = -1;
  let previousEnd = range.start;
  for (let offset = range.start; offset < range.end; offset += 1) {
    if (isSpace(text.charCodeAt(offset))) {
      lastSpace = offset;
      if (words >= shortWords && stops.has(text[offset - 1] ?? '')) lastStop = offset;
    }
    words += weightAt(text, offset, previousEnd);
    if (words <= passageWordsMax) continue;
    const space = lastStop >= previousEnd ? lastStop : lastSpace;
    const cut =
      space >= previousEnd ? space + 1 : characterStart(text, { offset, notBefore: previousEnd + 1 });
    breaks.push(cut);
    previousEnd = cut;
    offset = cut - 1;
    words = 0;
    lastSpace = -1;
    lastStop = -1;
  }
  return breaks;
}

/** The nearest offset at or before this one that splits no surrogate pair and, within limits, no letter from its marks. */
function characterStart(
  text: string,
  wanted: { readonly offset: number; readonly notBefore: number },
): number {
  let start = wanted.offset;
  const floor = Math.max(wanted.notBefore, wanted.offset - 32);
  while (start > floor && joinsPrevious(text, start)) start -= 1;
  if (isLowSurrogate(text.charCodeAt(start)) && isHighSurrogate(text.charCodeAt(start - 1))) start += 1;
  return start;
}

function joinsPrevious(text: string, offset: number): boolean {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  if (isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1))) return true;
  return /\p{M}|\u200d/u.test(character) || text.charCodeAt(offset - 1) === 0x200d;
}

/** Size in words: a very long run counts as several, and two characters of a script without spaces as one. */
function weigh(text: string, range: TextRange): number {
  let words = 0;
  for (let offset = range.start; offset < range.end; offset += 1)
    words += weightAt(text, offset, range.start);
  return Math.ceil(words);
}

function weightAt(text: string, offset: number, rangeStart: number): number {
  const unit = text.charCodeAt(offset);
  if (isSpace(unit)) return 0;
  // From the CJK radicals on: scripts without spaces, and the surrogates of emoji.
  if (unit >= 0x2e80) return 0.5;
  const begins = offset === rangeStart || isSpace(text.charCodeAt(offset - 1));
  return begins ? 1 : 1 / 64;
}

function trimRange(text: string, range: TextRange): TextRange {
  let { start, end } = range;
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return { start, end };
}

/** The rest of what `\s` matches: a pattern for each unit would take most of the time. */
const otherSpaces: ReadonlySet<number> = new Set([
  ...[0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff],
  ...Array.from({ length: 11 }, (_, position) => 0x2000 + position),
]);

function isSpace(unit: number): boolean {
  if (unit > 0x20 && unit < 0xa0) return false;
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return otherSpaces.has(unit);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
