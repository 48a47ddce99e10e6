import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatVerifierKey, makeVerifierKey } from '../notes/verifier-key.ts';
import { createRunningDigest } from '../running-digest.ts';
import { buildBundle, endLineOf, exampleKeyText, origin } from '../test-support/build-bundle.ts';
import { keyPairOf, verify } from '../test-support/ed25519.ts';
import { type ExampleLeaf, exampleEvent, exampleLog, exampleRecord } from '../test-support/example-log.ts';
import { exampleVerifier, outcomeOf, verifyText } from '../test-support/example-verifier.ts';
import { sha256 } from '../test-support/naive-tree.ts';
import { BundleError, type BundleVerifierOptions, verifyBundle } from './verify-bundle.ts';

const lines = await buildBundle(exampleLog);
const bytes = new TextEncoder().encode(lines.join(''));

/** The parts at hand in a browser, and nothing else. */
const browserChecker: BundleVerifierOptions = {
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

describe('verifyBundle', () => {
  it('accepts a bundle with every leaf as complete', async () => {
    const verdict = await verifyBundle([bytes], exampleVerifier);
    expect(verdict).toMatchObject({
      records: 6,
      events: 7,
      isComplete: true,
      isKeyTrusted: true,
    });
    expect(verdict).toMatchObject({ checkpoint: { origin, size: 13 }, head: { what: { kind: 'all' } } });
  });

  it('works with WebCrypto only, with the same result', async () => {
    expect(await verifyBundle([bytes], browserChecker)).toEqual(await verifyBundle([bytes], exampleVerifier));
    const other = new TextEncoder().encode(lines.join('').replace('849 m', '848 m'));
    expect(await outcomeOf([other], browserChecker)).toEqual(await outcomeOf([other]));
  });

  it('accepts a stream in chunks of any size', async () => {
    const expected = await verifyBundle([bytes], exampleVerifier);
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
        expect(await verifyBundle(chunks(), exampleVerifier)).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('reports its progress', async () => {
    const progress: unknown[] = [];
    await verifyBundle([bytes], { ...exampleVerifier, onProgress: (at) => progress.push(at) });
    expect(progress).toHaveLength(lines.length);
    expect(progress.at(-1)).toEqual({ lines: lines.length, bytes: bytes.length });
  });

  it('accepts a part of a log, and does not call it complete', async () => {
    const what = { kind: 'thread', threadId: 'thr_1' } as const;
    const part = await buildBundle(exampleLog, { what, leafIndexes: [1, 3, 8] });
    const verdict = await verifyText(part.join(''));
    expect(verdict).toMatchObject({
      kind: 'sound',
      records: 2,
      events: 1,
      isComplete: false,
      head: { what },
    });
  });

  it('calls a bundle complete if it has every leaf, whatever its scope', async () => {
    const what = { kind: 'period', from: '2026-01-01T00:00:00.000Z', until: null } as const;
    const all = await buildBundle(exampleLog, { what });
    expect(await verifyText(all.join(''))).toMatchObject({ kind: 'sound', isComplete: true });
  });

  it('accepts the export of an empty log, and of no records', async () => {
    const empty = await buildBundle([]);
    expect(await verifyText(empty.join(''))).toMatchObject({ kind: 'sound', records: 0, isComplete: true });
    const none = await buildBundle(exampleLog, {
      what: { kind: 'end_user', endUserId: 'nobody' },
      leafIndexes: [],
    });
    expect(await verifyText(none.join(''))).toMatchObject({ kind: 'sound', records: 0, isComplete: false });
  });

  it('reports which key it used, and rejects a key that is not the trusted one', async () => {
    const untold = await verifyBundle([bytes], { ...exampleVerifier, trustedKey: null });
    expect(untold).toMatchObject({ isKeyTrusted: false });
    const { publicKey } = keyPairOf(new Uint8Array(32).fill(7));
    const otherKey = formatVerifierKey(await makeVerifierKey({ name: origin, publicKey }, sha256));
    await expect(verifyBundle([bytes], { ...exampleVerifier, trustedKey: 'no key' })).rejects.toThrow(
      'a key must be',
    );
    const checking = verifyBundle([bytes], { ...exampleVerifier, trustedKey: otherKey });
    await expect(checking).rejects.toThrow(BundleError);
    await expect(checking).rejects.toMatchObject({ line: 1, code: 'key_untrusted' });
  });

  it('passes on errors of the stream', async () => {
    async function* failing() {
      yield bytes.subarray(0, 100);
      throw new Error('the disk is gone');
    }
    await expect(verifyBundle(failing(), exampleVerifier)).rejects.toThrow('the disk is gone');
  });

  it('accepts the unchanged export of any log of records and events', async () => {
    const state = fc.constantFrom('present', 'redacted', 'erased', 'expired', 'dropped');
    await fc.assert(
      fc.asyncProperty(fc.array(state, { maxLength: 12 }), async (states) => {
        const records = states.map((contentState, at) => exampleRecord(at, { contentState }));
        const bundle = await buildBundle([...records, ...eventsFor(states)]);
        const verdict = await verifyText(bundle.join(''));
        expect(verdict).toMatchObject({ kind: 'sound', records: states.length, isComplete: true });
        expect(bundle.at(-1)).toBe(endLineOf(bundle.slice(0, -1)));
      }),
      { numRuns: 40 },
    );
  });
});

function eventsFor(states: readonly string[]): readonly ExampleLeaf[] {
  return states.flatMap((state, at) => {
    const leaves = [['leaves', `${at}`]] as const;
    const expiry = exampleEvent({ kind: 'expiry', state: 'content_expired', details: leaves });
    switch (state) {
      case 'erased':
        return [expiry, exampleEvent({ kind: 'erasure', subject: `msg_${at}`, state: 'erased' })];
      case 'expired':
        return [expiry];
      case 'dropped':
        return [expiry, exampleEvent({ kind: 'expiry', state: 'record_dropped', details: leaves })];
      default:
        return [];
    }
  });
}
