/** What stands for a property of characters: a few of each kind, so that what overlaps in the pattern still does. */
const properties: Readonly<Record<string, string>> = {
  L: 'a-zA-Z',
  Ll: 'a-z',
  Lu: 'A-Z',
  N: '0-9',
  Nd: '0-9',
  M: '\\u0300-\\u0310',
  Mn: '\\u0300-\\u0310',
  P: '!-\\/:-@',
  Pd: '\\-',
  S: '$+<=>^`|~',
  Z: ' ',
  Zs: ' ',
};

/** Longer repetitions make the automaton too large. Without their end, a pattern is at least as slow. */
const countMax = 4;

/**
 * A pattern that is at least as slow as the given one, over fewer characters, without regard to case: what is found of it holds
 * for the other. Null: it has something that cannot be replaced.
 */
export function reducePattern({
  source,
  flags,
}: {
  readonly source: string;
  readonly flags: string;
}): { readonly source: string; readonly flags: string } | null {
  let isInClass = false;
  let reduced = '';
  for (let at = 0; at < source.length; at += 1) {
    const rest = source.slice(at);
    const property = /^\\p\{(\w+)\}/.exec(rest);
    if (/^\\[pP]/.test(rest)) {
      const characters = properties[property?.[1] ?? ''];
      if (property === null || characters === undefined) return null;
      reduced += isInClass ? characters : `[${characters}]`;
      at += property[0].length - 1;
    } else if (rest.startsWith('\\')) {
      reduced += rest.slice(0, 2);
      at += 1;
    } else {
      const count = isInClass ? null : /^\{(\d+)(?:(,)(\d*))?\}/.exec(rest);
      if (count !== null) {
        reduced += reduceCount(count);
        at += count[0].length - 1;
        continue;
      }
      if (rest.startsWith('[')) isInClass = true;
      if (rest.startsWith(']')) isInClass = false;
      reduced += rest[0];
    }
  }
  const isCaseless = flags.includes('i');
  const kept = flags.replace(/[dgiuvy]/g, '');
  return { source: isCaseless ? lowerCase(reduced) : reduced, flags: kept };
}

function reduceCount([whole = '', from = '', comma, to = '']: RegExpExecArray): string {
  const largest = comma === undefined ? Number(from) : to === '' ? 0 : Number(to);
  if (Math.max(Number(from), largest) <= countMax) return whole;
  return Number(from) === 0 ? '*' : '+';
}

/** Letters, but not those of escapes: those of the other case match the same. */
const lowerCase = (source: string) =>
  source.replace(/\\.|[A-Z]/gs, (found) => (found.length > 1 ? found : found.toLowerCase()));

/** Whether all that a pattern matches has one length for each alternative: then each place takes a fixed number of steps. */
export function isOfFixedLength(source: string): boolean {
  const plain = source
    .replace(/\\./gs, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
    .replaceAll('(?', '(');
  return !/[*+?]|\{\d+,/.test(plain);
}
