import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../test-support/code-of.ts';
import { keyPairOf, verify } from '../test-support/ed25519.ts';
import { sha256 } from '../test-support/naive-tree.ts';
import { formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
import { openCheckpoint } from './open-checkpoint.ts';
import { signNote } from './sign-note.ts';
import { makeVerifierKey } from './verifier-key.ts';

const encodedRoot = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
const checkpoint = {
  origin: 'example.com/log',
  size: 20_852_163,
  root: new Uint8Array(Buffer.from(encodedRoot, 'base64')),
  extensions: [],
};
const text = `example.com/log\n20852163\n${encodedRoot}\n`;

const line = fc
  .oneof(fc.string(), fc.string({ unit: 'grapheme' }))
  .map((value) => value.replaceAll(/[^\u0020-\u{10ffff}]/gu, ''))
  .filter((value) => value.length > 0);

describe('the text of a checkpoint', () => {
  it('is the example of the specification', () => {
    expect(formatCheckpoint(checkpoint)).toBe(text);
    expect(parseCheckpoint(text)).toEqual(checkpoint);
  });

  it('is read as it was written', () => {
    const checkpoints = fc.record({
      origin: line,
      size: fc.maxSafeInteger().map(Math.abs),
      root: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new Uint8Array(bytes)),
      extensions: fc.array(line, { maxLength: 16 }),
    });
    fc.assert(
      fc.property(checkpoints, (value) => {
        expect(parseCheckpoint(formatCheckpoint(value))).toEqual(value);
      }),
    );
  });

  it('is rejected if it is malformed', async () => {
    for (const wrong of [
      '',
      '\n',
      '\n\n\n',
      text.trimEnd(),
      `${text}\n`,
      `${text}extension`,
      `${text}extension\n\n`,
      `${text}\nextension\n`,
      `${text}${'extension\n'.repeat(17)}`,
      `${text}${'extension\n'.repeat(100_000)}`,
      `${text}${'e'.repeat(1025)}\n`,
      `${text}exten\tsion\n`,
      `${text}exten\ud800sion\n`,
      text.replaceAll('\n', '\r\n'),
      text.replace('example.com/log', ''),
      text.replace('example.com/log\n', ''),
      text.replace('2085', '02085'),
      text.replace('2085', '+2085'),
      text.replace('2085', '-2085'),
      text.replace('2085', ' 2085'),
      text.replace('20852163', ''),
      text.replace('20852163', '00'),
      text.replace('20852163', '1e3'),
      text.replace('20852163', '0x10'),
      text.replace('20852163', '1.0'),
      text.replace('20852163', '٣'),
      text.replace('20852163', '9007199254740992'),
      text.replace('20852163', '99999999999999999999'),
      text.replace(encodedRoot, ''),
      text.replace(encodedRoot, 'AAAA'),
      text.replace('q2I=', 'q2J='),
      text.replace('q2I=', 'q2I'),
      text.replace('/Xajj', '_Xajj'),
      text.replace('q2I=', 'q2I= '),
    ]) {
      expect(await codeOf(() => parseCheckpoint(wrong)), JSON.stringify(wrong.slice(0, 90))).toBe(
        'checkpoint_malformed',
      );
    }
    expect(parseCheckpoint(`${text}${'extension\n'.repeat(16)}`).extensions).toHaveLength(16);
    expect(parseCheckpoint(text.replace('20852163', '9007199254740991')).size).toBe(2 ** 53 - 1);
    expect(parseCheckpoint(text.replace('20852163', '0')).size).toBe(0);
  });

  it('is not written if it could not be parsed', async () => {
    for (const wrong of [
      { origin: '' },
      { origin: 'a\nb' },
      { origin: 'a'.repeat(1025) },
      { size: -1 },
      { size: 0.5 },
      { size: 2 ** 53 },
      { root: new Uint8Array(31) },
      { extensions: [''] },
      { extensions: ['a\nb'] },
      { extensions: Array.from({ length: 17 }, () => 'a') },
    ]) {
      expect(await codeOf(() => formatCheckpoint({ ...checkpoint, ...wrong }))).toBe('checkpoint_malformed');
    }
  });
});

describe('openCheckpoint', () => {
  it('returns the checkpoint of the expected log, and rejects any other', async () => {
    const { publicKey, sign } = keyPairOf(new Uint8Array(32).fill(7));
    const key = await makeVerifierKey({ name: checkpoint.origin, publicKey }, sha256);
    const sealed = async (value: string) =>
      new TextEncoder().encode(await signNote({ text: value, signers: [{ key, sign }] }));
    const reader = { origin: checkpoint.origin, keys: [key], verify };
    expect(await openCheckpoint(await sealed(text), reader)).toEqual(checkpoint);

    const other = await sealed(formatCheckpoint({ ...checkpoint, origin: 'example.com/other' }));
    expect(await codeOf(() => openCheckpoint(other, reader))).toBe('origin_wrong');
    const noCheckpoint = await sealed('signed, but no checkpoint\n');
    expect(await codeOf(() => openCheckpoint(noCheckpoint, reader))).toBe('checkpoint_malformed');
    const good = await sealed(text);
    expect(await codeOf(async () => openCheckpoint(good, { ...reader, keys: [] }))).toBe('signature_missing');
  });
});
