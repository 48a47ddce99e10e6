import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { parsingLimits } from './parsing-limits.ts';
import { pack } from './test-support/write-office-file.ts';
import { unpackArchive } from './unpack-archive.ts';

const unpack = (bytes: Uint8Array, limits: Partial<typeof parsingLimits> = {}) =>
  unpackArchive(bytes, { ...parsingLimits, ...limits });

/** The offset of the first entry of the directory. */
const directoryOf = (archive: Buffer) => archive.readUInt32LE(archive.length - 22 + 16);

describe('unpackArchive', () => {
  test('returns the files that a pack can contain, and skips the others', () => {
    const { members, faults } = unpack(
      pack({
        'a/b.md': '# x',
        'ü.txt': 'y',
        'qna.json': '[]',
        'x.qna.json': '[]',
        'data.json': '{}',
        'a/picture.png': 'x',
        '.hidden/c.md': 'x',
        '__MACOSX/a/._b.md': 'x',
        'node_modules/d.md': 'x',
        'inner.zip': 'z',
      }),
    );
    expect(faults).toEqual([]);
    expect(members.map(({ path }) => path).sort()).toEqual([
      'a/b.md',
      'inner.zip',
      'qna.json',
      'x.qna.json',
      'ü.txt',
    ]);
    expect(Buffer.from(members[0]?.bytes ?? []).toString()).toBe('# x');
  });

  test('rejects names that lead outside the archive, and reads the others', () => {
    const names = [
      '../a.md',
      'a/../../b.md',
      '/etc/c.md',
      'C:/d.md',
      'e\\f.md',
      '..\\g.md',
      'h\u001b[2J.md',
      'i\u202e.md',
    ];
    const { members, faults } = unpack(
      pack(Object.fromEntries([...names, 'good.md'].map((name) => [name, 'x']))),
    );
    expect(members.map(({ path }) => path)).toEqual(['good.md']);
    expect(faults.length).toBe(names.length);
    expect(faults[0]).toEqual({ path: '../a.md', reason: 'the name leads out of the archive (..)' });
    expect(faults[2]).toEqual({ path: '/etc/c.md', reason: 'the name is an absolute path' });
    expect(faults.map(({ path }) => path).join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('rejects zip bombs by their declared sizes', () => {
    const zeros = new Uint8Array(4_000_000);
    expect(() => unpack(zipSync({ 'a.txt': zeros }))).toThrow('inflates more than 200 times');
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index}.txt`, 'x'.repeat(40)]),
    );
    expect(() => unpack(pack(many), { membersMax: 29 })).toThrow('holds 30 files, more than 29');
    expect(() => unpack(pack(many), { inflatedBytesMax: 1_000 })).toThrow('inflates to more than 1000 bytes');
  });

  test('does not inflate a member beyond its declared size', () => {
    const archive = Buffer.from(
      zipSync({ 'a.txt': new Uint8Array(4_000_000), 'b.txt': Buffer.from('good') }),
    );
    archive.writeUInt32LE(10, directoryOf(archive) + 24);
    const { members, faults } = unpack(archive);
    expect(faults).toEqual([{ path: 'a.txt', reason: 'cannot be read: the archive is damaged' }]);
    expect(members.map(({ path }) => path)).toEqual(['b.txt']);
  });

  test('counts members that share their bytes separately', () => {
    const archive = Buffer.from(zipSync({ 'a.txt': new Uint8Array(900_000) }));
    const entry = archive.subarray(directoryOf(archive), archive.length - 22);
    const end = Buffer.from(archive.subarray(archive.length - 22));
    end.writeUInt16LE(1_000, 10);
    const overlapping = Buffer.concat([
      archive.subarray(0, directoryOf(archive)),
      ...Array.from({ length: 1_000 }, () => entry),
      end,
    ]);
    expect(overlapping.length).toBeLessThan(100_000);
    expect(() => unpack(overlapping)).toThrow('inflates to more than 209715200 bytes: it may be a zip bomb');
  });

  test('rejects encrypted, damaged and unsupported archives', () => {
    const archive = Buffer.from(pack({ 'a.txt': 'some words, some words' }));
    const entry = directoryOf(archive);
    const changed = (offset: number, value: number) => {
      const copy = Buffer.from(archive);
      copy.writeUInt16LE(value, entry + offset);
      return copy;
    };
    expect(() => unpack(changed(8, 1))).toThrow('is encrypted');
    expect(() => unpack(changed(0, 0))).toThrow('the archive is damaged');
    expect(unpack(changed(10, 99)).faults[0]?.reason).toBe('uses an unsupported compression method');
    expect(unpack(changed(16, 1)).faults[0]?.reason).toBe('cannot be read: the archive is damaged');
    expect(unpack(changed(44, 0xff)).faults[0]?.reason).toBe('cannot be read: the archive is damaged');
    expect(() => unpack(archive.subarray(0, archive.length - 30))).toThrow('the archive is damaged');
    expect(() => unpack(archive.subarray(10))).toThrow('the archive is damaged');
  });
});
