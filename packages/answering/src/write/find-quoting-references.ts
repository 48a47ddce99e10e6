/** A reference with the words of its source in it. */
export interface QuotingReference {
  /** Offsets of it, with the white space before it. */
  readonly start: number;
  readonly end: number;
  /** The words, each quotation by itself. Empty if it is not whole. */
  readonly quotes: readonly string[];
  /** What it has besides: its marks and numbers. */
  readonly rest: string;
}

/** What is longer is no quotation of a sentence. */
const quoteUnitsMax = 600;
const quotesMax = 4;

const gap = String.raw`[ \t]{0,2}`;
const number = String.raw`(?:(?:sources?|src|refs?|references?|quellen?|fuentes?|fonti|fonte)[ \t:#]{0,2})?\[?#?\d{1,2}(?:[ \t]{0,2}[,;&–-][ \t]{0,2}\d{1,2}){0,5}\]?`;
const marks = `${gap}[:,;–-]?${gap}`;
const openings = '["“„«]';
const closings = '["”“»]';
const beginning = new RegExp(String.raw`\s{0,4}([\[(])${gap}(${number})?${marks}(?=${openings})`, 'giu');
const ending = new RegExp(String.raw`${closings}${marks}(?:${number})?${gap}[\])]`, 'giu');
const between = new RegExp(`${closings}${marks}(?:${number})?${marks}${openings}`, 'giu');
/** Of words that nothing closes: they go no further than their sentence. */
const sentenceEnd = /\]|[.!?](?=\s|$)/gu;

/** `[1 "…"]`, `[source 2: “…”]`, `[1 "…"; 2 "…"]`, `["…" 1]`, `(1: "…")`, and such as do not end. */
export function findQuotingReferences(written: string): QuotingReference[] {
  const found: QuotingReference[] = [];
  for (const begun of beginnings(written)) {
    if (begun.start < (found.at(-1)?.end ?? 0)) continue;
    const reference = wholeReference(written, begun) ?? brokenReference(written, begun);
    if (reference !== null) found.push(reference);
  }
  return found;
}

/** Where one begins that further text may end; null: none. */
export function openQuotingReference(written: string): number | null {
  let settled = 0;
  for (const begun of beginnings(written)) {
    if (begun.start < settled) continue;
    const whole = wholeReference(written, begun);
    const isOpen = begun.lineEnd === written.length && written.length - begun.quote <= quoteUnitsMax;
    if (whole === null && isOpen) return begun.start;
    settled = whole?.end ?? settled;
  }
  return null;
}

interface Begun {
  readonly start: number;
  /** Of its first quotation mark. */
  readonly quote: number;
  readonly bracket: string;
  readonly isNumbered: boolean;
  /** No reference goes on in another line. */
  readonly lineEnd: number;
}

function beginnings(written: string): Begun[] {
  return [...written.matchAll(beginning)].flatMap(({ 0: text, 1: bracket = '', 2: numbers, index }) => {
    const isNumbered = numbers !== undefined;
    // Words in parentheses are words, and so is what stands in code.
    if (!isNumbered && (bracket === '(' || /[`\w]/u.test(written[index - 1] ?? ''))) return [];
    const quote = index + text.length;
    const line = written.indexOf('\n', quote);
    return [{ start: index, quote, bracket, isNumbered, lineEnd: line === -1 ? written.length : line }];
  });
}

function wholeReference(written: string, { start, quote, bracket, isNumbered, lineEnd }: Begun) {
  const words = written.slice(quote, Math.min(lineEnd, quote + quoteUnitsMax));
  const closes = bracket === '[' ? ']' : ')';
  const [end] = [...words.slice(1).matchAll(ending)].filter(({ 0: text }) => text.endsWith(closes));
  if (end === undefined) return null;
  const said = words.slice(1, end.index + 1);
  // Another one begins before this one has ended.
  if (beginnings(said).some((begun) => begun.isNumbered)) return null;
  const quotes = said
    .split(between)
    .map((quoted) => quoted.trim())
    .filter((quoted) => quoted !== '');
  // One word between brackets and quotation marks is code.
  if (!isNumbered && !/\s/u.test(said)) return null;
  const joints = [...said.matchAll(between)].map(([joint]) => joint);
  return {
    ...{ start, end: quote + 1 + end.index + end[0].length, quotes: quotes.slice(0, quotesMax) },
    rest: [written.slice(start, quote), ...joints, end[0]].join(' '),
  };
}

function brokenReference(
  written: string,
  { start, quote, isNumbered, lineEnd }: Begun,
): QuotingReference | null {
  const words = written.slice(quote, Math.min(lineEnd, quote + quoteUnitsMax));
  const [next] = beginnings(words.slice(1)).filter((begun) => begun.isNumbered);
  const [end] = words.matchAll(sentenceEnd);
  const length = Math.min(
    words.length,
    ...(next === undefined ? [] : [next.start + 1]),
    ...(end === undefined ? [] : [end.index + 1]),
  );
  if (!isNumbered && !/\s/u.test(words.slice(0, length).trim())) return null;
  return { start, end: quote + length, quotes: [], rest: written.slice(start, quote) };
}
