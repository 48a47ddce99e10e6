import { indexCodePoints } from '../text/code-points.ts';
import { splitSentences } from '../text/sentences.ts';

/** A passage of a text. `start` and `end` are code points: slicing the text by them gives `text`. */
export interface TextPassage {
  /** The headings above it, outermost first, joined by ` › `. */
  readonly headings: string;
  /**
   * What else it cannot be understood without, from the outside in, joined by ` » `: the words that introduce a list, the
   * head of a table, the fence that opens a block of code. Only what stands above it, not in it; empty where nothing does.
   */
  readonly lead: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A stretch of text under one heading, and where it may be cut: coarse places first, finer ones after. Each level is sorted. */
export interface Section extends TextRange {
  readonly headings: string;
  readonly breakLevels: ReadonlyArray<readonly number[]>;
  /** In order of their starts. */
  readonly leads: readonly Lead[];
}

/** Words without which no passage can be understood that begins in this range. */
export interface Lead extends TextRange {
  readonly words: string;
}

/** About as much as answers one question: enough context to rank, little enough to quote from. */
const targetWords = 120;
/** A passage shorter than this takes in what follows even beyond the target. */
const shortWords = 40;
/** Nothing is longer, in words as `weigh` counts them. */
export const passageWordsMax = 200;

/** Between the headings above a passage. */
export const headingSeparator = ' › ';
/** Between what a passage is led by. */
export const leadSeparator = ' » ';
/** Of leads within leads the innermost are kept. */
const leadsMax = 3;

/** Cuts sections into passages: in order, apart, and together everything in them that can be cited. */
export function cutPassages(
  text: string,
  {
    sections,
    isCitable,
  }: { readonly sections: readonly Section[]; readonly isCitable: (range: TextRange) => boolean },
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

/** Finds the leads of one offset after another, each behind the one before. */
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

/** Cuts a range at ever finer places until each piece is small enough. */
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
    // A unit's marker ("- ", "> ") stays with it. It can only lie between the unit before and this one.
    const lineStart = text.slice(previousEnd, offset).lastIndexOf('\n') + 1;
    const start = lineStart > 0 ? previousEnd + lineStart : offset;
    const end = range.start + span.end;
    // What is introduced stays with its introduction, if that is not too much.
    const isIntroduced: boolean =
      introduction !== null && weigh(text, { start: introduction, end }) <= passageWordsMax;
    // What comes before the first unit stays with it, too.
    if (previousEnd > range.start && start > previousEnd && !isIntroduced) starts.push(start);
    introduction = text[end - 1] === ':' ? (isIntroduced ? introduction : start) : null;
    previousEnd = end;
  }
  return starts;
}

/** What a cell or a sentence without end is best cut after: a sentence, or a line (`<br>`). */
const stops = new Set(['.', '!', '?', ';', '>']);

/** For what is too long by itself: cuts between words where there are any, and never inside a character. */
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

/** The nearest place at or before the offset that splits no surrogate pair and, within reason, no letter from its marks. */
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

function isSpace(unit: number): boolean {
  if (unit > 0x20 && unit < 0xa0) return false;
  return /\s/.test(String.fromCharCode(unit));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
