import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { formatCheckpoint, makeVerifierKey, type NoteSigner, signNote } from '@avow/ledger-log/notes';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnchoredLine } from './anchored-line.ts';
import type { Archive, ArchivedCheckpoint } from './archive.ts';
import { readSignedTreeHeads } from './read-signed-tree-heads.ts';

const tenantId = 'ten_1';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const sizesMax = 5;
const wrongNote = 'The signed note does not verify: a signature of a known key does not verify.';
const wrongWords = 'The signed note has a different size or root than what is stored with it.';
const noCheckpoint = 'The line is not a checkpoint.';

/** A checkpoint, and why it is not valid. */
interface Judged {
  readonly checkpoint: ArchivedCheckpoint;
  readonly why: string | null;
}

async function createSigner(name: string): Promise<NoteSigner> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const key = await makeVerifierKey({ name, publicKey: raw }, sha256);
  return { key, sign: async (text) => new Uint8Array(sign(null, text, privateKey)) };
}

let signer: NoteSigner;
/** Two roots of each size, as the log signs them, with a stranger's signature beside it, and with one that is forged. */
const notes: Judged[] = [];
beforeAll(async () => {
  signer = await createSigner(`avow/${tenantId}`);
  const stranger = await createSigner('example.com/witness');
  const forger = { ...signer, sign: async () => new Uint8Array(64) };
  for (let size = 0; size <= sizesMax; size++) {
    for (const seed of ['one', 'other']) {
      const root = new Uint8Array(sha256(Buffer.from(`${seed} ${size}`)));
      const text = formatCheckpoint({ origin: signer.key.name, size, root, extensions: [] });
      for (const signers of [[signer], [signer, stranger], [forger]]) {
        const note = await signNote({ text, signers });
        const checkpoint = { size, root: Buffer.from(root).toString('hex'), note };
        notes.push({ checkpoint, why: signers.includes(forger) ? wrongNote : null });
      }
    }
  }
});

async function read(lines: readonly (ArchivedCheckpoint | null)[], rows: readonly ArchivedCheckpoint[]) {
  const archive: Pick<Archive, 'listCheckpoints' | 'listLogEvents'> = {
    listLogEvents: () => [],
    listCheckpoints: (_, from, limit) => rows.filter(({ size }) => size >= from).slice(0, limit),
  };
  const verified: string[] = [];
  const verify: Parameters<typeof readSignedTreeHeads>[0]['signing'] = async () => ({
    key: signer.key,
    verify: async ({ message, signature }) => {
      verified.push(Buffer.concat([message, signature]).toString('hex'));
      return signature.some((byte) => byte !== 0);
    },
  });
  async function* anchored(): AsyncGenerator<AnchoredLine> {
    for (const [at, checkpoint] of lines.entries()) yield { line: at + 1, checkpoint };
  }
  const { trees, fault } = await readSignedTreeHeads(
    { archive, digests: { sha256 }, tenantId, signing: verify },
    anchored(),
  );
  return { trees: [...trees], counts: trees.counts, fault, verified };
}

/** The same without any care for how much is held: each line and each row by itself. */
function readPlainly(lines: readonly (Judged | null)[], rows: readonly Judged[]) {
  const all = [
    ...lines.map((judged, at) => ({ judged, knownBy: `anchor ${tenantId}.jsonl, line ${at + 1}` })),
    ...rows.map((judged) => ({ judged, knownBy: 'checkpoints' })),
  ];
  const believed: (ArchivedCheckpoint & { readonly knownBy: string })[] = [];
  for (const { judged, knownBy } of all) {
    const why = judged === null ? noCheckpoint : judged.why;
    const field = knownBy === 'checkpoints' ? `${knownBy}, size ${judged?.checkpoint.size}` : knownBy;
    if (judged === null || why !== null) return { believed, field, why };
    believed.push({ ...judged.checkpoint, knownBy });
  }
  const missing = believed.find(({ size }) => !rows.some(({ checkpoint }) => checkpoint.size === size));
  if (missing === undefined) return { believed, field: null, why: null };
  const why = `The checkpoint of size ${missing.size} that was anchored here is missing in the database.`;
  return { believed, field: missing.knownBy, why };
}

/** Mostly as it was signed; now and then forged, or with something else beside the note. */
const anyJudged = fc
  .record({
    note: fc.nat(4 * (sizesMax + 1) - 1),
    change: fc.oneof(
      { weight: 12, arbitrary: fc.constant('none') },
      fc.constantFrom('forged', 'size', 'negative', 'root', 'case'),
    ),
  })
  .map(({ note, change }) => ({ at: 3 * Math.floor(note / 2) + (note % 2), change }));

function judgedOf({ at, change }: { readonly at: number; readonly change: string }): Judged {
  const forgedAt = 3 * Math.floor(at / 3) + 2;
  const judged = notes[change === 'forged' ? forgedAt : at];
  if (judged === undefined) throw new Error('there is no such note');
  const { checkpoint } = judged;
  switch (change) {
    case 'size':
      return { checkpoint: { ...checkpoint, size: checkpoint.size + 1 }, why: wrongWords };
    case 'negative':
      return { checkpoint: { ...checkpoint, size: -1 - checkpoint.size }, why: wrongWords };
    case 'root':
      return { checkpoint: { ...checkpoint, root: 'ab'.repeat(32) }, why: wrongWords };
    case 'case':
      return { checkpoint: { ...checkpoint, root: checkpoint.root.toUpperCase() }, why: wrongWords };
    default:
      return judged;
  }
}

describe('readSignedTreeHeads', () => {
  it('finds the same as a reader that keeps everything, and verifies no note twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(anyJudged, { freq: 40 }), { maxLength: 12 }),
        fc.array(anyJudged, { maxLength: 8 }),
        async (givenLines, givenRows) => {
          const lines = givenLines.map((given) => (given === null ? null : judgedOf(given)));
          const bySize = new Map(givenRows.map(judgedOf).map((judged) => [judged.checkpoint.size, judged]));
          const rows = [...bySize.values()].sort(
            (left, right) => left.checkpoint.size - right.checkpoint.size,
          );
          const plain = readPlainly(lines, rows);
          const { trees, counts, fault, verified } = await read(
            lines.map((judged) => judged?.checkpoint ?? null),
            rows.map(({ checkpoint }) => checkpoint),
          );

          const field = plain.field;
          expect(fault).toEqual(
            field === null ? null : { tenantId, leaves: null, messageId: null, field, why: plain.why },
          );
          const stored = plain.believed.filter(({ knownBy }) => knownBy === 'checkpoints');
          const newest = stored.at(-1);
          expect(counts).toEqual({
            ...{ checkpoints: stored.length, anchored: plain.believed.length - stored.length },
            newest: newest === undefined ? null : { size: newest.size, root: newest.root },
          });
          const once = [...new Map(plain.believed.toReversed().map((tree) => [tree.note, tree])).values()];
          expect(trees).toEqual(
            plain.believed
              .filter((tree) => once.includes(tree))
              .sort((left, right) => left.size - right.size)
              .map(({ size, root, knownBy }) => ({ size, root, knownBy })),
          );
          // And the one that does not verify, or that does not match what is stored with it.
          expect(verified.length - once.length).toBe(
            plain.why === wrongNote || plain.why === wrongWords ? 1 : 0,
          );
        },
      ),
    );
  });

  it('reads more than one page of the database, and anchored lines in any order', async () => {
    const count = 2500;
    const rows: ArchivedCheckpoint[] = [];
    for (let size = 1; size <= count; size++) {
      const root = new Uint8Array(sha256(Buffer.from(`${size}`)));
      const text = formatCheckpoint({ origin: signer.key.name, size, root, extensions: [] });
      const note = await signNote({ text, signers: [signer] });
      rows.push({ size, root: Buffer.from(root).toString('hex'), note });
    }
    const { trees, counts, fault, verified } = await read([...rows].reverse(), rows);
    expect(fault).toBeNull();
    expect(counts).toMatchObject({ checkpoints: count, anchored: count, newest: { size: count } });
    expect(trees.map(({ size }) => size)).toEqual(rows.map(({ size }) => size));
    expect(verified).toHaveLength(count);
  });

  it('needs no key if nothing is signed', async () => {
    async function* nothing(): AsyncGenerator<AnchoredLine> {}
    const parts = {
      archive: { listCheckpoints: () => [], listLogEvents: () => [] },
      digests: { sha256 },
      tenantId,
    };
    const signing = () => Promise.reject(new Error('there is no key'));
    expect((await readSignedTreeHeads({ ...parts, signing }, nothing())).fault).toBeNull();
  });
});
