import { generateKeyPairSync } from 'node:crypto';
import type { TenantId } from '@avow/foundation';
import { createLogSigner } from '@avow/ledger';
import { flipInteger, flipStoredBit } from './flip-bit.ts';
import type { Expected, Mutate, VerifiedEvidence } from './mutation.ts';
import { anyRow, type SampledRow } from './sampled-rows.ts';

const otherKey = generateKeyPairSync('ed25519').privateKey;
const field = /^(checkpoints|anchor )/;

const anyCheckpoint = ({ database, random }: VerifiedEvidence): SampledRow | null =>
  anyRow(database, random, 'SELECT * FROM checkpoints');

function update({ database }: VerifiedEvidence, row: SampledRow, changes: SampledRow): void {
  const sets = Object.keys(changes).map((column) => `${column} = ?`);
  database
    .prepare(`UPDATE checkpoints SET ${sets.join(', ')} WHERE tenant_id = ? AND size = ?`)
    .run(...Object.values(changes), row['tenant_id'] ?? null, row['size'] ?? null);
}

const flipCheckpoint: Mutate = (evidence) => {
  const { random } = evidence;
  const row = anyCheckpoint(evidence);
  const column = random.pick(['size', 'root', 'note', 'note', 'tenant_id']);
  const before = row?.[column] ?? null;
  const value = typeof before === 'number' ? flipInteger(before, random) : flipStoredBit(before, random);
  if (row === null || value === null) return null;
  update(evidence, row, { [column]: value });
  return { what: `checkpoints.${column} has a bit turned`, field: /^(checkpoints|anchor |database)/ };
};

const removeCheckpoint: Mutate = (evidence) => {
  const { database } = evidence;
  const row = anyCheckpoint(evidence);
  if (row === null) return null;
  database
    .prepare('DELETE FROM checkpoints WHERE tenant_id = ? AND size = ?')
    .run(row['tenant_id'] ?? null, row['size'] ?? null);
  return { what: 'a checkpoint is removed', field };
};

const swapCheckpoints: Mutate = (evidence) => {
  const [left, right] = [anyCheckpoint(evidence), anyCheckpoint(evidence)];
  if (left === null || right === null || left['note'] === right['note']) return null;
  const columns = evidence.random.pick([['note'], ['root'], ['note', 'root']]);
  for (const [to, from] of [
    [left, right],
    [right, left],
  ] as const)
    update(evidence, to, Object.fromEntries(columns.map((column) => [column, from[column] ?? null])));
  return { what: `two checkpoints have ${columns.join(' and ')} swapped`, field };
};

const anotherRoot = (root: string) => `${root.startsWith('0') ? '1' : '0'}${root.slice(1)}`;

/** A checkpoint signed by another key, with the same or another root. Signing is asynchronous, so it is done beforehand. */
const resignCheckpoint =
  (notes: ReadonlyMap<string, string>): Mutate =>
  (evidence) => {
    const row = anyCheckpoint(evidence);
    if (row === null) return null;
    const isSameRoot = evidence.random.below(2) === 0;
    const root = isSameRoot ? String(row['root']) : anotherRoot(String(row['root']));
    const note = notes.get(`${row['tenant_id']} ${row['size']} ${root}`);
    if (note === undefined) return null;
    update(evidence, row, { root, note });
    return { what: 'a checkpoint is signed by another key', field };
  };

/** Notes signed by another key, for each checkpoint and for one with another root. */
export async function signByAnother(
  database: VerifiedEvidence['database'],
): Promise<ReadonlyMap<string, string>> {
  const signer = createLogSigner(otherKey);
  const notes = new Map<string, string>();
  for (const { tenant_id, size, root } of database.prepare('SELECT * FROM checkpoints').all()) {
    for (const digits of [String(root), anotherRoot(String(root))]) {
      const tree = { size: Number(size), root: new Uint8Array(Buffer.from(digits, 'hex')) };
      notes.set(`${tenant_id} ${size} ${digits}`, await signer.sign(tenant_id as TenantId, tree));
    }
  }
  return notes;
}

const replaceLogKey: Mutate = (evidence) => {
  evidence.logKey = otherKey;
  return { what: 'the log key is another', field };
};

const changeAnchor =
  (notes: ReadonlyMap<string, string>): Mutate =>
  ({ anchors, random }) => {
    const tenantId = random.pick([...anchors.keys()]);
    const lines = [...(anchors.get(tenantId) ?? [])];
    const at = random.below(lines.length);
    const line = JSON.parse(lines[at] ?? '{}');
    const anchored: Expected = { what: 'an anchor is changed', field: /^anchor / };
    switch (random.below(4)) {
      case 0:
        line.root = flipStoredBit(line.root, random);
        break;
      case 1:
        line.size = Number(BigInt(line.size) ^ (1n << BigInt(random.below(20))));
        break;
      case 2:
        line.note = flipStoredBit(line.note, random);
        break;
      default:
        line.root = random.below(2) === 0 ? line.root : anotherRoot(line.root);
        line.note = notes.get(`${tenantId} ${line.size} ${line.root}`);
    }
    if (line.root === null || line.note === null) return null;
    lines[at] = JSON.stringify(line);
    anchors.set(tenantId, lines);
    return anchored;
  };

export function signedMutations(notes: ReadonlyMap<string, string>): readonly Mutate[] {
  return [
    flipCheckpoint,
    flipCheckpoint,
    removeCheckpoint,
    swapCheckpoints,
    resignCheckpoint(notes),
    replaceLogKey,
    changeAnchor(notes),
    changeAnchor(notes),
  ];
}
