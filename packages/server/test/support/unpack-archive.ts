import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';

const [endSignature, entrySignature] = [0x06054b50, 0x02014b50];
const [endBytes, entryBytes, headerBytes] = [22, 46, 30];

/** Unpacks a zip archive by its directory, and expects every checksum to be right. Returns the paths. */
export function unpackArchive(archive: Buffer, folder: string): readonly string[] {
  const end = archive.length - endBytes;
  if (archive.readUInt32LE(end) !== endSignature) throw new Error('the archive has no end');
  const paths: string[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== entrySignature) throw new Error(`there is no entry at ${at}`);
    const [checksum, packed] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 20)];
    const [nameLength, offset] = [archive.readUInt16LE(at + 28), archive.readUInt32LE(at + 42)];
    const path = archive.toString('utf8', at + entryBytes, at + entryBytes + nameLength);
    const start =
      offset + headerBytes + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const bytes = inflateRawSync(archive.subarray(start, start + packed));
    if (crc32(bytes) !== checksum) throw new Error(`${path} has another checksum`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
    paths.push(path);
    at += entryBytes + nameLength;
  }
  return paths;
}
