import { readFileSync } from 'node:fs';

const kinds = [
  'created',
  'written',
  'truncated',
  'sync_begun',
  'sync_ended',
  'renamed',
  'unlinked',
  'folder_made',
  'folder_removed',
  'linked',
  'sent',
] as const;

/** One thing that a recorded process did, as `recorder.c` writes it down. */
export interface DiskEvent {
  readonly kind: (typeof kinds)[number];
  /** Of the monotonic clock, which is the same for every process. */
  readonly timeNs: number;
  readonly inode: number;
  /** Of a write; the new length of a truncated file; what makes the two events of one sync a pair. */
  readonly offset: number;
  readonly path: string;
  /** What was written or sent; the new name of what was renamed or linked. */
  readonly bytes: Buffer;
}

const headerBytes = 40;

/** In the order of time: several processes append to one file. */
export function readRecording(path: string): DiskEvent[] {
  const recording = readFileSync(path);
  const events: DiskEvent[] = [];
  for (let at = 0; at < recording.length; ) {
    const length = recording.readUInt32LE(at);
    const kind = kinds[recording.readUInt32LE(at + 4) - 1];
    const pathLength = recording.readUInt32LE(at + 32);
    const isWhole = length === headerBytes + pathLength + recording.readUInt32LE(at + 36);
    if (kind === undefined || !isWhole) throw new Error(`the recording cannot be read at byte ${at}`);
    events.push({
      kind,
      timeNs: Number(recording.readBigUInt64LE(at + 8)),
      inode: Number(recording.readBigUInt64LE(at + 16)),
      offset: Number(recording.readBigUInt64LE(at + 24)),
      path: recording.toString('utf8', at + headerBytes, at + headerBytes + pathLength),
      bytes: recording.subarray(at + headerBytes + pathLength, at + length),
    });
    at += length;
  }
  return events.sort((one, other) => one.timeNs - other.timeNs);
}
