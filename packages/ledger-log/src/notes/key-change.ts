import { LogError } from '../log-error.ts';
import { equalBytes } from '../tree/equal-bytes.ts';
import type { AnySha256 } from '../tree/hash.ts';
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import { parseNote } from './note.ts';
import { checkpointOf } from './open-checkpoint.ts';
import { openNote, type VerifyEd25519 } from './open-note.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from './verifier-key.ts';

/**
 * The last checkpoint that a key of the log has signed: it names the key that signs from then on, and both have signed it.
 * So a reader who trusts one of the two can trust the other.
 */
interface KeyChange {
  /** The size of the log at which the key changed. */
  readonly size: number;
  /** The root of the log at that size. */
  readonly root: Uint8Array;
  readonly previous: VerifierKey;
  readonly next: VerifierKey;
}

/** A key of the log, and the sizes for which it signs checkpoints, both included. */
export interface KeyPeriod {
  readonly key: VerifierKey;
  readonly fromSize: number;
  /** Null: it is the current key. */
  readonly untilSize: number | null;
  /** The root of the log at the size at which this key was replaced; null: it is the current key. */
  readonly untilRoot: Uint8Array | null;
  /** The signed note by which this key was replaced; null: it is the current key. */
  readonly statement: string | null;
}

export interface KeyChangeReader {
  readonly origin: string;
  readonly sha256: AnySha256;
  readonly verify: VerifyEd25519;
}

/** More changes than a log has in a lifetime: each is verified before anything else. */
export const keyChangesMax = 256;

const previousLine = 'previous-key ';
const nextLine = 'next-key ';

/** The extension lines of a checkpoint that changes the key. */
export const formatKeyChange = ({ previous, next }: Pick<KeyChange, 'previous' | 'next'>): string[] => [
  `${previousLine}${formatVerifierKey(previous)}`,
  `${nextLine}${formatVerifierKey(next)}`,
];

/** The key that signs after this checkpoint, as its text has it; null: the key does not change. Nothing is verified. */
export function namedNextKey(note: string): string | null {
  const { extensions } = parseCheckpoint(parseNote(new TextEncoder().encode(note)).text);
  return extensions.find((line) => line.startsWith(nextLine))?.slice(nextLine.length) ?? null;
}

const invalid = (message: string) => new LogError('key_change_invalid', message);

/** The change that a note states. Throws unless both keys have signed it for this log. */
async function openKeyChange(note: string, reader: KeyChangeReader): Promise<KeyChange> {
  const bytes = new TextEncoder().encode(note);
  const { size, root, origin, extensions } = parseCheckpoint(parseNote(bytes).text);
  const [previousText = '', nextText = '', ...others] = extensions;
  const isNamed = previousText.startsWith(previousLine) && nextText.startsWith(nextLine);
  if (!isNamed || others.length > 0) throw invalid('the note does not name a previous and a next key');
  const previous = await parseVerifierKey(previousText.slice(previousLine.length), reader.sha256);
  const next = await parseVerifierKey(nextText.slice(nextLine.length), reader.sha256);
  for (const name of [origin, previous.name, next.name]) {
    if (name !== reader.origin) throw new LogError('origin_wrong', 'the change of keys is of another log');
  }
  const { signedBy } = await openNote(bytes, { keys: [previous, next], verify: reader.verify });
  if (signedBy.length !== 2) throw invalid('a change of keys must be signed by both keys');
  return { size, root, previous, next };
}

/**
 * The keys of a log, oldest first, from the notes by which each was replaced. Throws unless each note follows from the one
 * before it, and the trusted key is one of the keys: then every other follows from it. That their trees follow from each
 * other is not verified here.
 */
export async function followKeyChanges(
  trusted: VerifierKey,
  statements: readonly string[],
  reader: KeyChangeReader,
): Promise<readonly KeyPeriod[]> {
  if (statements.length > keyChangesMax) throw invalid(`a log has at most ${keyChangesMax} changes of keys`);
  const periods: KeyPeriod[] = [];
  let current: Pick<KeyPeriod, 'key' | 'fromSize'> | null = null;
  for (const statement of statements) {
    const { size, root, previous, next } = await openKeyChange(statement, reader);
    if (current !== null && !isSameKey(current.key, previous))
      throw invalid('a change of keys does not follow from the one before it');
    if (size <= (current?.fromSize ?? 0)) throw invalid('the changes of keys are not in order');
    const fromSize = current?.fromSize ?? 0;
    periods.push({ key: previous, fromSize, untilSize: size, untilRoot: root, statement });
    current = { key: next, fromSize: size };
  }
  const { key, fromSize } = current ?? { key: trusted, fromSize: 0 };
  periods.push({ key, fromSize, untilSize: null, untilRoot: null, statement: null });
  if (new Set(periods.map((period) => formatVerifierKey(period.key))).size < periods.length)
    throw invalid('a key of the log was used again');
  if (!periods.some((period) => isSameKey(period.key, trusted)))
    throw new LogError('key_untrusted', 'no statement leads from the trusted key to the keys of this log');
  return periods;
}

/** Compares the whole text, because the short id alone could be brute-forced. */
export const isSameKey = (one: VerifierKey, other: VerifierKey): boolean =>
  formatVerifierKey(one) === formatVerifierKey(other);

/**
 * The checkpoint in a note. Throws unless a key of the log signed it that signs for checkpoints of its size, and a change of
 * keys at this size has the same root. A key that was replaced may have leaked: unless the caller compares the tree with
 * that of the log, `openProvedCheckpoint` is needed.
 */
export async function openSignedCheckpoint(
  periods: readonly KeyPeriod[],
  note: Uint8Array,
  reader: Omit<KeyChangeReader, 'sha256'>,
): Promise<Checkpoint> {
  const keys = periods.map(({ key }) => key);
  const { text, signedBy } = await openNote(note, { keys, verify: reader.verify });
  const checkpoint = checkpointOf(text, reader.origin);
  const { size, root } = checkpoint;
  const isInPeriod = periods.some(
    ({ key, fromSize, untilSize }) =>
      signedBy.includes(key) && size >= fromSize && size <= (untilSize ?? Infinity),
  );
  if (!isInPeriod)
    throw new LogError('key_not_valid', 'the key that signed does not sign for checkpoints of this size');
  for (const { untilSize, untilRoot } of periods) {
    if (untilRoot !== null && untilSize === size && !equalBytes(untilRoot, root))
      throw new LogError('key_change_unproved', `the change of keys at the size ${size} states another root`);
  }
  return checkpoint;
}
