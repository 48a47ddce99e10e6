import type { CuratedId, MessageId } from '@avow/foundation';
import { assertPage, type OperationsFor, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openBytes, wrapSecret } from '@avow/storage/sealing';
import { decodeFacts, factColumns } from '../../records/store/fact-columns.ts';
import { firstIdAt } from '../../records/store/list-conditions.ts';
import type { HandledMark, InsightStore } from '../insight-store.ts';
import { assertCount } from './assert-count.ts';

/** A row of `handled_questions` without its tenant and time. */
interface MarkColumns {
  readonly message_id: MessageId;
  readonly state: HandledMark['state'];
  readonly curated_id: CuratedId | null;
}

/** A row of `question_vectors` without its tenant and encoder, which is sealed in the table alone. */
export interface VectorColumns {
  readonly message_id: MessageId;
  readonly vector: Uint8Array;
}

/** A message's id contains the time of its creation, so a period is a range of ids. */
export const listFactsSql = `SELECT ${factColumns.join(', ')} FROM messages
  WHERE tenant_id = ? AND message_id >= ? AND message_id < ? AND leaf_index IS NOT NULL
  ORDER BY message_id DESC LIMIT ?`;

/** CROSS JOIN fixes the order: the ids are few, the rows many. With each vector comes the secret that it is sealed under. */
export const readVectorsSql = ({
  dialect,
}: Pick<Statements, 'dialect'>) => `SELECT kept.message_id, kept.vector, secrets.secret
  FROM ${dialect.listedIn('?2', 'one')} CROSS JOIN question_vectors AS kept
  CROSS JOIN messages CROSS JOIN record_secrets AS secrets
  WHERE kept.tenant_id = ?1 AND kept.message_id = one.value AND kept.encoder = ?3
    AND messages.tenant_id = ?1 AND messages.message_id = kept.message_id
    AND secrets.secret_no = messages.secret_no`;
export const readMarksSql = ({
  dialect,
}: Pick<Statements, 'dialect'>) => `SELECT kept.message_id, kept.state, kept.curated_id
  FROM ${dialect.listedIn('?2', 'one')} CROSS JOIN handled_questions AS kept
  WHERE kept.tenant_id = ?1 AND kept.message_id = one.value`;

/** The reader's operations for insights over many messages. */
export function createInsightReads(statements: Statements, keys: KeyRing) {
  const { read } = statements;
  const listFacts = read(listFactsSql, decodeFacts);
  const readVectors = read<VectorColumns & { readonly secret: Uint8Array }>(readVectorsSql(statements));
  const readMarks = read(
    readMarksSql(statements),
    (row: MarkColumns): HandledMark => ({
      ...{ messageId: row.message_id, state: row.state, curatedId: row.curated_id },
    }),
  );
  return {
    listFacts(tenantId, { fromMs, untilMs }, { before, limit }) {
      assertPage(limit);
      const until = firstIdAt(untilMs);
      const end = before !== null && before < until ? before : until;
      return listFacts.all(tenantId, firstIdAt(fromMs), end, limit);
    },
    *readQuestionVectors(tenantId, { encoder, messageIds }) {
      assertCount(messageIds.length);
      const vectors = new Map<MessageId, Float32Array>();
      const rows = yield* readVectors.all(tenantId, JSON.stringify(messageIds), encoder);
      if (rows.length === 0) return vectors;
      const key = yield* keys.get(tenantId);
      for (const { message_id, vector: sealed, secret } of rows) {
        const vector = openBytes(wrapSecret(key, message_id, secret), 'vector', sealed);
        // A vector that does not open is computed again.
        if (vector !== null) vectors.set(message_id, new Float32Array(new Uint8Array(vector).buffer));
      }
      return vectors;
    },
    readMarks(tenantId, messageIds) {
      assertCount(messageIds.length);
      return readMarks.all(tenantId, JSON.stringify(messageIds));
    },
  } satisfies OperationsFor<InsightStore>;
}
