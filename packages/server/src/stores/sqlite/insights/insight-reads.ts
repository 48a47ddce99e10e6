import type { DatabaseSync } from 'node:sqlite';
import type { CuratedId, MessageId } from '@avow/foundation';
import type { HandledMark } from '../../../insights/insight-store.ts';
import { openBytes } from '../../sealing/seal-bytes.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type FactColumns, factColumns } from '../messages/fact-columns.ts';
import { firstIdAt } from '../messages/list-conditions.ts';
import { prepareMessageSecrets } from '../messages/message-secrets.ts';
import { prepareReads } from '../prepare-reads.ts';

export interface ListFactsCall {
  readonly tenantId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly before: string | null;
  readonly limit: number;
}

/** A row of `handled_questions` without its tenant and time. */
export interface MarkColumns {
  readonly message_id: MessageId;
  readonly state: HandledMark['state'];
  readonly curated_id: CuratedId | null;
}

/** A row of `question_vectors` without its tenant and encoder; sealed in the table, unsealed between threads. */
export interface VectorColumns {
  readonly message_id: MessageId;
  readonly vector: Uint8Array;
}

/** A message's id contains the time of its creation, so a period is a range of ids. */
export const listFactsSql = `SELECT ${factColumns.join(', ')} FROM messages
  WHERE tenant_id = ? AND message_id >= ? AND message_id < ? AND leaf_index IS NOT NULL
  ORDER BY message_id DESC LIMIT ?`;

/** CROSS JOIN fixes the order: the ids are few, the rows many. */
export const readVectorsSql = `SELECT kept.message_id, kept.vector
  FROM json_each(?2) AS one CROSS JOIN question_vectors AS kept
  WHERE kept.tenant_id = ?1 AND kept.message_id = one.value AND kept.encoder = ?3`;
export const readMarksSql = `SELECT kept.message_id, kept.state, kept.curated_id
  FROM json_each(?2) AS one CROSS JOIN handled_questions AS kept
  WHERE kept.tenant_id = ?1 AND kept.message_id = one.value`;

/** The reader's operations for insights over many messages. */
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
      readVectors.all(...call).flatMap((row): VectorColumns[] => {
        const secret = secretOf(call[0], row.message_id);
        const vector = secret === null ? null : openBytes(secret, 'vector', row.vector);
        // A vector that does not open is computed again.
        return vector === null ? [] : [{ message_id: row.message_id, vector }];
      }),
    readMarks: (call: readonly [tenantId: string, messageIds: string]) => readMarks.all(...call),
  };
}
