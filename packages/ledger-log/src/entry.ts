import { isHex } from './hex.ts';
import { firstVersion } from './leaf.ts';
import { LogError } from './log-error.ts';
import { isName } from './name.ts';
import { isTime } from './time.ts';

/** A name and its value. */
export type NamedText = readonly [name: string, text: string];

/** The content of one leaf. It contains commitments to texts, never the texts. */
export interface LogEntry {
  /** `record`: a message was finished. The others are administrative events. */
  readonly kind: string;
  readonly tenantId: string;
  /** The id of a message or a hold; empty: all records of the tenant. */
  readonly subject: string;
  /** The new state of the subject. */
  readonly state: string;
  /** RFC 3339, UTC, three decimals. For a record, the time of the question. */
  readonly time: string;
  /** The id of an API key, or `operator`; empty: the service itself. */
  readonly actor: string;
  /** In plaintext and in the order of writing. Names are unique. */
  readonly details: readonly NamedText[];
  /** Commitments to fields of the subject, in lower-case hexadecimal and in the order of writing. Names are unique. */
  readonly commitments: readonly NamedText[];
}

const entryVersion = 'avow.leaf.v2';

/** The single commitment to all content in leaves of version 1. */
export const wholeContent = 'content';

/** Entry bundles store the length of a leaf in two bytes. */
export const entryBytesMax = 0xffff;

const commitmentBytes = 32;
const pairsMax = 64;
const wordCharsMax = 256;

const invalid = (message: string) => new LogError('entry_invalid', message);

/**
 * The text whose UTF-8 is the leaf: an array, so that the encoding is canonical. Throws instead of writing what could
 * not be parsed.
 */
export function formatEntry(entry: LogEntry): string {
  checkEntry(entry);
  const text = spellEntry(entry);
  checkLength(text);
  return text;
}

/** Parses a leaf of either version. Anything but the canonical form that `formatEntry` writes is rejected. */
export function parseEntry(text: string): LogEntry {
  checkLength(text);
  const fields = parseArray(text);
  const isFirst = fields[0] === firstVersion;
  const entry = isFirst ? readFirst(fields) : readSecond(fields);
  checkEntry(entry);
  const again = isFirst ? JSON.stringify(fields) : spellEntry(entry);
  if (again !== text) throw invalid('the leaf is not in canonical form');
  return entry;
}

/** The same of an entry that nothing a client wrote is a part of: it is not checked. */
export function spellEntry(entry: LogEntry): string {
  const { kind, tenantId, subject, state, time, actor, details, commitments } = entry;
  const words = [kind, tenantId, subject, state, time, actor];
  return JSON.stringify([entryVersion, ...words, details, commitments]);
}

function checkLength(text: string): void {
  // UTF-8 has at most three bytes per UTF-16 unit, so short texts need not be encoded to be measured.
  const isShort = text.length * 3 <= entryBytesMax;
  if (isShort || (text.length <= entryBytesMax && new TextEncoder().encode(text).length <= entryBytesMax))
    return;
  throw invalid(`a leaf has at most ${entryBytesMax} bytes`);
}

function checkEntry(entry: LogEntry): void {
  const { kind, tenantId, subject, state, time, actor, details, commitments } = entry;
  if (!isName(kind)) throw invalid('the kind of a leaf must be a lower-case name');
  for (const word of [tenantId, subject, state, actor]) checkWord(word);
  if (tenantId === '' || state === '') throw invalid('a leaf must have a tenant and a state');
  if (kind === 'record' && subject === '') throw invalid('the leaf of a record must name its message');
  if (!isTime(time)) throw invalid('a time must be RFC 3339 in UTC with three decimals');
  checkPairs(details);
  checkPairs(commitments);
  if (!commitments.every(([, text]) => isHex(text, commitmentBytes)))
    throw invalid('a commitment must be 64 lower-case hexadecimal digits');
}

function checkWord(word: string): void {
  if (word.length > wordCharsMax) throw invalid(`a string of a leaf has at most ${wordCharsMax} characters`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  if (/[\u0000-\u001f]/.test(word)) throw invalid('a leaf has no control characters');
  if (!word.isWellFormed()) throw invalid('a leaf must be well-formed Unicode');
}

function checkPairs(pairs: readonly NamedText[]): void {
  if (pairs.length > pairsMax) throw invalid(`a leaf has at most ${pairsMax} details or commitments`);
  const names = new Set<string>();
  for (const [name, text] of pairs) {
    if (!isName(name)) throw invalid('a name must consist of lower-case letters, digits and underscores');
    if (names.has(name)) throw invalid(`the name ${name} occurs twice`);
    if (!text.isWellFormed()) throw invalid('a leaf must be well-formed Unicode');
    names.add(name);
  }
}

function parseArray(text: string): readonly unknown[] {
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    throw invalid('a leaf must be JSON');
  }
  if (!Array.isArray(fields)) throw invalid('a leaf must be an array');
  return fields;
}

function readFirst(fields: readonly unknown[]): LogEntry {
  if (fields.length !== 6) throw invalid('a leaf of version 1 must have six fields');
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
  if (fields[0] !== entryVersion) throw invalid('unknown leaf version');
  if (fields.length !== 9) throw invalid('a leaf of version 2 must have nine fields');
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
  throw invalid('a field of a leaf must be a string');
}

function pairsOf(value: unknown): NamedText[] {
  if (!Array.isArray(value)) throw invalid('details and commitments must be arrays');
  return value.map((pair: unknown) => {
    if (!Array.isArray(pair) || pair.length !== 2)
      throw invalid('a detail or commitment must be a pair of a name and a string');
    return [textOf(pair[0]), textOf(pair[1])];
  });
}
