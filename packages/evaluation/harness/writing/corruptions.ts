/** The kinds of errors that models introduce into a true sentence. */
export const corruptionKinds = [
  'number changed',
  'unit changed',
  'date moved',
  'negation dropped',
  'negation added',
  'bound turned round',
  'name swapped',
  'clause invented',
  'sources mixed',
  'quotation invented',
] as const;
export type CorruptionKind = (typeof corruptionKinds)[number];

/** Material that a corruption may insert. */
export interface Foreign {
  /** A sentence of a page that is not among the sources. */
  readonly sentence: string;
  /** A sentence of another source. */
  readonly neighbour: string;
  readonly name: string;
  readonly random: () => number;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const unitSwaps: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=\d[ -]?)(?:days?|hours?)\b/, 'weeks'],
  [/(?<=\d[ -]?)(?:weeks?|months?|minutes?)\b/, 'days'],
  [/(?<=\d[ -]?)(?:years?|seconds?)\b/, 'months'],
  [/(?<=\d ?)(?:MB|KB)\b/, 'GB'],
  [/(?<=\d ?)GB\b/, 'MB'],
  [/(?<=\d ?)(?:%|percent\b)/, ' dollars'],
  [/\$(?=\d)/, '€'],
];
const boundSwaps: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bat least(?= (?:\S+ )?\d)/i, 'at most'],
  [/\b(?:at most|up to|no more than|less than|fewer than)(?= (?:\S+ )?\d)/i, 'at least'],
  [/\b(?:more than|over)(?= (?:\S+ )?\d)/i, 'less than'],
];

/** The sentence with one error; null if this kind of error does not apply to it. */
export function corrupt(kind: CorruptionKind, text: string, foreign: Foreign): string | null {
  switch (kind) {
    case 'number changed':
      return changeNumber(text, foreign.random);
    case 'unit changed':
      return swapFirst(text, unitSwaps);
    case 'date moved':
      return moveDate(text, foreign.random);
    case 'negation dropped':
      return dropNegation(text);
    case 'negation added':
      return addNegation(text);
    case 'bound turned round':
      return swapFirst(text, boundSwaps);
    case 'name swapped':
      return swapName(text, foreign.name);
    case 'clause invented':
      return inventClause(text, foreign.sentence);
    case 'sources mixed':
      return mixSources(text, foreign.neighbour);
    case 'quotation invented':
      return inventQuotation(text, foreign.sentence);
  }
}

function changeNumber(text: string, random: () => number): string | null {
  const numbers = [...text.matchAll(/(?<![\p{L}\d.,/:_-])\d+(?![\d.,:/_-]*[\p{L}\d])/gu)];
  const chosen = numbers[Math.floor(random() * numbers.length)];
  if (chosen === undefined) return null;
  const changed = String(Number(chosen[0]) + 1 + Math.floor(random() * 7));
  return splice(text, chosen, changed);
}

function moveDate(text: string, random: () => number): string | null {
  const month = new RegExp(`\\b(?:${months.join('|')})(?= \\d)`).exec(text);
  if (month !== null) {
    const at = months.indexOf(month[0]);
    return splice(text, month, months[(at + 1 + Math.floor(random() * 11)) % 12] ?? '');
  }
  const year = /\b(?:19|20)\d\d\b/.exec(text);
  return year === null ? null : splice(text, year, String(Number(year[0]) + 1 + Math.floor(random() * 9)));
}

function dropNegation(text: string): string | null {
  const changed = text
    .replace(/\b(can)not\b/i, '$1')
    .replace(/\b(do|does|did|is|are|was|were|should|would|could|have|has|had)(?:n['’]t| not)\b/i, '$1');
  if (changed !== text) return changed;
  const plain = text.replace(/\b(?:not|never) /, '');
  return plain === text ? null : plain;
}

function addNegation(text: string): string | null {
  if (/\b(?:not|no|never|without)\b|n['’]t\b/i.test(text)) return null;
  const verb = /\b(?:is|are|was|were|can|must|should|will|may|has been|have been)\b/.exec(text);
  return verb === null ? null : splice(text, verb, verb[0].replace(/^\S+/, '$& not'));
}

function swapFirst(text: string, swaps: ReadonlyArray<readonly [RegExp, string]>): string | null {
  for (const [pattern, other] of swaps) {
    const found = pattern.exec(text);
    if (found !== null) return splice(text, found, other);
  }
  return null;
}

function swapName(text: string, name: string): string | null {
  const found = /(?<=[a-z,] )\p{Lu}[\p{L}-]{2,}(?: \p{Lu}[\p{L}-]{2,})*/u.exec(text);
  return found === null || name === '' || text.includes(name) ? null : splice(text, found, name);
}

function inventClause(text: string, sentence: string): string | null {
  const words = sentence.replace(/[.!?]+$/, '').split(/\s+/);
  if (words.length < 8 || !/[.!]$/.test(text)) return null;
  const clause = words.slice(-9).join(' ');
  return `${text.slice(0, -1)}, and ${clause}.`;
}

const verb = /\s(?:is|are|must|can|will|should|may|was|were|has|have)\s/;

/** Combines the subject of one source with the statement of another. */
function mixSources(text: string, neighbour: string): string | null {
  const [subject] = text.split(verb);
  const at = neighbour.search(verb);
  if (subject === undefined || subject === text || at === -1 || subject.split(/\s+/).length > 8) return null;
  return `${subject}${neighbour.slice(at)}`;
}

function inventQuotation(text: string, sentence: string): string | null {
  const words = sentence.replace(/["“”*_`[\]()]|[.!?]+$/g, '').split(/\s+/);
  if (words.length < 6) return null;
  return `${text.replace(/[.!]$/, '')}, or in its words: "${words.slice(0, 6).join(' ')}."`;
}

function splice(text: string, found: RegExpExecArray | RegExpMatchArray, other: string): string {
  const at = found.index ?? 0;
  return text.slice(0, at) + other + text.slice(at + found[0].length);
}
