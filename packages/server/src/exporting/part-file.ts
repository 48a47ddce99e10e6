import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { type BundleHead, type BundleLine, formatBundleLine, parseBundleLine } from '@avow/audit';

/** An export that is under way. What it has is whole lines. */
export interface PartFile {
  readonly head: BundleHead;
  /** Leaves before this one are done with. */
  readonly next: number;
  /** Its last line is there: only its name is not yet what it is to be. */
  readonly isEnded: boolean;
  append(lines: readonly BundleLine[]): Promise<void>;
  /** The last line, and then all of it on the disk. */
  end(): Promise<{ readonly records: number; readonly deeds: number }>;
  close(): Promise<void>;
}

const newline = 0x0a;

interface Progress {
  digest: Hash;
  next: number;
  records: number;
  deeds: number;
  isEnded: boolean;
}

/** Begins an export in a new file, for its owner alone. Its head is made once the file is there: without one nothing happens. */
export async function createPart(path: string, makeHead: () => Promise<BundleHead>): Promise<PartFile> {
  const file = await open(path, 'wx', 0o600);
  try {
    const head = await makeHead();
    const line = Buffer.from(formatBundleLine(head));
    await file.write(line);
    const digest = createHash('sha256').update(line);
    return partFile(file, head, { digest, next: 0, records: 0, deeds: 0, isEnded: false }, line.length);
  } catch (error) {
    await file.close();
    await rm(path);
    throw error;
  }
}

/** Takes up what is there of an export, behind its last whole line. Null: there is none, or not even its head is whole. */
export async function resumePart(path: string): Promise<PartFile | null> {
  if (!existsSync(path)) return null;
  const progress: Progress = { digest: createHash('sha256'), next: 0, records: 0, deeds: 0, isEnded: false };
  let head: BundleHead | null = null;
  let bytes = 0;
  for await (const text of wholeLines(path)) {
    const line = parseBundleLine(text.subarray(0, -1).toString('utf8'));
    if ((head === null) !== (line.type === 'bundle')) throw notOurs();
    if (line.type === 'bundle') head = line;
    else count(progress, line);
    if (line.type !== 'end') progress.digest.update(text);
    bytes += text.length;
  }
  const file = await open(path, 'r+');
  if (head !== null) return partFile(file, head, progress, bytes);
  // Whoever is told that there is none removes what is there: it must be ours, the beginning of a head.
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBegins.length), { position: 0 });
  await file.close();
  if (!headBegins.startsWith(buffer.toString('latin1', 0, bytesRead))) throw notOurs();
  return null;
}

const headBegins = '{"type":"bundle"';
const notOurs = () => new Error('it is no part of an export');

function count(progress: Progress, line: Exclude<BundleLine, BundleHead>): void {
  if (line.type === 'end') progress.isEnded = true;
  else {
    progress.next = line.leafIndex + 1;
    if (line.type === 'record') progress.records++;
    else progress.deeds++;
  }
}

function partFile(file: FileHandle, head: BundleHead, progress: Progress, from: number): PartFile {
  let position = from;
  /** A torn line goes once something is put in its place, and not before: it may be of somebody else's export. */
  const write = async (bytes: Buffer) => {
    if (position === from) await file.truncate(from);
    // A disk that is nearly full takes what it can, and says so with the next try.
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position);
      done += bytesWritten;
      position += bytesWritten;
    }
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
      const { records, deeds, digest } = progress;
      const line = { type: 'end', records, deeds, sha256: digest.digest('hex') } as const;
      if (progress.isEnded) await file.truncate(from);
      else await write(Buffer.from(formatBundleLine(line)));
      await file.sync();
      return { records, deeds };
    },
    close: () => file.close(),
  };
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
