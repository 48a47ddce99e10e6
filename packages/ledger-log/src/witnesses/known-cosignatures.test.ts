import { describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../notes/checkpoint.ts';
import { openCheckpoint } from '../notes/open-checkpoint.ts';
import { parseVerifierKey } from '../notes/verifier-key.ts';
import { keyPairOf, verify } from '../test-support/ed25519.ts';
import { sha256 } from '../test-support/naive-tree.ts';
import { verifyConsistency } from '../tree/verify-consistency.ts';
import { parseAddCheckpoint } from './add-checkpoint.ts';
import { cosign, openCosignatures, parseSignatureLines } from './cosignature.ts';
import { makeWitnessKey } from './witness-key.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Of the tests of sigsum-go: the secret is a byte 17 and zeros, and the time 1234. */
const sigsum = {
  pair: keyPairOf(Uint8Array.of(17, ...new Array<number>(31).fill(0))),
  name: 'example.org/witness',
  text: 'example.org/log\n10\nHA5HAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n',
  line: '— example.org/witness ys8uUAAAAAAAAATSftMzceM8zssdZ9jin9SjwIxzx9iADMf63VqirX2hafol9RsqNqbofIz0LVRqHXI2kpEBSki5RTXFtxz1vo9+Cg==\n',
};
const keyOfSigsum = () => makeWitnessKey({ ...sigsum.pair, name: sigsum.name }, sha256);

/** Of the tests of litewitness: what a log of five leaves sends. */
const origin = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562';
const litewitness = {
  publicKey: 'ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f',
  three: `${origin}\n3\nRcCI1Nk56ZcSmIEfIn0SleqtV7uvrlXNccFx595Iwl0=\n\n— ${origin} UgIom2VbtIcdFbwFAy1n7s6IkAxIY6J/GQOTuZF2ORV39d75cbAj2aQYwyJre36kezNobZs4SUUdrcawfAB8WVrx6go=\n`,
  five: `old 3
KgIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
KgMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
wgiIFdZfYNv6WU1OllBKsWnLYIS/DBMqt8Uh/S4OukE=
KgQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=

${origin}
5
QrtXrQZCCvpIgsSmOsah7HdICzMLLyDfxToMql9WTjY=

— ${origin} UgIomw/EOJmWi0i1FQsOj+etB7F8IccFam/jgd6wzRns4QPVmyEZtdvl1U2KEmLOZ/ASRcWJi0tW90dJWAShei7sDww=
`,
};

describe('cosignatures of others', () => {
  it('the one of sigsum-go opens, and is made to the letter', async () => {
    const key = await keyOfSigsum();
    const { text, line, pair } = sigsum;
    const opened = await openCosignatures(
      { text, signatures: parseSignatureLines(line) },
      { keys: [key], verify },
    );
    expect(opened).toEqual([{ key, atSeconds: 1234 }]);
    expect(await cosign(text, { key, sign: pair.sign, atSeconds: 1234 })).toBe(line);
  });

  it('those of sigsum-go under another id, another name and of another length count as they do there', async () => {
    const key = await keyOfSigsum();
    const { text, line } = sigsum;
    const others = `${line.replace('ys8u', 'yX8u')}${line}${line.replace('witness ', 'witness-2 ')}`;
    const opened = await openCosignatures(
      { text, signatures: parseSignatureLines(others) },
      { keys: [key], verify },
    );
    expect(opened).toEqual([{ key, atSeconds: 1234 }]);
    const longer = parseSignatureLines(line.replace('+Cg==', '+CgXX'));
    await expect(openCosignatures({ text, signatures: longer }, { keys: [key], verify })).rejects.toThrow(
      'a time of 8 bytes',
    );
  });

  it('one with another time, over another tree or by another key does not open', async () => {
    const key = await keyOfSigsum();
    const [signature] = parseSignatureLines(sigsum.line);
    if (signature === undefined) throw new Error('there is a line');
    const later = new Uint8Array(signature.signature);
    later[7] = 0xd3;
    const other = await makeWitnessKey(
      { name: sigsum.name, publicKey: keyPairOf(new Uint8Array(32)).publicKey },
      sha256,
    );
    const open = (text: string, bytes: Uint8Array<ArrayBuffer>, known = key) =>
      openCosignatures({ text, signatures: [{ ...signature, signature: bytes }] }, { keys: [known], verify });
    await expect(open(sigsum.text, later)).rejects.toMatchObject({ code: 'signature_wrong' });
    await expect(open(sigsum.text.replace('10', '11'), signature.signature)).rejects.toMatchObject({
      code: 'signature_wrong',
    });
    await expect(open(sigsum.text, signature.signature, { ...other, id: key.id })).rejects.toMatchObject({
      code: 'signature_wrong',
    });
    const never = new Uint8Array(signature.signature);
    never.fill(0, 0, 8);
    await expect(open(sigsum.text, never)).rejects.toMatchObject({ code: 'cosignature_malformed' });
    never.fill(0xff, 0, 8);
    await expect(open(sigsum.text, never)).rejects.toMatchObject({ code: 'cosignature_malformed' });
  });

  it('a request of litewitness is read, its checkpoint opens and its proof leads there', async () => {
    const request = parseAddCheckpoint(encode(litewitness.five));
    expect(request.oldSize).toBe(3);
    const publicKey = new Uint8Array(Buffer.from(litewitness.publicKey, 'hex'));
    const log = await parseVerifierKey(
      `${origin}+5202289b+${Buffer.concat([Buffer.of(1), publicKey]).toString('base64')}`,
      sha256,
    );
    const reader = { origin, keys: [log], verify };
    const newer = await openCheckpoint(new Uint8Array(request.note), reader);
    const older = await openCheckpoint(encode(litewitness.three), reader);
    expect([older.size, newer.size]).toEqual([3, 5]);
    await verifyConsistency({ older, newer, proof: request.proof }, sha256);
    expect(parseCheckpoint(litewitness.three.split('\n\n')[0]?.concat('\n') ?? '').size).toBe(3);
  });
});
