/** The records of a zip archive (APPNOTE 6.3), of files that are deflated while they are written and end below 4 GiB. */

export interface ZipEntry {
  /** In ASCII. */
  readonly path: string;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where its local header begins. */
  readonly offset: number;
}

const [version, deflate] = [20, 8];
/** Sizes and the checksum follow the data, since they are not known before. */
const flags = 0x0008;
/** A regular file that its owner alone may read, as Unix says it. */
const [madeOnUnix, ownersFile] = [3 << 8, 0o100600];

const u16 = (value: number) => [value & 0xff, (value >>> 8) & 0xff];
const u32 = (value: number) => [...u16(value), ...u16(value >>> 16)];
const bytesOf = (...parts: readonly (readonly number[])[]) => Buffer.from(parts.flat());

/** As MS-DOS counts: two seconds, and years from 1980 on. */
function dosTime(atMs: number): readonly number[] {
  const at = new Date(atMs);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [...u16(time), ...u16(date)];
}

export function localHeader(path: string, atMs: number): Buffer {
  const name = Buffer.from(path);
  const unknown = [...u32(0), ...u32(0), ...u32(0)];
  const fixed = bytesOf(u32(0x04034b50), u16(version), u16(flags), u16(deflate), dosTime(atMs), unknown);
  return Buffer.concat([fixed, bytesOf(u16(name.length), u16(0)), name]);
}

const measures = ({ crc32, packedBytes, bytes }: ZipEntry) => [
  ...u32(crc32),
  ...u32(packedBytes),
  ...u32(bytes),
];

export const dataDescriptor = (entry: ZipEntry): Buffer => bytesOf(u32(0x08074b50), measures(entry));

/** The directory at the end, which begins at this position. */
export function centralDirectory(entries: readonly ZipEntry[], atMs: number, start: number): Buffer {
  const listed = Buffer.concat(
    entries.map((entry) => {
      const name = Buffer.from(entry.path);
      return Buffer.concat([
        bytesOf(u32(0x02014b50), u16(madeOnUnix | version), u16(version), u16(flags), u16(deflate)),
        bytesOf(dosTime(atMs), measures(entry), u16(name.length), u16(0), u16(0), u16(0), u16(0)),
        bytesOf([0, 0, ...u16(ownersFile)], u32(entry.offset)),
        name,
      ]);
    }),
  );
  const count = u16(entries.length);
  const end = bytesOf(u32(0x06054b50), u16(0), u16(0), count, count, u32(listed.length), u32(start), u16(0));
  return Buffer.concat([listed, end]);
}
