import { createHash } from 'node:crypto';
import { type BundleScope, versionFor } from '../bundle/bundle-line.ts';
import { formatBundleLine } from '../bundle/format-bundle-line.ts';
import { encodeHex } from '../hex.ts';
import { formatCheckpoint } from '../notes/checkpoint.ts';
import { signNote } from '../notes/sign-note.ts';
import { formatVerifierKey, makeVerifierKey } from '../notes/verifier-key.ts';
import { computeRoot } from '../tree/compute-root.ts';
import { leafHash } from '../tree/hash.ts';
import { proveInclusion } from '../tree/prove-inclusion.ts';
import { keyPairOf } from './ed25519.ts';
import { type ExampleLeaf, tenantId } from './example-log.ts';
import { growTree } from './grow-tree.ts';
import { sha256 } from './naive-tree.ts';

export const origin = `avow/${tenantId}`;

/** The key of the examples: its secret is the bytes 0x00 to 0x1f. */
const { publicKey, sign } = keyPairOf(Uint8Array.from({ length: 32 }, (_, index) => index));

const exampleKey = await makeVerifierKey({ name: origin, publicKey }, sha256);
export const exampleKeyText = formatVerifierKey(exampleKey);

/** A matching last line for any lines. */
export function endLineOf(lines: readonly string[]): string {
  const count = (type: string) => lines.filter((line) => line.startsWith(`{"type":"${type}"`)).length;
  const sha256Of = createHash('sha256').update(lines.join('')).digest('hex');
  return formatBundleLine({
    type: 'end',
    records: count('record'),
    events: count('event'),
    sha256: sha256Of,
  });
}

interface Export {
  readonly what?: BundleScope;
  /** The leaves that are exported; all, where it is not said. */
  readonly leafIndexes?: readonly number[];
}

/** The lines of a bundle, each with its newline, as an exporter would write them. */
export async function buildBundle(
  leaves: readonly ExampleLeaf[],
  { what = { kind: 'all' }, leafIndexes = [...leaves.keys()] }: Export = {},
): Promise<readonly string[]> {
  const leafHashes = leaves.map(({ entry }) => leafHash(new TextEncoder().encode(entry), sha256));
  const source = { readHash: growTree(leafHashes).readHash, sha256 };
  const size = leaves.length;
  const text = formatCheckpoint({
    origin,
    size,
    root: await computeRoot(leafHashes, sha256),
    extensions: [],
  });
  const checkpoint = await signNote({ text, signers: [{ key: exampleKey, sign }] });
  const head = {
    version: versionFor({ what, keyChanges: [] }),
    tenantId,
    origin,
    verifierKey: exampleKeyText,
    keyChanges: [],
    what,
    exportedAt: '2026-01-03T00:00:00.000Z',
  };
  const lines = [formatBundleLine({ type: 'bundle', ...head, checkpoint })];
  for (const leafIndex of leafIndexes) {
    const { entry, record } = leaves[leafIndex] ?? { entry: '', record: null };
    const inclusion = (await proveInclusion({ index: leafIndex, size }, source)).map(encodeHex);
    const leaf = { leafIndex, entry, inclusion };
    lines.push(
      formatBundleLine(record === null ? { type: 'event', ...leaf } : { type: 'record', ...leaf, ...record }),
    );
  }
  return [...lines, endLineOf(lines)];
}
