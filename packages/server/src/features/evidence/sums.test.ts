import { describe, expect, it } from 'vitest';
import { formatSignedText, formatSums, parseSignedText, parseSums } from './sums.ts';

const sha256 = 'a'.repeat(64);
const signed = {
  ...{ origin: 'avow-evidence/ten_1', sha256, leafIndex: 7 },
  verifierKey: `avow/ten_1+c51743d5+${'A'.repeat(44)}`,
};

describe('the hashes of a folder', () => {
  it('are read as they are written', () => {
    const sums = [
      { path: 'index.html', sha256 },
      { path: 'frameworks/soc2.json', sha256 },
    ];
    expect(parseSums(formatSums(sums))).toEqual(sums);
    expect(parseSignedText(formatSignedText(signed))).toEqual(signed);
  });

  it.each([
    ['a path that leads out of the folder', `${sha256}  ../secret\n`],
    ['an absolute path', `${sha256}  /etc/passwd\n`],
    ['the list itself', `${sha256}  SHA256SUMS\n`],
    ['a path twice', `${sha256}  a\n${sha256}  a\n`],
    ['a hash that is too short', 'abc  index.html\n'],
    ['no end of the line', `${sha256}  index.html`],
    [
      'more files than a folder has',
      formatSums(Array.from({ length: 101 }, (_, number) => ({ path: `f${number}`, sha256 }))),
    ],
  ])('are refused with %s', (_, text) => {
    expect(parseSums(text)).toBeNull();
  });

  it('are not signed by anything else, such as a checkpoint', () => {
    for (const text of ['avow/ten_1\n5\nabc\n', formatSignedText({ ...signed, origin: 'avow/ten_1' }), ''])
      expect(() => parseSignedText(text)).toThrow('not the signature of a folder of evidence');
  });
});
