/**
 * The parts of a regular expression, as far as they matter here. Whatever repeats something must be seen as such, and
 * nothing else may open or close a group: a text that is quoted, an escape or a class never does.
 */
const partPattern =
  /\\Q.*?(?:\\E|$)|\\[xpP]\{[^}]*\}|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\{(?<from>\d+)(?<open>,(?<to>\d*))?\}|./gsu;

/**
 * Estimates the compiled size of a pattern without compiling it, since a few letters can expand to a million instructions.
 * It is at least half of the actual size; for an invalid pattern it means nothing.
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

/** Where case is ignored, each character of a range is looked at by itself, up to the last that has a case. */
const lastCased = 0x1e943;
/** To look at so many takes as long as a class. */
const rangePerClass = 10_000;
const ignoresCase = /\(\?[a-z]*i/iu;
const character = String.raw`\\x\{[0-9a-f]+\}|\\x[0-9a-f]{2}|[^]`;
const rangePattern = new RegExp(`(?<=(?<first>${character}))-(?=(?<last>${character}))`, 'giu');

/** Unicode classes, and wide ranges as so many of them: they take long to compile and become one instruction. */
export function countClasses(
  pattern: string,
  { ignoreCase = false }: { readonly ignoreCase?: boolean } = {},
): number {
  const named = pattern.match(/\\p/giu)?.length ?? 0;
  if (!ignoreCase && !ignoresCase.test(pattern)) return named;
  const widths = pattern.matchAll(rangePattern).reduce((sum, { groups }) => {
    const width = Math.min(codePointOf(groups?.['last']), lastCased) - codePointOf(groups?.['first']);
    return sum + Math.max(0, width);
  }, 0);
  return named + Math.floor(widths / rangePerClass);
}

function codePointOf(written = ''): number {
  const digits = /^\\x\{?([0-9a-f]+)/iu.exec(written)?.[1];
  return digits === undefined ? (written.codePointAt(0) ?? 0) : Number.parseInt(digits, 16);
}
