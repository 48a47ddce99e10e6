import { describe, expect, it } from 'vitest';
import { keyPairOf, verify } from '../test-support/ed25519.ts';
import { sha256 } from '../test-support/naive-tree.ts';
import { openCheckpoint } from './open-checkpoint.ts';
import { openNote } from './open-note.ts';
import { signNote } from './sign-note.ts';
import { formatVerifierKey, parseVerifierKey } from './verifier-key.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** The example of the Go package golang.org/x/mod/sumdb/note, from which the format comes, with its published secret. */
const goKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const goSecret = 'gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=';
const goText =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const goNote = `${goText}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

/** A true checkpoint of the Go checksum database. */
const sumKey = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
const sumNote =
  'go.sum database tree\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— sum.golang.org Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n';

describe('known notes', () => {
  it('keys of others are read, with the ids that others gave them, and written as they were', async () => {
    for (const text of [
      goKey,
      sumKey,
      'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop',
      'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    ]) {
      expect(formatVerifierKey(await parseVerifierKey(text, sha256))).toBe(text);
    }
  });

  it('the example of the Go package opens', async () => {
    const key = await parseVerifierKey(goKey, sha256);
    const opened = await openNote(encode(goNote), { keys: [key], verify });
    expect(opened).toEqual({ text: goText, signedBy: [key] });
  });

  it('the example of the Go package is signed to the letter', async () => {
    const key = await parseVerifierKey(goKey, sha256);
    const { publicKey, sign } = keyPairOf(Buffer.from(goSecret, 'base64'));
    expect(publicKey).toEqual(key.publicKey);
    expect(await signNote({ text: goText, signers: [{ key, sign }] })).toBe(goNote);
  });

  it('a checkpoint of the Go checksum database opens', async () => {
    const key = await parseVerifierKey(sumKey, sha256);
    const reader = { origin: 'go.sum database tree', keys: [key], verify };
    expect(await openCheckpoint(encode(sumNote), reader)).toEqual({
      origin: 'go.sum database tree',
      size: 20_852_163,
      root: new Uint8Array(Buffer.from('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'base64')),
      extensions: [],
    });
  });
});
