import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { type BundleHead, type BundleLine, formatBundleLine, parseBundleLine } from '@avow/ledger-log';

/** An export in progress. It consists of complete lines. */
export interface PartFile {
  readonly head: BundleHead;
  /** Leaves before this one have been written. */
  readonly next: number;
  /** The last line is written: only the file's final name is missing. */
  readonly isEnded: boolean;
  append(lines: readonly BundleLine[]): Promise<void>;
  /** Writes the last line and syncs the file to disk. */
  end(): Promise<{ readonly records: number; readonly events: number }>;
  close(): Promise<void>;
}

/** Enciphers what is written at this position of the file, without changing its length. */
export type Encipher = (bytes: Buffer, position: number) => Buffer;

const newline = 0x0a;

interface Progress {
  digest: Hash;
  next: number;
  records: number;
  events: number;
  isEnded: boolean;
}

/**
 * Starts an export in a new file that only its owner can read. The head is made after the file exists, so that a file
 * that cannot be created has no side effects.
 */
export async function createPart(
  path: string,
  makeHead: () => Promise<BundleHead>,
  encipher: Encipher = (bytes) => bytes,
): Promise<PartFile> {
  const file = await open(path, 'wx', 0o600);
  try {
    const head = await makeHead();
    const line = Buffer.from(formatBundleLine(head));
    await writeFully(file, encipher(line, 0), 0);
    const digest = createHash('sha256').update(line);
    const progress = { digest, next: 0, records: 0, events: 0, isEnded: false };
    return partFile(file, head, { progress, from: line.length, encipher });
  } catch (error) {
    await file.close();
    await rm(path);
    throw error;
  }
}

/** Resumes an export after its last complete line. Null: there is no file, or not even its head is complete. */
export async function resumePart(path: string): Promise<PartFile | null> {
  if (!existsSync(path)) return null;
  const progress: Progress = { digest: createHash('sha256'), next: 0, records: 0, events: 0, isEnded: false };
  let head: BundleHead | null = null;
  let bytes = 0;
  for await (const text of wholeLines(path)) {
    const line = parseBundleLine(text.subarray(0, -1).toString('utf8'));
    if ((head === null) !== (line.type === 'bundle')) throw notAnExport();
    if (line.type === 'bundle') head = line;
    else count(progress, line);
    if (line.type !== 'end') progress.digest.update(text);
    bytes += text.length;
  }
  const file = await open(path, 'r+');
  if (head !== null) return partFile(file, head, { progress, from: bytes, encipher: (plain) => plain });
  // The caller removes the file if it gets null, so the file must be ours: the beginning of a head.
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headPrefix.length), { position: 0 });
  await file.close();
  if (!headPrefix.startsWith(buffer.toString('latin1', 0, bytesRead))) throw notAnExport();
  return null;
}

const headPrefix = '{"type":"bundle"';
const notAnExport = () => new Error('it is not a partial export');

function count(progress: Progress, line: Exclude<BundleLine, BundleHead>): void {
  if (line.type === 'end') progress.isEnded = true;
  else {
    progress.next = line.leafIndex + 1;
    if (line.type === 'record') progress.records++;
    else progress.events++;
  }
}

function partFile(
  file: FileHandle,
  head: BundleHead,
  {
    progress,
    from,
    encipher,
  }: { readonly progress: Progress; readonly from: number; readonly encipher: Encipher },
): PartFile {
  let position = from;
  /** A truncated last line is removed only when something is written in its place: the file may belong to another export. */
  const write = async (bytes: Buffer) => {
    if (position === from) await file.truncate(from);
    await writeFully(file, encipher(bytes, position), position);
    position += bytes.length;
  };
  return {
    head,
    next: progress.next,
    isEnded: progress.isEnded,
    append: async (lines) => {
      if (lines.length === 0) return;
      for (const line of lines) if (line.type !== 'bundle') count(progress, line);
      const bytes = Buffer.from(lines.map(formatBundleLine).join(''));
      progress.digest.update(bytes);
      await write(bytes);
    },
    end: async () => {
      const { records, events, digest } = progress;
      const line = { type: 'end', records, events, sha256: digest.digest('hex') } as const;
      if (progress.isEnded) await file.truncate(from);
      else await write(Buffer.from(formatBundleLine(line)));
      await file.sync();
      return { records, events };
    },
    close: () => file.close(),
  };
}

/** A nearly full disk may accept a write only in part, and fails only at the next one. */
async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    if (bytesWritten === 0) throw new Error('the file cannot be written further');
    done += bytesWritten;
  }
}

async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end + 1)]);
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
}
