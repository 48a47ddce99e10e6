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

/** Up to here it is waited for the end of one. */
const bracketUnitsMax = 2_000;
const quotesMax = 4;

const gap = String.raw`[ \t]{0,2}`;
const list = String.raw`\d{1,2}(?:[ \t]{0,2}[,;&–-][ \t]{0,2}\d{1,2}){0,5}`;
const word = String.raw`(?:sources?|src|refs?|references?|quellen?|fuentes?|fonti|fonte)[ \t:#]{0,2}`;
const number = String.raw`(?:${word})?(?:\[#?${list}\]|#?${list})`;
const marks = `${gap}[:,;–-]?${gap}`;
const openings = `["“„«'‘‚]`;
const closings = `["”“»'’‘]`;
const beginning = new RegExp(String.raw`\s{0,4}([\[(])${gap}(${number})?${marks}(?=${openings})`, 'giu');
const ending = {
  '[': new RegExp(String.raw`${closings}${marks}(?:${number})?${gap}\]`, 'iu'),
  '(': new RegExp(String.raw`${closings}${marks}(?:${number})?${gap}\)`, 'iu'),
} as const;
const between = new RegExp(`${closings}${marks}(?:${number})?${marks}${openings}`, 'giu');
/** Of words that nothing closes: they go no further than their sentence. */
const sentenceEnd = /\]|[.!?]["”“»'’]?(?=\s|$)/u;
/** Without quotation marks: a number and several words. */
const bare = new RegExp(
  String.raw`\s{0,4}\[${gap}(${number})${marks}([\p{L}\d][^"“„«[\]\n]{1,600})\]`,
  'giu',
);
const bareWordsMin = 4;

/** `[1 "…"]`, `[source 2: “…”]`, `[1 "…"; 2 "…"]`, `["…" 1]`, `(1: "…")`, `[1: …]`, and such as do not end. */
export function findQuotingReferences(written: string): QuotingReference[] {
  const found: QuotingReference[] = [];
  for (const begun of beginnings(written)) {
    if (begun.start < (found.at(-1)?.end ?? 0)) continue;
    const reference = wholeReference(written, begun) ?? brokenReference(written, begun);
    if (reference !== null) found.push(reference);
  }
  const others = bareReferences(written).filter(
    (one) => !found.some(({ start, end }) => start < one.end && one.start < end),
  );
  return [...found, ...others];
}

/** Where one begins that further text may end; null: none. */
export function openQuotingReference(written: string): number | null {
  let settled = 0;
  for (const begun of beginnings(written)) {
    if (begun.start < settled) continue;
    const mayEnd = begun.end === written.length;
    if (mayEnd && !ending[begun.bracket].test(written.slice(begun.quote + 1))) return begun.start;
    settled = wholeReference(written, begun)?.end ?? settled;
  }
  return null;
}

interface Begun {
  readonly start: number;
  /** Of its first quotation mark. */
  readonly quote: number;
  readonly bracket: keyof typeof ending;
  readonly isNumbered: boolean;
  /** It ends before: with its line, or where another begins. */
  readonly end: number;
}

function beginnings(written: string): Begun[] {
  const begun = [...written.matchAll(beginning)].flatMap(({ 0: text, 1: bracket, 2: numbers, index }) => {
    const isNumbered = numbers !== undefined;
    const before = written[index + text.search(/\S/u) - 1] ?? '';
    // Words in parentheses are words, and so is what stands in code.
    if (!isNumbered && (bracket === '(' || /[`\w]/u.test(before))) return [];
    return [{ start: index, quote: index + text.length, bracket: bracket as Begun['bracket'], isNumbered }];
  });
  const numbered = begun.filter(({ isNumbered }) => isNumbered);
  let turn = 0;
  return begun.map((one) => {
    while ((numbered[turn]?.start ?? Number.POSITIVE_INFINITY) <= one.start) turn += 1;
    const line = written.indexOf('\n', one.quote);
    const ends = [line === -1 ? written.length : line, one.quote + bracketUnitsMax, numbered[turn]?.start];
    return { ...one, end: Math.min(...ends.filter((end) => end !== undefined)) };
  });
}

function wholeReference(written: string, begun: Begun): QuotingReference | null {
  const { start, quote, bracket, isNumbered } = begun;
  const words = written.slice(quote + 1, begun.end);
  const end = ending[bracket].exec(words);
  if (end === null) return null;
  const said = words.slice(0, end.index);
  // One word between brackets and quotation marks is code.
  if (!isNumbered && !/\s/u.test(said)) return null;
  const quotes = said.split(between).map((quoted) => quoted.trim());
  const joints = [...said.matchAll(between)].map(([joint]) => joint);
  return {
    ...{ start, end: quote + 1 + end.index + end[0].length },
    quotes: quotes.filter((quoted) => quoted !== '').slice(0, quotesMax),
    rest: [written.slice(start, quote), ...joints, end[0]].join(' '),
  };
}

function bareReferences(written: string): QuotingReference[] {
  return [...written.matchAll(bare)].flatMap(({ 0: text, 1: rest = '', 2: words = '', index: start }) =>
    words.trim().split(/\s+/u).length < bareWordsMin
      ? []
      : [{ start, end: start + text.length, quotes: [words.trim()], rest }],
  );
}

function brokenReference(written: string, begun: Begun): QuotingReference | null {
  const { start, quote, isNumbered } = begun;
  const words = written.slice(quote, begun.end);
  const end = sentenceEnd.exec(words);
  const length = end === null ? words.length : end.index + end[0].length;
  if (!isNumbered && !/\s/u.test(words.slice(0, length).trim())) return null;
  return { start, end: quote + length, quotes: [], rest: written.slice(start, quote) };
}
