import { isHex } from './hex.ts';
import { firstVersion } from './leaf.ts';
import { LogError } from './log-error.ts';
import { isName } from './name.ts';
import { isTime } from './time.ts';

/** A name and its value. */
export type NamedText = readonly [name: string, text: string];

/** What one leaf of a log says. Nothing of it is content: of that there are commitments alone. */
export interface LogEntry {
  /** `record`: a message ended. Others tell what was done with records. */
  readonly kind: string;
  readonly tenantId: string;
  /** What it is about: the id of a message, of a hold; empty where it is about the tenant's records as a whole. */
  readonly subject: string;
  /** What the subject is since then. */
  readonly state: string;
  /** RFC 3339, UTC, three decimals. Of a record: when it was asked. */
  readonly time: string;
  /** Who did it: the id of a key, or `operator`. Empty where nobody did. */
  readonly actor: string;
  /** In clear, in the order in which they were written. No name comes twice. */
  readonly details: readonly NamedText[];
  /** To fields of the subject, in lower-case hexadecimal, in the order in which they were written. No name comes twice. */
  readonly commitments: readonly NamedText[];
}

const entryVersion = 'avow.leaf.v2';

/** One commitment to all of the content, as leaves of the first version have it. */
export const wholeContent = 'content';

/** In bundles of entries a leaf's length has two bytes. */
export const entryBytesMax = 0xffff;

const commitmentBytes = 32;
const pairsMax = 64;
const wordCharsMax = 256;

const invalid = (message: string) => new LogError('entry_invalid', message);

/** The text whose UTF-8 is the leaf: an array, so that there is one order and one spelling. What could not be read is not written. */
export function formatEntry(entry: LogEntry): string {
  checkEntry(entry);
  const text = spellEntry(entry);
  checkLength(text);
  return text;
}

/** Reads a leaf of either version. What is not written exactly as `formatEntry` writes it is refused. */
export function parseEntry(text: string): LogEntry {
  checkLength(text);
  const fields = parseArray(text);
  const isFirst = fields[0] === firstVersion;
  const entry = isFirst ? readFirst(fields) : readSecond(fields);
  checkEntry(entry);
  const again = isFirst ? JSON.stringify(fields) : spellEntry(entry);
  if (again !== text) throw invalid('a leaf has one spelling, and this is another');
  return entry;
}

function spellEntry(entry: LogEntry): string {
  const { kind, tenantId, subject, state, time, actor, details, commitments } = entry;
  const words = [kind, tenantId, subject, state, time, actor];
  return JSON.stringify([entryVersion, ...words, details, commitments]);
}

function checkLength(text: string): void {
  // Most leaves have far fewer characters than a third of that, and need not be encoded to be measured.
  const isShort = text.length * 3 <= entryBytesMax;
  if (isShort || (text.length <= entryBytesMax && new TextEncoder().encode(text).length <= entryBytesMax))
    return;
  throw invalid(`a leaf has at most ${entryBytesMax} bytes`);
}

function checkEntry(entry: LogEntry): void {
  const { kind, tenantId, subject, state, time, actor, details, commitments } = entry;
  if (!isName(kind)) throw invalid('the kind of a leaf is a name in small letters');
  for (const word of [tenantId, subject, state, actor]) checkWord(word);
  if (tenantId === '' || state === '') throw invalid('a leaf names its tenant and a state');
  if (kind === 'record' && subject === '') throw invalid('the leaf of a record names its message');
  if (!isTime(time)) throw invalid('a time is RFC 3339 in UTC with three decimals');
  checkPairs(details);
  checkPairs(commitments);
  if (!commitments.every(([, text]) => isHex(text, commitmentBytes)))
    throw invalid('a commitment is 64 digits of lower-case hexadecimal');
}

function checkWord(word: string): void {
  if (word.length > wordCharsMax) throw invalid(`a word of a leaf has at most ${wordCharsMax} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if (/[\u0000-\u001f]/.test(word)) throw invalid('a leaf has no control characters');
  if (!word.isWellFormed()) throw invalid('a leaf is well-formed Unicode');
}

function checkPairs(pairs: readonly NamedText[]): void {
  if (pairs.length > pairsMax) throw invalid(`a leaf has at most ${pairsMax} pairs of a kind`);
  const names = new Set<string>();
  for (const [name, text] of pairs) {
    if (!isName(name)) throw invalid('a name is of small letters, digits and underscores');
    if (names.has(name)) throw invalid(`the name ${name} comes twice`);
    if (!text.isWellFormed()) throw invalid('a leaf is well-formed Unicode');
    names.add(name);
  }
}

function parseArray(text: string): readonly unknown[] {
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    throw invalid('a leaf is a JSON text');
  }
  if (!Array.isArray(fields)) throw invalid('a leaf is an array');
  return fields;
}

function readFirst(fields: readonly unknown[]): LogEntry {
  if (fields.length !== 6) throw invalid('a leaf of the first version has six fields');
  const [, tenantId, subject, state, time, commitment] = fields;
  return {
    kind: 'record',
    tenantId: textOf(tenantId),
    subject: textOf(subject),
    state: textOf(state),
    time: textOf(time),
    actor: '',
    details: [],
    commitments: [[wholeContent, textOf(commitment)]],
  };
}

function readSecond(fields: readonly unknown[]): LogEntry {
  if (fields[0] !== entryVersion) throw invalid('not a version of leaves that is known here');
  if (fields.length !== 9) throw invalid('a leaf of the second version has nine fields');
  const [, kind, tenantId, subject, state, time, actor, details, commitments] = fields;
  return {
    kind: textOf(kind),
    tenantId: textOf(tenantId),
    subject: textOf(subject),
    state: textOf(state),
    time: textOf(time),
    actor: textOf(actor),
    details: pairsOf(details),
    commitments: pairsOf(commitments),
  };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw invalid('a field of a leaf is a text');
}

function pairsOf(value: unknown): NamedText[] {
  if (!Array.isArray(value)) throw invalid('pairs stand in an array');
  return value.map((pair: unknown) => {
    if (!Array.isArray(pair) || pair.length !== 2) throw invalid('a pair has a name and a text');
    return [textOf(pair[0]), textOf(pair[1])];
  });
}
