import { crc32, inflateRawSync } from 'node:zlib';
import { ParsingFault } from './parsing-fault.ts';
import type { ParsingLimits } from './parsing-limits.ts';

/** A member as the archive's directory lists it; it is inflated on demand. */
export interface ZipMember {
  readonly name: string;
  readonly inflatedBytes: number;
  readonly read: () => Uint8Array;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const commentBytesMax = 0xffff;
/** Below this size no ratio does harm. */
const bombBytesMin = 1024 * 1024;
const damagedArchive = 'cannot be read: the archive is damaged';

/**
 * Lists the members of an archive, with limits on their number and on their declared sizes, which inflating cannot
 * exceed. What the directory does not list is not in the archive.
 */
export function readZip(bytes: Uint8Array, limits: ParsingLimits): ZipMember[] {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    return readDirectory(archive, limits);
  } catch (error) {
    throw readPastEnd(error) ? new ParsingFault(damagedArchive) : error;
  }
}

function readPastEnd(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

function readDirectory(archive: Buffer, limits: ParsingLimits): ZipMember[] {
  const end = findEnd(archive);
  const count = archive.readUInt16LE(end + 10);
  let offset = archive.readUInt32LE(end + 16);
  if (count === 0xffff || offset === 0xffffffff)
    throw new ParsingFault('is a Zip64 archive, which is not supported');
  if (count > limits.membersMax)
    throw new ParsingFault(`holds ${count} files, more than ${limits.membersMax}`);
  const members: ZipMember[] = [];
  let inflatedBytes = 0;
  for (let index = 0; index < count; index += 1) {
    if (archive.readUInt32LE(offset) !== entrySignature) throw new ParsingFault(damagedArchive);
    const member = readEntry(archive, offset, limits);
    inflatedBytes += member.inflatedBytes;
    if (inflatedBytes > limits.inflatedBytesMax)
      throw new ParsingFault(`inflates to more than ${limits.inflatedBytesMax} bytes: it may be a zip bomb`);
    members.push(member);
    offset += 46;
    offset +=
      archive.readUInt16LE(offset - 18) +
      archive.readUInt16LE(offset - 16) +
      archive.readUInt16LE(offset - 14);
  }
  return members;
}

/** The record that ends an archive; a comment of any bytes may follow it. */
function findEnd(archive: Buffer): number {
  const earliest = Math.max(0, archive.length - endBytes - commentBytesMax);
  for (let offset = archive.length - endBytes; offset >= earliest; offset -= 1) {
    if (archive.readUInt32LE(offset) === endSignature) return offset;
  }
  throw new ParsingFault(damagedArchive);
}

function readEntry(archive: Buffer, offset: number, limits: ParsingLimits): ZipMember {
  const flags = archive.readUInt16LE(offset + 8);
  const method = archive.readUInt16LE(offset + 10);
  const checksum = archive.readUInt32LE(offset + 16);
  const packedBytes = archive.readUInt32LE(offset + 20);
  const inflatedBytes = archive.readUInt32LE(offset + 24);
  const nameBytes = archive.subarray(offset + 46, offset + 46 + archive.readUInt16LE(offset + 28));
  const local = archive.readUInt32LE(offset + 42);
  if ((flags & 1) !== 0) throw new ParsingFault('is encrypted: pack it without a password');
  if (inflatedBytes > bombBytesMin && inflatedBytes > packedBytes * limits.inflationRatioMax)
    throw new ParsingFault(`inflates more than ${limits.inflationRatioMax} times: it may be a zip bomb`);
  const read = () => {
    if (local + 30 > archive.length || archive.readUInt32LE(local) !== localSignature)
      throw new ParsingFault(damagedArchive);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + packedBytes);
    const inflated = inflate(packed, method, inflatedBytes);
    if (inflated.length !== inflatedBytes || crc32(inflated) !== checksum)
      throw new ParsingFault(damagedArchive);
    return inflated;
  };
  // Many writers use UTF-8 without declaring it; invalid bytes become replacement characters.
  return { name: nameBytes.toString('utf8'), inflatedBytes, read };
}

function inflate(packed: Buffer, method: number, inflatedBytes: number): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw new ParsingFault('uses an unsupported compression method');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, inflatedBytes) });
  } catch {
    throw new ParsingFault(damagedArchive);
  }
}
