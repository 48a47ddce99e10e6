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
import type { BundleDeed, BundledLeaf, BundleEnd, BundleHead, BundleRecord } from './bundle-line.ts';
import { checkRecord } from './check-record.ts';
import { openHead } from './open-head.ts';
import { parseBundleLine } from './parse-bundle-line.ts';
import { createRecordStates, type RecordStates } from './record-states.ts';

/** Where in a bundle something stands. */
export interface Place {
  /** From 1; 0 where there is not one line. */
  readonly line: number;
  readonly leafIndex: number | null;
  /** The message, or what else the leaf is about. */
  readonly subject: string | null;
}

export interface BundleTally {
  readonly records: number;
  readonly deeds: number;
  /** Whether every leaf up to the checkpoint is there: then nothing was left out. */
  readonly isComplete: boolean;
}

interface BundleReaderParts {
  readonly trustedKey: VerifierKey | null;
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

/** Takes the lines of a bundle one after the other, and throws a LogError at the first that does not fit. */
export interface BundleReader {
  /** With its newline. Each call is to be awaited before the next. */
  read(bytes: Uint8Array): Promise<void>;
  /** What was read, once the last line was. */
  finish(): ReadBundle;
  /** Where the reader is, or where what it threw at stands. */
  place(): Place;
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
    // A byte order mark is no part of JSON: it must not be dropped.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new LogError('line_malformed', 'the line is not UTF-8');
  }
}

/** What is known of a bundle between two lines. */
interface Reading {
  place: Place;
  opened: OpenedHead | null;
  lastLeafIndex: number;
  records: number;
  deeds: number;
  /** There since the last line was read. */
  tally: BundleTally | null;
  readonly states: RecordStates;
  readonly running: RunningRoot;
}

export function createBundleReader(parts: BundleReaderParts): BundleReader {
  const reading: Reading = {
    place: { line: 0, leafIndex: null, subject: null },
    opened: null,
    lastLeafIndex: -1,
    records: 0,
    deeds: 0,
    tally: null,
    states: createRecordStates(),
    running: createRunningRoot(parts.sha256),
  };
  return {
    read: async (bytes) => {
      reading.place = { line: reading.place.line + 1, leafIndex: null, subject: null };
      if (reading.tally !== null) {
        throw new LogError('bundle_continues', 'something follows the last line of the bundle');
      }
      const { opened } = reading;
      const line = parseBundleLine(decodeLine(bytes));
      if (line.type === 'bundle' && opened !== null) {
        throw new LogError('line_malformed', 'only the first line has the type bundle');
      }
      if (line.type === 'bundle') reading.opened = { head: line, checkpoint: await openHead(line, parts) };
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

async function readLeaf(line: BundleRecord | BundleDeed, reading: Reading, parts: BundleReaderParts) {
  const { head, checkpoint } = openedOf(reading);
  const { leafIndex } = line;
  reading.place = { ...reading.place, leafIndex };
  checkOrder(leafIndex, reading, head);
  const entry = parseEntry(line.entry);
  reading.place = { ...reading.place, subject: entry.subject };
  checkKind(line, entry, head);
  const hash = await hashOfIncluded(line, checkpoint, parts.sha256);
  // Only where nothing was left out yet can the root be made of the leaves.
  if (leafIndex === reading.records + reading.deeds) await reading.running.add(hash);
  reading.lastLeafIndex = leafIndex;
  if (line.type === 'deed') {
    reading.deeds++;
    reading.states.addDeed({ leafIndex, entry });
    return;
  }
  reading.records++;
  await checkRecord(line, entry, parts.hmac);
  const { contentState } = line;
  reading.states.addRecord({ line: reading.place.line, leafIndex, subject: entry.subject, contentState });
}

/** What only shows at the end, in the order in which a reader is told of it. */
async function readEnd(end: BundleEnd, reading: Reading, digest: RunningDigest) {
  const { head, checkpoint } = openedOf(reading);
  const { records, deeds, states, running } = reading;
  const unexplained = states.findUnexplained();
  if (unexplained !== null) {
    reading.place = unexplained;
    throw new LogError(
      'state_unexplained',
      'the content is said to be gone, and no deed of the bundle says so',
    );
  }
  const isComplete = records + deeds === checkpoint.size;
  if (!isComplete && head.what.kind === 'all') throw leafMissing(reading.lastLeafIndex + 1);
  if (end.records !== records || end.deeds !== deeds) {
    const counted = `${records} records and ${deeds} deeds`;
    throw new LogError('counts_wrong', `there are ${counted}, and the last line says otherwise`);
  }
  if (encodeHex(digest.digest()) !== end.sha256) {
    throw new LogError('digest_wrong', 'SHA-256 of all lines before is not what the last line says');
  }
  if (isComplete && !equalBytes(await running.root(), checkpoint.root)) {
    throw new LogError('root_wrong', "all leaves together do not make the checkpoint's root");
  }
  reading.tally = { records, deeds, isComplete };
}

function openedOf({ opened }: Reading): OpenedHead {
  if (opened === null) throw new LogError('line_malformed', 'the first line has the type bundle');
  return opened;
}

const leafMissing = (leafIndex: number) =>
  new LogError('leaf_missing', `the bundle says that it has everything, and leaf ${leafIndex} is missing`);

function checkOrder(leafIndex: number, { lastLeafIndex, records, deeds }: Reading, head: BundleHead): void {
  if (records + deeds === bundledLeavesMax) {
    throw new LogError('bundle_too_large', `a bundle has at most ${bundledLeavesMax} records and deeds`);
  }
  if (leafIndex <= lastLeafIndex) {
    throw new LogError('leaf_order_wrong', `leaf indexes ascend, and leaf ${lastLeafIndex} came before`);
  }
  if (head.what.kind === 'all' && leafIndex > lastLeafIndex + 1) throw leafMissing(lastLeafIndex + 1);
}

function checkKind({ type }: BundleRecord | BundleDeed, entry: LogEntry, head: BundleHead): void {
  if (entry.tenantId !== head.tenantId) throw new LogError('tenant_wrong', 'the leaf is of another tenant');
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
