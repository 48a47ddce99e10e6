import { encodeHex } from '../hex.ts';
import { LogError } from '../log-error.ts';
import { parseVerifierKey, type VerifierKey } from '../notes/verifier-key.ts';
import type { AnySha256 } from '../tree/hash.ts';
import { parseWitnessKey, type WitnessKey } from './witness-key.ts';

export interface PolicyLog {
  readonly key: VerifierKey;
  readonly url: string | null;
}

export interface PolicyWitness {
  /** What this file calls it. */
  readonly name: string;
  readonly key: WitnessKey;
  /** Where it takes checkpoints; null: it is only known. */
  readonly url: string | null;
}

/** A witness, or so many of several. */
type Quorum =
  | { readonly witness: PolicyWitness }
  | { readonly atLeast: number; readonly of: readonly Quorum[] };

/** Which logs are known, which witnesses, and which of them must have cosigned a checkpoint (tlog-policy). */
export interface WitnessPolicy {
  readonly logs: readonly PolicyLog[];
  readonly witnesses: readonly PolicyWitness[];
  /** Null: none of them needs to. */
  readonly quorum: Quorum | null;
}

const linesMax = 1000;

const malformed = (line: number, message: string) =>
  new LogError('policy_malformed', `line ${line}: ${message}`);

/** Parses the text of a policy. Throws a LogError that names the line. */
export async function parseWitnessPolicy(text: string, sha256: AnySha256): Promise<WitnessPolicy> {
  const lines = text.split('\n');
  if (lines.length > linesMax) throw malformed(linesMax, `there are at most ${linesMax} lines`);
  const reading: Reading = {
    logs: [],
    witnesses: [],
    named: new Map(),
    members: new Set(),
    keys: new Set(),
    quorum: undefined,
  };
  for (const [index, content] of lines.entries()) {
    const words = content.split(/[ \t]+/).filter((word) => word !== '');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(content))
      throw malformed(index + 1, 'there is a control character');
    if (words[0] === undefined || words[0].startsWith('#')) continue;
    await readLine(reading, { line: index + 1, words }, sha256);
  }
  const { logs, witnesses, quorum } = reading;
  if (quorum === undefined) throw malformed(lines.length, 'a policy must have a line "quorum"');
  return { logs, witnesses, quorum };
}

interface Reading {
  readonly logs: PolicyLog[];
  readonly witnesses: PolicyWitness[];
  /** Witnesses and groups. */
  readonly named: Map<string, Quorum>;
  /** Those that are in a group already. */
  readonly members: Set<string>;
  /** Of logs and of witnesses, in hexadecimal. */
  readonly keys: Set<string>;
  quorum: Quorum | null | undefined;
}

interface PolicyLine {
  readonly line: number;
  readonly words: readonly string[];
}

async function readLine(reading: Reading, at: PolicyLine, sha256: AnySha256): Promise<void> {
  const [keyword, ...words] = at.words;
  switch (keyword) {
    case 'log': {
      const key = await readKey(at, words[0], (text) => parseVerifierKey(text, sha256));
      requireNewKey(reading, at, 'log', key);
      reading.logs.push({ key, url: readUrl(at, words.slice(1)) });
      return;
    }
    case 'witness': {
      const [name = '', key] = words;
      const parsed = await readKey(at, key, (text) => parseWitnessKey(text, sha256));
      requireNewKey(reading, at, 'witness', parsed);
      const witness = { name, key: parsed, url: readUrl(at, words.slice(2)) };
      define(reading, at, name, { witness });
      reading.witnesses.push(witness);
      return;
    }
    case 'group':
      return readGroup(reading, at, words);
    case 'quorum': {
      const [name = '', ...rest] = words;
      if (reading.quorum !== undefined || rest.length > 0)
        throw malformed(at.line, 'a policy must have one line "quorum" with one name');
      reading.quorum = name === 'none' ? null : lookUp(reading, at, name);
      return;
    }
    default:
      throw malformed(at.line, 'a line begins with log, witness, group or quorum');
  }
}

async function readKey<Key>(
  { line }: PolicyLine,
  text: string | undefined,
  parse: (text: string) => Promise<Key>,
): Promise<Key> {
  try {
    return await parse(text ?? '');
  } catch (error) {
    throw error instanceof LogError ? malformed(line, error.message) : error;
  }
}

function requireNewKey(
  { keys }: Reading,
  { line }: PolicyLine,
  kind: string,
  { publicKey }: VerifierKey,
): void {
  const key = `${kind} ${encodeHex(publicKey)}`;
  if (keys.has(key)) throw malformed(line, 'this key is in an earlier line');
  keys.add(key);
}

function readUrl({ line }: PolicyLine, [text, ...rest]: readonly string[]): string | null {
  if (rest.length > 0) throw malformed(line, 'there is more than an address after the key');
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw malformed(line, 'the address must be http or https, without credentials or a query');
  return url.href.replace(/\/+$/, '');
}

function define({ named }: Reading, { line }: PolicyLine, name: string, quorum: Quorum): void {
  if (name === '' || name === 'none' || named.has(name))
    throw malformed(line, 'the name is missing, or taken');
  named.set(name, quorum);
}

function lookUp({ named }: Reading, { line }: PolicyLine, name: string): Quorum {
  const found = named.get(name);
  if (found === undefined) throw malformed(line, 'an earlier line must define each name');
  return found;
}

function readGroup(
  reading: Reading,
  at: PolicyLine,
  [name = '', count = '', ...members]: readonly string[],
): void {
  const of = members.map((member) => {
    if (reading.members.has(member)) throw malformed(at.line, 'a name is in one group at most, and once');
    reading.members.add(member);
    return lookUp(reading, at, member);
  });
  const atLeast =
    count === 'all' ? of.length : count === 'any' ? 1 : /^[1-9]\d{0,3}$/.test(count) ? Number(count) : 0;
  if (atLeast < 1 || atLeast > of.length)
    throw malformed(at.line, 'a group has a name, "all", "any" or a number, and at least so many members');
  define(reading, at, name, { atLeast, of });
}

/** Whether enough witnesses have cosigned, by the names of the policy. */
export function hasQuorum({ quorum }: Pick<WitnessPolicy, 'quorum'>, cosigned: ReadonlySet<string>): boolean {
  const holds = (part: Quorum): boolean =>
    'witness' in part ? cosigned.has(part.witness.name) : part.of.filter(holds).length >= part.atLeast;
  return quorum === null || holds(quorum);
}
