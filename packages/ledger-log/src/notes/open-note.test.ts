import { describe, expect, it } from 'vitest';
import { codeOf } from '../test-support/code-of.ts';
import { keyPairOf, verify } from '../test-support/ed25519.ts';
import { flipBit, sha256 } from '../test-support/naive-tree.ts';
import { formatNote, parseNote } from './note.ts';
import { openNote } from './open-note.ts';
import { type NoteSigner, signNote } from './sign-note.ts';
import { makeVerifierKey } from './verifier-key.ts';

async function makeSigner(name: string, seed: number): Promise<NoteSigner> {
  const { publicKey, sign } = keyPairOf(new Uint8Array(32).fill(seed));
  return { key: await makeVerifierKey({ name, publicKey }, sha256), sign };
}

const encode = (text: string) => new TextEncoder().encode(text);
const text = 'first line\n\nthird line, with an em dash — and ÿ\n';
const log = await makeSigner('example.com/log', 1);
const witness = await makeSigner('example.com/witness', 2);
const stranger = await makeSigner('example.com/stranger', 3);
const successor = await makeSigner('example.com/log', 4);

const keys = [log.key, witness.key];
const open = (note: string, trusted = keys) =>
  codeOf(() => openNote(encode(note), { keys: trusted, verify }));

describe('openNote', () => {
  it('returns the text and which trusted keys signed it', async () => {
    const note = await signNote({ text, signers: [stranger, witness, successor, log] });
    const reader = { keys, verify };
    expect(await openNote(encode(note), reader)).toEqual({ text, signedBy: [witness.key, log.key] });
    const byOne = await signNote({ text, signers: [log] });
    expect(await openNote(encode(byOne), reader)).toEqual({ text, signedBy: [log.key] });
  });

  it('refuses a note that no trusted key signed', async () => {
    const note = await signNote({ text, signers: [stranger, successor] });
    expect(await open(note)).toBe('signature_missing');
    expect(await open(note, [])).toBe('signature_missing');
  });

  it('rejects a note with an invalid signature of a trusted key, even if another one is valid', async () => {
    const { signatures } = parseNote(encode(await signNote({ text, signers: [witness, log] })));
    const [first, ...rest] = signatures;
    if (first === undefined) throw new Error('there is no signature');
    for (let bit = 0; bit < 512; bit += 17) {
      const signature = new Uint8Array(flipBit(first.signature, bit));
      expect(await open(formatNote({ text, signatures: [...rest, { ...first, signature }] }))).toBe(
        'signature_wrong',
      );
    }
    for (const signature of [first.signature.slice(1), Uint8Array.of(...first.signature, 0)]) {
      expect(await open(formatNote({ text, signatures: [{ ...first, signature }, ...rest] }))).toBe(
        'signature_wrong',
      );
    }
  });

  it('rejects the signature of one key under the name or id of another', async () => {
    const { signatures } = parseNote(encode(await signNote({ text, signers: [log] })));
    const forged = (change: object) =>
      formatNote({ text, signatures: signatures.map((signature) => ({ ...signature, ...change })) });
    expect(await open(forged({ keyName: witness.key.name }))).toBe('signature_missing');
    expect(await open(forged({ keyId: witness.key.id }))).toBe('signature_missing');
    expect(await open(forged({ keyName: witness.key.name, keyId: witness.key.id }))).toBe('signature_wrong');
  });

  it('rejects a note with any bit flipped', async () => {
    const bytes = encode(await signNote({ text, signers: [log] }));
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const code = await codeOf(() => openNote(flipBit(bytes, bit), { keys, verify }));
      expect(['note_malformed', 'signature_wrong', 'signature_missing']).toContain(code);
    }
  });

  it('counts a key once, however often it signed', async () => {
    const note = await signNote({ text, signers: [log, log] });
    expect((await openNote(encode(note), { keys, verify })).signedBy).toEqual([log.key]);
  });

  it('rejects two keys with the same name and id', async () => {
    const note = await signNote({ text, signers: [log] });
    expect(await open(note, [log.key, { ...witness.key, name: log.key.name, id: log.key.id }])).toBe(
      'key_ambiguous',
    );
  });

  it('does not verify a signature of another length', async () => {
    const { signatures } = parseNote(encode(await signNote({ text, signers: [log] })));
    const cut = signatures.map((one) => ({ ...one, signature: one.signature.slice(1) }));
    const note = encode(formatNote({ text, signatures: cut }));
    expect(await codeOf(() => openNote(note, { keys, verify: async () => true }))).toBe('signature_wrong');
  });

  it('accepts only true as a valid signature', async () => {
    const note = encode(await signNote({ text, signers: [log] }));
    const sloppy = (async () => 'yes') as unknown as typeof verify;
    expect(await codeOf(() => openNote(note, { keys, verify: sloppy }))).toBe('signature_wrong');
  });
});

describe('signNote', () => {
  it('rejects an invalid signature, and a text that is not a note', async () => {
    const short = { key: log.key, sign: async () => new Uint8Array(63) };
    expect(await codeOf(() => signNote({ text, signers: [short] }))).toBe('signature_wrong');
    expect(await codeOf(() => signNote({ text, signers: [] }))).toBe('note_malformed');
    expect(await codeOf(() => signNote({ text: 'no newline', signers: [log] }))).toBe('note_malformed');
    expect(await codeOf(() => signNote({ text: 'half a \ud800\n', signers: [log] }))).toBe('note_malformed');
  });
});
