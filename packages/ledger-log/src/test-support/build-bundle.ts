import { createHash } from 'node:crypto';
import {
  attestedBundleVersion,
  type BundleAttestation,
  type BundleHead,
  type BundleScope,
  bundleVersion,
} from '../bundle/bundle-line.ts';
import { formatBundleLine } from '../bundle/format-bundle-line.ts';
import { encodeHex } from '../hex.ts';
import { formatCheckpoint, parseCheckpoint } from '../notes/checkpoint.ts';
import { formatKeyChange } from '../notes/key-change.ts';
import { proveKeyHistory } from '../notes/key-history.ts';
import { parseNote } from '../notes/note.ts';
import { type NoteSigner, signNote } from '../notes/sign-note.ts';
import { formatVerifierKey, makeVerifierKey } from '../notes/verifier-key.ts';
import { computeRoot } from '../tree/compute-root.ts';
import { leafHash } from '../tree/hash.ts';
import { proveConsistency } from '../tree/prove-consistency.ts';
import { proveInclusion } from '../tree/prove-inclusion.ts';
import { cosign } from '../witnesses/cosignature.ts';
import { makeWitnessKey, type WitnessKey } from '../witnesses/witness-key.ts';
import { keyPairOf } from './ed25519.ts';
import { type ExampleLeaf, tenantId } from './example-log.ts';
import { growTree } from './grow-tree.ts';
import { sha256 } from './naive-tree.ts';

export const origin = `avow/${tenantId}`;

/** A key of the example log: its secret is 32 bytes that count up from this one. */
export async function exampleSigner(seed: number, name = origin): Promise<NoteSigner> {
  const { publicKey, sign } = keyPairOf(Uint8Array.from({ length: 32 }, (_, index) => index + seed));
  return { key: await makeVerifierKey({ name, publicKey }, sha256), sign };
}

/** The key of the examples: its secret is the bytes 0x00 to 0x1f. */
const ownSigner = await exampleSigner(0);
export const exampleKeyText = formatVerifierKey(ownSigner.key);

type ExampleWitness = Pick<NoteSigner, 'sign'> & { readonly key: WitnessKey };

async function makeExampleWitness(name: string): Promise<ExampleWitness> {
  const { publicKey, sign } = keyPairOf(new Uint8Array(32).fill(9));
  return { key: await makeWitnessKey({ name, publicKey }, sha256), sign };
}

/** A witness of the examples. */
export const exampleWitness = await makeExampleWitness('witness.example/w1');

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

const hashesOf = (leaves: readonly ExampleLeaf[]) =>
  leaves.map(({ entry }) => leafHash(new TextEncoder().encode(entry), sha256));

/** The statement by which one key replaces another after these leaves. */
export async function changeKey(
  { previous, next }: { readonly previous: NoteSigner; readonly next: NoteSigner },
  leaves: readonly ExampleLeaf[],
): Promise<string> {
  const tree = { size: leaves.length, root: await computeRoot(hashesOf(leaves), sha256) };
  const extensions = formatKeyChange({ previous: previous.key, next: next.key });
  return signNote({ text: formatCheckpoint({ origin, ...tree, extensions }), signers: [previous, next] });
}

const sizeOf = (note: string) => parseCheckpoint(parseNote(new TextEncoder().encode(note)).text).size;

/** What a witness, or another, says of the log when it had this many leaves. */
export async function exampleAttestation(
  leaves: readonly ExampleLeaf[],
  {
    size,
    newer = leaves.length,
    signer = ownSigner,
    witness = exampleWitness,
  }: {
    readonly size: number;
    readonly newer?: number;
    readonly signer?: NoteSigner;
    readonly witness?: ExampleWitness;
  },
): Promise<BundleAttestation> {
  const leafHashes = hashesOf(leaves);
  const root = await computeRoot(leafHashes.slice(0, size), sha256);
  const text = formatCheckpoint({ origin, size, root, extensions: [] });
  const source = { readHash: growTree(leafHashes).readHash, sha256 };
  return {
    ...{ kind: 'cosignature', source: witness.key.name },
    checkpoint: await signNote({ text, signers: [signer] }),
    consistency: (await proveConsistency({ older: size, newer }, source)).map(encodeHex),
    proof: await cosign(text, { ...witness, atSeconds: 1_767_400_000 }),
  };
}

interface Export {
  readonly what?: BundleScope;
  /** The size of the checkpoint; all leaves, where it is not said. */
  readonly size?: number;
  /** The leaves that are exported; all of the checkpoint, where it is not said. */
  readonly leafIndexes?: readonly number[];
  /** Who signs the checkpoint. */
  readonly signer?: NoteSigner;
  /** The statements by which keys were replaced; their proofs are made from the leaves unless others are given. */
  readonly keyChanges?: readonly string[];
  readonly consistency?: BundleHead['consistency'];
  readonly attestations?: NonNullable<BundleHead['attestations']>;
}

/** The lines of a bundle, each with its newline, as an exporter would write them. */
export async function buildBundle(
  leaves: readonly ExampleLeaf[],
  exported: Export = {},
): Promise<readonly string[]> {
  const { what = { kind: 'all' }, size = leaves.length, signer = ownSigner, keyChanges = [] } = exported;
  const leafHashes = hashesOf(leaves);
  const source = { readHash: growTree(leafHashes).readHash, sha256 };
  const root = await computeRoot(leafHashes.slice(0, size), sha256);
  const text = formatCheckpoint({ origin, size, root, extensions: [] });
  const prove = async () => {
    const changes = keyChanges.map((note) => ({ untilSize: sizeOf(note) }));
    return (await proveKeyHistory(changes, size, source)).map((hashes) => hashes.map(encodeHex));
  };
  const head: BundleHead = {
    ...{ type: 'bundle', tenantId, origin },
    version: exported.attestations === undefined ? bundleVersion : attestedBundleVersion,
    verifierKey: formatVerifierKey(signer.key),
    keyChanges,
    consistency: exported.consistency ?? (await prove()),
    what,
    exportedAt: '2026-01-03T00:00:00.000Z',
    checkpoint: await signNote({ text, signers: [signer] }),
    ...(exported.attestations === undefined ? {} : { attestations: exported.attestations }),
  };
  const lines = [formatBundleLine(head)];
  for (const leafIndex of exported.leafIndexes ?? Array.from({ length: size }, (_, index) => index)) {
    const { entry, record } = leaves[leafIndex] ?? { entry: '', record: null };
    const inclusion = (await proveInclusion({ index: leafIndex, size }, source)).map(encodeHex);
    const leaf = { leafIndex, entry, inclusion };
    lines.push(
      formatBundleLine(record === null ? { type: 'event', ...leaf } : { type: 'record', ...leaf, ...record }),
    );
  }
  return [...lines, endLineOf(lines)];
}
