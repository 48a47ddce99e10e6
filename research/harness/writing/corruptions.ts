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
  'sentences mixed',
  'subject replaced',
  'object replaced',
  'period changed',
  'modality changed',
  'state reversed',
  'quotation invented',
] as const;
export type CorruptionKind = (typeof corruptionKinds)[number];

/** Material that a corruption may insert. */
export interface Foreign {
  /** A sentence of a page that is not among the sources. */
  readonly sentence: string;
  /** A sentence of another source. */
  readonly neighbour: string;
  /** Another sentence of the same source. */
  readonly sibling: string;
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

const periodSwaps: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<=\b(?:a|per|every|each) )(?:day|week|year)\b/, 'month'],
  [/(?<=\b(?:a|per|every|each) )month\b/, 'year'],
  [/\b(?:daily|weekly|yearly|annually)\b/, 'monthly'],
  [/\b(?:monthly|quarterly)\b/, 'weekly'],
  [/\b(?:Mon|Tues|Wednes)day\b/, 'Friday'],
  [/\b(?:Thurs|Fri)day\b/, 'Monday'],
];
const modalitySwaps: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:may|might|can|could|should)(?= (?!not\b)[a-z])/, 'must'],
  [/\b(?:must|shall)(?= (?!not\b)[a-z])/, 'may'],
  [/\b(?:sometimes|often|usually|generally|typically)\b/, 'always'],
  [/\b(?:recommended|encouraged|advised)\b/, 'required'],
  [/\b(?:some|many|most)(?= [a-z]+s\b)/, 'all'],
];
const stateSwaps: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bopen\b/, 'closed'],
  [/\bbefore\b/, 'after'],
  [/\bafter\b/, 'before'],
  [/\b(?:first)\b/, 'last'],
  [/\bnew\b/, 'old'],
  [/\binside\b/, 'outside'],
  [/\bshort\b/, 'long'],
  [/\beasy\b/, 'hard'],
  [/\b(?:same)\b/, 'opposite'],
  [/\blocal(?:ly)?\b/, 'remote'],
  [/\bhigh\b/, 'low'],
  [/\bmore\b/, 'less'],
  [/\bmanager\b/, 'customer'],
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
    case 'sentences mixed':
      return mixSources(text, foreign.sibling);
    case 'subject replaced':
      return replaceSubject(text, foreign.sibling);
    case 'object replaced':
      return replaceObject(text, foreign.sentence);
    case 'period changed':
      return swapFirst(text, periodSwaps);
    case 'modality changed':
      return swapFirst(text, modalitySwaps);
    case 'state reversed':
      return swapFirst(text, stateSwaps);
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

const subjectWordsMax = 8;
/** What points elsewhere, or begins a clause, names nothing that could be confused with another. */
const pointing =
  /^\W*(?:you|your|we|our|it|its|they|their|this|that|these|those|there|he|she|i|if|when|while|for|in|on|to|as|and|but|all|any)\b/i;

/** The words before the first verb; null if they do not name a subject. */
function subjectIn(text: string): string | null {
  const at = text.search(verb);
  const subject = text.slice(0, Math.max(0, at));
  const isNamed = subject !== '' && !pointing.test(subject) && !/[,;:]/.test(subject);
  return isNamed && subject.split(/\s+/).length <= subjectWordsMax ? subject : null;
}

const plainWords = (text: string) => new Set(text.toLowerCase().match(/\p{L}{3,}/gu));

function namesAnother(one: string, other: string): boolean {
  return plainWords(one).isDisjointFrom(plainWords(other));
}

/** Combines the subject of one sentence with the statement of another. */
function mixSources(text: string, neighbour: string): string | null {
  const [subject, other] = [subjectIn(text), subjectIn(neighbour)];
  if (subject === null || other === null || !namesAnother(subject, other)) return null;
  return `${subject}${neighbour.slice(other.length)}`;
}

/** Says of somebody else what the sentence says: the subject is another one's of the same source. */
function replaceSubject(text: string, sibling: string): string | null {
  return mixSources(sibling, text);
}

const noun =
  /(?<=\b(?:[Aa]n?|[Tt]he|[Yy]our|[Tt]heir|[Oo]ur) )\p{Ll}{4,}(?=[.,;]| (?:of|in|on|for|to|with|and|or|at|by|from|is|are|has|that)\b)/gu;

/** The last thing that it names becomes a thing of a page that is not among the sources. */
function replaceObject(text: string, sentence: string): string | null {
  const last = [...text.matchAll(noun)].at(-1);
  const other = [...sentence.matchAll(noun)].map(([word]) => word).find((word) => !text.includes(word));
  return last === undefined || other === undefined || last.index < 12 ? null : splice(text, last, other);
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
