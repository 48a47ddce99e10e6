import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatVerifierKey, makeVerifierKey } from '../notes/verifier-key.ts';
import { createRunningDigest } from '../running-digest.ts';
import { buildBundle, endLineOf, exampleKeyText, origin } from '../test-support/build-bundle.ts';
import { keyPairOf, verify } from '../test-support/ed25519.ts';
import { checkText, exampleChecker } from '../test-support/example-checker.ts';
import { type ExampleLeaf, exampleDeed, exampleLog, exampleRecord } from '../test-support/example-log.ts';
import { sha256 } from '../test-support/naive-tree.ts';
import { type BundleChecker, checkBundle } from './check-bundle.ts';

const lines = await buildBundle(exampleLog);
const bytes = new TextEncoder().encode(lines.join(''));

/** The parts at hand in a browser, and nothing else. */
const browserChecker: BundleChecker = {
  trustedKey: exampleKeyText,
  sha256: (message) => webcrypto.subtle.digest('SHA-256', message),
  hmac: async (key, text) => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const imported = await webcrypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, ['sign']);
    return webcrypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text));
  },
  verify,
  createDigest: createRunningDigest,
};

describe('checkBundle', () => {
  it('finds a bundle with everything sound and complete', async () => {
    const verdict = await checkBundle([bytes], exampleChecker);
    expect(verdict).toMatchObject({
      kind: 'sound',
      records: 6,
      deeds: 7,
      isComplete: true,
      isKeyTrusted: true,
    });
    expect(verdict).toMatchObject({ checkpoint: { origin, size: 13 }, head: { what: { kind: 'all' } } });
  });

  it('runs on WebCrypto alone, and finds the same', async () => {
    expect(await checkBundle([bytes], browserChecker)).toEqual(await checkBundle([bytes], exampleChecker));
    const other = new TextEncoder().encode(lines.join('').replace('849 m', '848 m'));
    expect(await checkBundle([other], browserChecker)).toEqual(await checkBundle([other], exampleChecker));
  });

  it('takes a stream that is cut anywhere', async () => {
    const expected = await checkBundle([bytes], exampleChecker);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 40 }), async (cuts) => {
        const edges = [0, ...cuts.sort((one, other) => one - other), bytes.length];
        // One buffer for all chunks, as some streams have it.
        const buffer = Buffer.alloc(bytes.length);
        async function* chunks() {
          for (const [at, edge] of edges.slice(1).entries()) {
            const length = Buffer.from(bytes).copy(buffer, 0, edges[at], edge);
            yield buffer.subarray(0, length);
          }
        }
        expect(await checkBundle(chunks(), exampleChecker)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('tells how far it is', async () => {
    const progress: unknown[] = [];
    await checkBundle([bytes], { ...exampleChecker, onProgress: (at) => progress.push(at) });
    expect(progress).toHaveLength(lines.length);
    expect(progress.at(-1)).toEqual({ lines: lines.length, bytes: bytes.length });
  });

  it('takes a part of a log for sound, and does not call it complete', async () => {
    const what = { kind: 'thread', threadId: 'thr_1' } as const;
    const part = await buildBundle(exampleLog, { what, leafIndexes: [1, 3, 8] });
    const verdict = await checkText(part.join(''));
    expect(verdict).toMatchObject({ kind: 'sound', records: 2, deeds: 1, isComplete: false, head: { what } });
  });

  it('calls complete what has every leaf, however it was asked for', async () => {
    const what = { kind: 'period', from: '2026-01-01T00:00:00.000Z', until: null } as const;
    const all = await buildBundle(exampleLog, { what });
    expect(await checkText(all.join(''))).toMatchObject({ kind: 'sound', isComplete: true });
  });

  it('takes the export of an empty log, and of no records', async () => {
    const empty = await buildBundle([]);
    expect(await checkText(empty.join(''))).toMatchObject({ kind: 'sound', records: 0, isComplete: true });
    const none = await buildBundle(exampleLog, {
      what: { kind: 'end_user', endUserId: 'nobody' },
      leafIndexes: [],
    });
    expect(await checkText(none.join(''))).toMatchObject({ kind: 'sound', records: 0, isComplete: false });
  });

  it('says whose key it used, and refuses another than the trusted one', async () => {
    const untold = await checkBundle([bytes], { ...exampleChecker, trustedKey: null });
    expect(untold).toMatchObject({ kind: 'sound', isKeyTrusted: false });
    const { publicKey } = keyPairOf(new Uint8Array(32).fill(7));
    const otherKey = formatVerifierKey(await makeVerifierKey({ name: origin, publicKey }, sha256));
    await expect(checkBundle([bytes], { ...exampleChecker, trustedKey: 'no key' })).rejects.toThrow(
      'a key is',
    );
    const verdict = await checkBundle([bytes], { ...exampleChecker, trustedKey: otherKey });
    expect(verdict).toMatchObject({ kind: 'broken', line: 1, code: 'key_untrusted' });
  });

  it('hands on what the stream throws', async () => {
    async function* failing() {
      yield bytes.subarray(0, 100);
      throw new Error('the disk is gone');
    }
    await expect(checkBundle(failing(), exampleChecker)).rejects.toThrow('the disk is gone');
  });

  it('finds sound whatever log of records and deeds is exported as it is', async () => {
    const state = fc.constantFrom('present', 'redacted', 'erased', 'expired', 'dropped');
    await fc.assert(
      fc.asyncProperty(fc.array(state, { maxLength: 12 }), async (states) => {
        const records = states.map((contentState, at) => exampleRecord(at, { contentState }));
        const bundle = await buildBundle([...records, ...deedsFor(states)]);
        const verdict = await checkText(bundle.join(''));
        expect(verdict).toMatchObject({ kind: 'sound', records: states.length, isComplete: true });
        expect(bundle.at(-1)).toBe(endLineOf(bundle.slice(0, -1)));
      }),
      { numRuns: 40 },
    );
  });
});

function deedsFor(states: readonly string[]): readonly ExampleLeaf[] {
  return states.flatMap((state, at) => {
    const leaves = [['leaves', `${at}`]] as const;
    const expiry = exampleDeed({ kind: 'expiry', state: 'content_expired', details: leaves });
    switch (state) {
      case 'erased':
        return [expiry, exampleDeed({ kind: 'erasure', subject: `msg_${at}`, state: 'erased' })];
      case 'expired':
        return [expiry];
      case 'dropped':
        return [expiry, exampleDeed({ kind: 'expiry', state: 'record_dropped', details: leaves })];
      default:
        return [];
    }
  });
}
