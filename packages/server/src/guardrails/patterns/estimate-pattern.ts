/**
 * The parts of a regular expression, as far as they matter here. Whatever repeats something must be seen as such, and
 * nothing else may open or close a group: a text that is quoted, an escape or a class never does.
 */
const partPattern =
  /\\Q.*?(?:\\E|$)|\\[xpP]\{[^}]*\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{(?<from>\d+)(?<open>,(?<to>\d*))?\}|./gsu;

/**
 * At least half as many instructions as a pattern is compiled to, found without compiling it: a few letters can stand for
 * a million. Of what is no pattern it says nothing.
 */
export function estimatePattern(pattern: string): number {
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (const { 0: part, groups } of pattern.matchAll(partPattern)) {
    if (part === '(') {
      outer.push(size);
      size = 0;
      last = 1;
    } else if (part === ')') {
      last = size + 1;
      size = outer.pop() ?? 0;
    } else if (groups?.['from'] !== undefined) {
      const { from, open, to } = groups;
      const times = Math.max(Number(from), Number(to ?? 0)) + (open === undefined ? 0 : 1);
      last *= Math.max(0, times - 1);
    } else last = part.startsWith('\\Q') ? part.length : 1;
    size += last;
  }
  return outer.reduce((sum, before) => sum + before, size);
}

/** Under `(?i)` each character of a range is looked at by itself. */
const wideRange = 1_000;
const character = String.raw`\\x\{[0-9a-f]+\}|\\x[0-9a-f]{2}|[^]`;
const rangePattern = new RegExp(`(?<=(?<first>${character}))-(?=(?<last>${character}))`, 'giu');

/** Unicode classes and wide ranges, which take long to compile although they become one instruction. */
export function countClasses(pattern: string): number {
  const named = pattern.match(/\\p/giu)?.length ?? 0;
  const wide = pattern
    .matchAll(rangePattern)
    .filter(({ groups }) => codePointOf(groups?.['last']) - codePointOf(groups?.['first']) >= wideRange);
  return named + [...wide].length;
}

function codePointOf(written = ''): number {
  const digits = /^\\x\{?([0-9a-f]+)/iu.exec(written)?.[1];
  return digits === undefined ? (written.codePointAt(0) ?? 0) : Number.parseInt(digits, 16);
}
