import { crc32, inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeText } from '../pack-files.ts';
import { createArchiveFiles } from './create-archive-files.ts';

function startArchive(bytesMax: number) {
  const written: Buffer[] = [];
  const files = createArchiveFiles({
    ...{ root: 'pack', madeAtMs: Date.UTC(2026, 0, 2, 3, 4, 6), bytesMax, exportBundle: null },
    write: async (bytes) => void written.push(bytes),
  });
  return { files, archive: () => Buffer.concat(written) };
}

it('writes each file deflated, with its sizes and checksum behind it', async () => {
  const { files, archive } = startArchive(10_000);
  const text = 'words '.repeat(100);
  await writeText(files, 'b.txt', text);
  await writeText(files, 'a/c.txt', '');
  await files.close();
  const bytes = archive();
  const start = 30 + 'pack/b.txt'.length;
  const descriptor = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x07, 0x08]));
  expect(inflateRawSync(bytes.subarray(start, descriptor)).toString()).toBe(text);
  expect([4, 8, 12].map((at) => bytes.readUInt32LE(descriptor + at))).toEqual([
    ...[crc32(text), descriptor - start, text.length],
  ]);
  expect(bytes.readUInt16LE(bytes.length - 12)).toBe(2);
  expect(files.sums().map(({ path }) => path)).toEqual(['a/c.txt', 'b.txt']);
});

it('refuses more than it may have, of the archive and of a file', async () => {
  const { files } = startArchive(200);
  await expect(writeText(files, 'large.txt', ' '.repeat(201))).rejects.toThrow('The pack is too large.');
  const several = startArchive(200);
  const write = async () => {
    for (let count = 0; count < 10; count += 1) await writeText(several.files, `${count}.txt`, 'words');
  };
  await expect(write()).rejects.toThrow('The pack is too large.');
});
