import { formatEntry, type NamedText, parseEntry } from '@avow/ledger-log/entries';
import { atOnce } from '@avow/storage';
import { factsSecret, KeyRing, openText, sealBytes, wrapSecret } from '@avow/storage/sealing';
import { sqliteStatements } from '@avow/storage/threads';
import { makeRecordEntry } from '../../../src/features/log/store/make-entry.ts';
import { createSqliteArchive } from '../../../src/features/records/store/archive/create-sqlite-archive.ts';
import { packEnvelope, unpackEnvelope } from '../../../src/features/records/store/pack-envelope.ts';
import type { Expected, Mutate, VerifiedEvidence } from './mutation.ts';
import { readLog, rewriteLog } from './rebuild-tree.ts';
import { anyMessage, anyRow, type SampledRow, sampleRows } from './sampled-rows.ts';

/** The signed trees between which a leaf lies: the most that can be known if everything else was made consistent. */
function between({ database }: VerifiedEvidence, tenantId: string, leafIndex: number): Expected['within'] {
  const sizes = sampleRows(
    database,
    'SELECT size FROM checkpoints WHERE tenant_id = ? ORDER BY size',
    tenantId,
  ).map(({ size }) => Number(size));
  const end = sizes.find((size) => size > leafIndex) ?? 0;
  return { start: sizes.filter((size) => size <= leafIndex).at(-1) ?? 0, end };
}

/** The entry of a record with another answer, and the record itself with it: possible for anyone who has all keys but the log key. */
function forge({ database, masterKey }: VerifiedEvidence, row: SampledRow): string {
  const [tenantId, messageId] = [String(row['tenant_id']), String(row['message_id'])];
  const keys = new KeyRing(sqliteStatements(database), masterKey);
  const key = atOnce(keys.get(tenantId));
  const wrapped = database
    .prepare('SELECT secret FROM record_secrets WHERE secret_no = ?')
    .get(Number(row['secret_no']));
  const sealed = database
    .prepare('SELECT content FROM record_contents WHERE content_no = ?')
    .get(Number(row['content_no']));
  const secret = wrapSecret(key, messageId, wrapped?.['secret'] as Uint8Array);
  const parts = unpackEnvelope(openText(secret, 'content', sealed?.['content'] as Uint8Array));
  const forged = parts.map(([name, text]): NamedText => [name, name === 'answer' ? `${text}, or not` : text]);
  const content = sealBytes(secret, 'content', packEnvelope(forged));
  database
    .prepare('UPDATE record_contents SET content = ? WHERE content_no = ?')
    .run(content, Number(row['content_no']));
  const leafIndex = Number(row['leaf_index']);
  const [leaf] = createSqliteArchive(database, keys).readLeaves(tenantId, {
    start: leafIndex,
    end: leafIndex + 1,
  });
  return makeRecordEntry(
    {
      ...{ tenantId, messageId, status: String(row['status']), createdAtMs: Number(row['created_at_ms']) },
      fields: [...forged, ['content_state', String(row['content_state'])]],
      facts: leaf?.message?.facts ?? '',
      rules: leaf?.message?.rules ?? null,
    },
    { secret, factsSecret: factsSecret(key, messageId) },
  );
}

const secondWhole = `content_no IS NOT NULL AND entry NOT LIKE '["avow.leaf.v1"%'`;

/** One record is forged, with every hash that follows from it. */
const rewriteRecord: Mutate = (evidence) => {
  const { database, random } = evidence;
  const row = anyMessage(database, random, secondWhole);
  if (row === null) return null;
  const tenantId = String(row['tenant_id']);
  const leafIndex = Number(row['leaf_index']);
  const within = between(evidence, tenantId, leafIndex);
  const entry = forge(evidence, row);
  const nodes = sampleRows(database, 'SELECT * FROM log_nodes WHERE tenant_id = ?', tenantId);
  const lines = readLog(database, tenantId);
  rewriteLog(
    database,
    tenantId,
    lines.map((line, at) => (at === leafIndex ? { ...line, entry } : line)),
  );
  const keepsNodes = random.below(3) === 0;
  if (keepsNodes) {
    // The hashes over full tiles were not rewritten, so they reveal it too.
    const restore = database.prepare(
      'UPDATE log_nodes SET hash = ? WHERE tenant_id = ? AND level = ? AND node_index = ?',
    );
    for (const node of nodes)
      restore.run(node['hash'] ?? null, tenantId, node['level'] ?? null, node['node_index'] ?? null);
  }
  return { what: 'a record is forged with all hashes', ...(within === undefined ? {} : { within }) };
};

/** Everything from some leaf on is forged. */
const rewriteFrom: Mutate = (evidence) => {
  const { database, random } = evidence;
  const row = anyMessage(database, random, secondWhole);
  if (row === null) return null;
  const tenantId = String(row['tenant_id']);
  const first = Number(row['leaf_index']);
  const within = between(evidence, tenantId, first);
  const rows = sampleRows(
    database,
    `SELECT messages.* FROM messages JOIN log_entries USING (tenant_id, leaf_index)
     WHERE tenant_id = ? AND leaf_index >= ? AND ${secondWhole} ORDER BY leaf_index LIMIT 10`,
    ...[tenantId, first],
  );
  const forged = new Map(rows.map((each) => [Number(each['leaf_index']), forge(evidence, each)]));
  rewriteLog(
    database,
    tenantId,
    readLog(database, tenantId).map((line, at) => ({ ...line, entry: forged.get(at) ?? line.entry })),
  );
  return { what: 'history is forged from a leaf on', ...(within === undefined ? {} : { within }) };
};

/** Events are removed, inserted or changed, and everything after them moves. */
const rewriteEvents: Mutate = (evidence) => {
  const { database, random } = evidence;
  const row = anyRow(database, random, "SELECT * FROM log_entries WHERE event_kind = 'access'");
  if (row === null) return null;
  const [tenantId, at] = [String(row['tenant_id']), Number(row['leaf_index'])];
  const within = between(evidence, tenantId, at);
  const lines = readLog(database, tenantId);
  const line = lines[at];
  if (line === undefined || within === undefined) return null;
  const other = { ...line, entry: formatEntry({ ...parseEntry(line.entry), actor: 'key_other' }) };
  const method = random.pick(['taken out', 'put in', 'reworded']);
  if (method === 'taken out') lines.splice(at, 1);
  else if (method === 'put in') lines.splice(at, 0, other);
  else lines[at] = other;
  rewriteLog(database, tenantId, lines);
  // One entry less may leave the log smaller than what was signed.
  return {
    what: `an event is ${method}, with all hashes`,
    within: { ...within, start: Math.min(within.start, at) },
  };
};

/** The end of a log is cut off with its records, with or without checkpoints: anchors still contain it. */
const truncate: Mutate = (evidence) => {
  const { database, random } = evidence;
  const row = anyRow(database, random, 'SELECT * FROM logs');
  if (row === null) return null;
  const tenantId = String(row['tenant_id']);
  const size = random.below(Number(row['size']));
  const within = between(evidence, tenantId, size);
  const lines = readLog(database, tenantId).slice(0, size);
  database.prepare('DELETE FROM messages WHERE tenant_id = ? AND leaf_index >= ?').run(tenantId, size);
  database.prepare('DELETE FROM dropped_records WHERE tenant_id = ? AND leaf_index >= ?').run(tenantId, size);
  // Later events on the remaining records are reverted too, if their entry is gone.
  rewriteLog(database, tenantId, lines);
  if (random.below(2) === 0)
    database.prepare('DELETE FROM checkpoints WHERE tenant_id = ? AND size > ?').run(tenantId, size);
  const emptied = sampleRows(
    database,
    `SELECT leaf_index, message_id FROM messages WHERE tenant_id = ? AND content_no IS NULL AND leaf_index IS NOT NULL
     UNION SELECT leaf_index, message_id FROM dropped_records WHERE tenant_id = ?`,
    ...[tenantId, tenantId],
  );
  return {
    what: 'the end of a log is cut off',
    ...(within === undefined ? {} : { within }),
    leaves: emptied.map(({ leaf_index }) => Number(leaf_index)),
  };
};

export const historyMutations: readonly Mutate[] = [rewriteRecord, rewriteFrom, rewriteEvents, truncate];
