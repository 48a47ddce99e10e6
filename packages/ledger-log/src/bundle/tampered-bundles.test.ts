import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBundle } from '../test-support/build-bundle.ts';
import { exampleLog } from '../test-support/example-log.ts';
import { outcomeOf, seal, verifyText } from '../test-support/example-verifier.ts';
import { flipBit } from '../test-support/naive-tree.ts';
import { parseBundleLine } from './parse-bundle-line.ts';

const lines = await buildBundle(exampleLog);
const body = lines.slice(0, -1);
const bundle = new TextEncoder().encode(lines.join(''));

const kindOf = async (bytes: Uint8Array) => (await outcomeOf([bytes])).kind;

/** Somebody changes a bundle and does not care to make its last line fit, or does. Nothing of it may pass. */
describe('a bundle that was changed', () => {
  it('is rejected wherever it is cut off', async () => {
    const small = new TextEncoder().encode((await buildBundle(exampleLog.slice(0, 2))).join(''));
    for (let length = 0; length < small.length; length++) {
      const verdict = await outcomeOf([small.subarray(0, length)]);
      expect(verdict, `cut to ${length} bytes`).toMatchObject({ kind: 'broken', code: 'bundle_truncated' });
    }
  });

  it('is rejected whichever bit is flipped', async () => {
    // A step that has no factor in common with 8 comes to every bit of a byte.
    for (let bit = 0; bit < bundle.length * 8; bit += 37) {
      expect(await kindOf(flipBit(bundle, bit)), `bit ${bit}`).toBe('broken');
    }
  });

  it('is rejected with any line removed, duplicated or moved', async () => {
    for (const at of lines.keys()) {
      const line = lines[at] ?? '';
      const removed = lines.toSpliced(at, 1);
      const doubled = lines.toSpliced(at, 0, line);
      expect((await verifyText(removed.join(''))).kind, `line ${at + 1} removed`).toBe('broken');
      expect((await verifyText(doubled.join(''))).kind, `line ${at + 1} doubled`).toBe('broken');
      for (let to = 0; to < removed.length; to++) {
        if (to === at) continue;
        const verdict = await verifyText(removed.toSpliced(to, 0, line).join(''));
        expect(verdict.kind, `line ${at + 1} moved to ${to + 1}`).toBe('broken');
      }
    }
  });

  it('is rejected with a line removed, duplicated or moved, even with a matching last line', async () => {
    for (const at of body.keys()) {
      const line = body[at] ?? '';
      const removed = body.toSpliced(at, 1);
      expect((await verifyText(seal(removed))).kind, `line ${at + 1} removed`).toBe('broken');
      expect((await verifyText(seal(body.toSpliced(at, 0, line)))).kind, `line ${at + 1} doubled`).toBe(
        'broken',
      );
      const moved = removed.toSpliced(at + 1, 0, line);
      if (at + 1 < body.length)
        expect((await verifyText(seal(moved))).kind, `line ${at + 1} moved`).toBe('broken');
    }
  });

  it('is rejected with a bit flipped, even with a matching last line', async () => {
    const head = parseBundleLine((lines[0] ?? '').trimEnd());
    const bits = fc.nat(new TextEncoder().encode(body.join('')).length * 8 - 1);
    await fc.assert(
      fc.asyncProperty(bits, async (bit) => {
        const flipped = flipBit(new TextEncoder().encode(body.join('')), bit);
        let text: string;
        try {
          text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(flipped);
        } catch {
          return;
        }
        const verdict = await verifyText(seal([...text.split(/(?<=\n)/)]));
        if (verdict.kind === 'broken') return;
        // Of all that a bundle says, no proof covers when it was exported.
        expect({ ...verdict.head, exportedAt: '' }).toEqual({ ...head, exportedAt: '' });
      }),
      { numRuns: 1500 },
    );
  });
});
