import { type LogEntry, parseEntry } from '../entry.ts';
import { decodeHex, encodeHex } from '../hex.ts';
import { LogError } from '../log-error.ts';
import type { Checkpoint } from '../notes/checkpoint.ts';
import type { VerifyEd25519 } from '../notes/open-note.ts';
import type { VerifierKey } from '../notes/verifier-key.ts';
import type { RunningDigest } from '../running-digest.ts';
import { equalBytes } from '../tree/equal-bytes.ts';
import { type AnySha256, leafHash } from '../tree/hash.ts';
import { createRunningRoot, type RunningRoot } from '../tree/running-root.ts';
import { verifyInclusion } from '../tree/verify-inclusion.ts';
import type { AnyHmac } from '../verify-commitment.ts';
import { bundledLeavesMax, lineBytesMax } from './bundle-limits.ts';
import type { BundledLeaf, BundleEnd, BundleEvent, BundleHead, BundleRecord } from './bundle-line.ts';
import { type KeyHistory, openBundleCheckpoint } from './open-bundle-checkpoint.ts';
import { parseBundleLine } from './parse-bundle-line.ts';
import { createRecordStates, type RecordStates } from './record-states.ts';
import { verifyRecord } from './verify-record.ts';

/** A position in a bundle. */
export interface BundlePosition {
  /** Counted from 1; 0 if there are no lines. */
  readonly line: number;
  readonly leafIndex: number | null;
  /** The message or other subject of the leaf. */
  readonly subject: string | null;
}

export interface BundleTally {
  readonly records: number;
  readonly events: number;
  /** Whether every leaf up to the checkpoint is present, so that nothing was left out. */
  readonly isComplete: boolean;
}

interface BundleReaderDependencies {
  readonly trustedKey: VerifierKey | null;
  readonly keyHistory: KeyHistory | null;
  readonly sha256: AnySha256;
  readonly hmac: AnyHmac;
  readonly verify: VerifyEd25519;
  readonly digest: RunningDigest;
}

interface OpenedHead {
  readonly head: BundleHead;
  readonly checkpoint: Checkpoint;
}

interface ReadBundle extends OpenedHead {
  readonly tally: BundleTally;
}

/** Reads the lines of a bundle in order and throws a LogError at the first invalid one. */
export interface BundleReader {
  /** The line includes its newline. Await each call before the next. */
  read(bytes: Uint8Array): Promise<void>;
  /** What was read. To be called after the last line. */
  finish(): ReadBundle;
  /** The current position, or the position of the error that was thrown. */
  place(): BundlePosition;
}

const newline = 0x0a;

function decodeLine(bytes: Uint8Array): string {
  const isEnded = bytes.at(-1) === newline;
  const line = isEnded ? bytes.subarray(0, -1) : bytes;
  if (line.length > lineBytesMax) {
    throw new LogError('bundle_too_large', `a line of a bundle has at most ${lineBytesMax} bytes`);
  }
  if (!isEnded) throw new LogError('bundle_truncated', 'the bundle ends within this line');
  try {
    // A byte order mark is not part of JSON, so it must not be dropped silently.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new LogError('line_malformed', 'the line is not UTF-8');
  }
}

/** The state of reading between two lines. */
interface Reading {
  place: BundlePosition;
  opened: OpenedHead | null;
  lastLeafIndex: number;
  records: number;
  events: number;
  /** Set when the last line was read. */
  tally: BundleTally | null;
  readonly states: RecordStates;
  readonly running: RunningRoot;
}

export function createBundleReader(parts: BundleReaderDependencies): BundleReader {
  const reading: Reading = {
    place: { line: 0, leafIndex: null, subject: null },
    opened: null,
    lastLeafIndex: -1,
    records: 0,
    events: 0,
    tally: null,
    states: createRecordStates(),
    running: createRunningRoot(parts.sha256),
  };
  return {
    read: async (bytes) => {
      reading.place = { line: reading.place.line + 1, leafIndex: null, subject: null };
      if (reading.tally !== null) {
        throw new LogError('bundle_continues', 'there is data after the last line of the bundle');
      }
      const { opened } = reading;
      const line = parseBundleLine(decodeLine(bytes));
      if (line.type === 'bundle' && opened !== null) {
        throw new LogError('line_malformed', 'only the first line must have the type bundle');
      }
      if (line.type === 'bundle')
        reading.opened = { head: line, checkpoint: await openBundleCheckpoint(line, parts) };
      else if (line.type === 'end') await readEnd(line, reading, parts.digest);
      else await readLeaf(line, reading, parts);
      if (line.type !== 'end') parts.digest.update(bytes);
    },
    finish: () => {
      const { opened, tally, place } = reading;
      reading.place = { line: place.line, leafIndex: null, subject: null };
      if (opened !== null && tally !== null) return { ...opened, tally };
      throw new LogError('bundle_truncated', 'the bundle has no last line');
    },
    place: () => reading.place,
  };
}

async function readLeaf(line: BundleRecord | BundleEvent, reading: Reading, parts: BundleReaderDependencies) {
  const { head, checkpoint } = openedOf(reading);
  const { leafIndex } = line;
  reading.place = { ...reading.place, leafIndex };
  checkOrder(leafIndex, reading, head);
  const entry = parseEntry(line.entry);
  reading.place = { ...reading.place, subject: entry.subject };
  checkKind(line, entry, head);
  const hash = await hashOfIncluded(line, checkpoint, parts.sha256);
  // The root can be computed from the leaves only if none was left out.
  if (leafIndex === reading.records + reading.events) await reading.running.add(hash);
  reading.lastLeafIndex = leafIndex;
  if (line.type === 'event') {
    reading.events++;
    reading.states.addEvent({ leafIndex, entry });
    return;
  }
  reading.records++;
  await verifyRecord(line, entry, parts.hmac);
  const { contentState } = line;
  reading.states.addRecord({ line: reading.place.line, leafIndex, subject: entry.subject, contentState });
}

/** Faults that show only at the end, in the order in which they are reported. */
async function readEnd(end: BundleEnd, reading: Reading, digest: RunningDigest) {
  const { head, checkpoint } = openedOf(reading);
  const { records, events, states, running } = reading;
  const unexplained = states.findUnexplained();
  if (unexplained !== null) {
    reading.place = unexplained;
    throw new LogError(
      'state_unexplained',
      'the content is marked as destroyed, but no event of the bundle says so',
    );
  }
  const isComplete = records + events === checkpoint.size;
  if (!isComplete && head.what.kind === 'all') throw leafMissing(reading.lastLeafIndex + 1);
  if (end.records !== records || end.events !== events) {
    const counted = `${records} records and ${events} events`;
    throw new LogError('counts_wrong', `there are ${counted}, but the last line says otherwise`);
  }
  if (encodeHex(digest.digest()) !== end.sha256) {
    throw new LogError('digest_wrong', 'the SHA-256 of all lines before does not match the last line');
  }
  if (isComplete && !equalBytes(await running.root(), checkpoint.root)) {
    throw new LogError('root_wrong', "the leaves do not have the checkpoint's root");
  }
  reading.tally = { records, events, isComplete };
}

function openedOf({ opened }: Reading): OpenedHead {
  if (opened === null) throw new LogError('line_malformed', 'the first line must have the type bundle');
  return opened;
}

const leafMissing = (leafIndex: number) =>
  new LogError('leaf_missing', `the bundle claims to be complete, but leaf ${leafIndex} is missing`);

function checkOrder(leafIndex: number, { lastLeafIndex, records, events }: Reading, head: BundleHead): void {
  if (records + events === bundledLeavesMax) {
    throw new LogError('bundle_too_large', `a bundle has at most ${bundledLeavesMax} records and events`);
  }
  if (leafIndex <= lastLeafIndex) {
    throw new LogError('leaf_order_wrong', `leaf indexes must ascend, but leaf ${lastLeafIndex} came before`);
  }
  if (head.what.kind === 'all' && leafIndex > lastLeafIndex + 1) throw leafMissing(lastLeafIndex + 1);
}

function checkKind({ type }: BundleRecord | BundleEvent, entry: LogEntry, head: BundleHead): void {
  if (entry.tenantId !== head.tenantId)
    throw new LogError('tenant_wrong', 'the leaf belongs to another tenant');
  if ((entry.kind === 'record') !== (type === 'record')) {
    throw new LogError(
      'line_malformed',
      `a line of the type ${type} cannot have a leaf of the kind ${entry.kind}`,
    );
  }
}

async function hashOfIncluded(
  { leafIndex, entry, inclusion }: BundledLeaf,
  { size, root }: Checkpoint,
  sha256: AnySha256,
): Promise<Uint8Array> {
  const hash = new Uint8Array(await leafHash(new TextEncoder().encode(entry), sha256));
  const proof = inclusion.map((digits) => decodeHex(digits) ?? new Uint8Array());
  await verifyInclusion({ index: leafIndex, size, root, leafHash: hash, proof }, sha256);
  return hash;
}
