import type { DatabaseSync } from 'node:sqlite';
import type { CuratedId, MessageId } from '../../interfaces/identity.ts';
import type { HandledMark } from '../../interfaces/insight-store.ts';
import { openBytes } from '../sealing/seal-bytes.ts';
import { type FactColumns, factColumnsSql } from './fact-columns.ts';
import type { KeyRing } from './key-ring.ts';
import { firstIdAt } from './list-conditions.ts';
import { prepareMessageSecrets } from './message-secrets.ts';
import { prepareReads } from './prepare-reads.ts';

export interface ListFactsCall {
  readonly tenantId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly before: string | null;
  readonly limit: number;
}

export type MarkColumns = readonly [
  messageId: MessageId,
  state: HandledMark['state'],
  curatedId: CuratedId | null,
];

export type VectorColumns = readonly [messageId: MessageId, vector: Uint8Array];

/** A message's id holds the instant of its creation: a time is a range of ids. */
export const listFactsSql = `SELECT ${factColumnsSql} FROM messages
  WHERE tenant_id = ? AND message_id >= ? AND message_id < ? AND leaf_index IS NOT NULL
  ORDER BY message_id DESC LIMIT ?`;

/** CROSS JOIN fixes the order: the ids are few, the rows many. */
export const readVectorsSql = `SELECT kept.message_id, kept.vector
  FROM json_each(?2) AS one CROSS JOIN question_vectors AS kept
  WHERE kept.tenant_id = ?1 AND kept.message_id = one.value AND kept.encoder = ?3`;
export const readMarksSql = `SELECT kept.message_id, kept.state, kept.curated_id
  FROM json_each(?2) AS one CROSS JOIN handled_questions AS kept
  WHERE kept.tenant_id = ?1 AND kept.message_id = one.value`;

/** The reader's operations on what is counted over many messages. */
export function createInsightReads(database: DatabaseSync, keys: KeyRing) {
  const prepare = prepareReads(database);
  const secretOf = prepareMessageSecrets(database, keys);
  const listFacts = prepare<FactColumns>(listFactsSql);
  const readVectors = prepare<VectorColumns>(readVectorsSql);
  const readMarks = prepare<MarkColumns>(readMarksSql);
  return {
    listFacts({ tenantId, fromMs, untilMs, before, limit }: ListFactsCall): FactColumns[] {
      const until = firstIdAt(untilMs);
      const end = before !== null && before < until ? before : until;
      return listFacts.all(tenantId, firstIdAt(fromMs), end, limit);
    },
    /** The ids as JSON. */
    readVectors: (call: readonly [tenantId: string, messageIds: string, encoder: string]): VectorColumns[] =>
      readVectors.all(...call).flatMap(([messageId, sealed]): VectorColumns[] => {
        const secret = secretOf(call[0], messageId);
        const vector = secret === null ? null : openBytes(secret, 'vector', sealed);
        // One that does not open is made again.
        return vector === null ? [] : [[messageId, vector]];
      }),
    readMarks: (call: readonly [tenantId: string, messageIds: string]) => readMarks.all(...call),
  };
}
