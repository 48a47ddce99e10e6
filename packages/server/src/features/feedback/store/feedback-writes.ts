import type { CuratedId, TenantId } from '@avow/foundation';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import type { KeyRing, RecordSecrets } from '@avow/storage/sealing';
import type { DerivedPairs } from '../../records/store/derived-pairs.ts';
import type { ActiveHolds } from '../../retention/store/active-holds.ts';
import type { FeedbackId, FeedbackStore } from '../feedback-store.ts';
import {
  authorInColumns,
  encodeFeedback,
  type FeedbackOfTenant,
  insertFeedbackSql,
  sealFeedback,
} from './feedback-columns.ts';
import { encodeBlockLabel, encodeLabel, prepareLabels } from './label-columns.ts';

const ofAuthorSql = 'tenant_id = ? AND message_id = ? AND author = ?';

function prepareStatements({ read, change, write }: Statements) {
  return {
    countOthers: read<{ readonly others: number }>(
      'SELECT count(*) AS others FROM feedback WHERE tenant_id = ? AND message_id = ? AND author <> ?',
    ),
    findAsker: read<{ readonly thread_id: string; readonly end_user_id: string | null }>(
      `SELECT thread_id, end_user_id FROM messages WHERE tenant_id = ?1 AND message_id = ?2
       AND EXISTS (SELECT 1 FROM feedback WHERE tenant_id = ?1 AND message_id = ?2 AND author = ?3)`,
    ),
    removeFeedback: read<Pick<FeedbackOfTenant, 'proposal_state' | 'proposal_curated_id'>>(
      `DELETE FROM feedback WHERE ${ofAuthorSql} RETURNING proposal_state, proposal_curated_id`,
    ),
    insertFeedback: write<FeedbackOfTenant>(insertFeedbackSql),
    settle: change(
      `UPDATE feedback SET proposal_state = ?, proposal_pack_id = ?, proposal_curated_id = ?
       WHERE tenant_id = ? AND feedback_id = ? AND proposal_state = ?`,
    ),
    findProposed: read<{ readonly message_id: string }>(
      "SELECT message_id FROM feedback WHERE tenant_id = ? AND feedback_id = ? AND proposal_state IN ('proposed', 'none')",
    ),
    removeLabel: change(`DELETE FROM labels WHERE ${ofAuthorSql} AND origin = 'feedback'`),
    putLabel: prepareLabels({ read, write }),
  };
}

interface FeedbackWriteParts {
  readonly keys: KeyRing;
  readonly recordSecrets: RecordSecrets;
  readonly activeHolds: ActiveHolds;
  readonly derivedPairs: DerivedPairs;
  readonly onTextRemoved: () => void;
}

/** The writer's operations on feedback and labels. All checks come before the first write. */
export function createFeedbackWrites(
  all: Statements,
  { keys, recordSecrets, activeHolds, derivedPairs, onTextRemoved }: FeedbackWriteParts,
) {
  const statements = prepareStatements(all);
  /** Whether the author gave feedback on the message and a hold protects it. */
  function* isUnderHold(
    ...[tenantId, messageId, author]: readonly [string, string, string]
  ): Operation<boolean> {
    const asker = yield* statements.findAsker.first(tenantId, messageId, author);
    if (asker === null) return false;
    const { thread_id: threadId, end_user_id: person } = asker;
    return (yield* activeHolds.over(tenantId, { messageId, threadId, person })).length > 0;
  }
  const writes = {
    *putFeedback(tenantId, feedback, { label, perMessageMax }) {
      const { messageId, endUserId, author: writer } = feedback;
      if (label !== null && (label.messageId !== messageId || label.author !== writer))
        throw new Error('a label is of what its feedback is of');
      const secret = yield* recordSecrets.findSecret(tenantId, messageId);
      // No feedback is kept on content that is gone.
      if (secret === null) return 'unknown';
      const authorship = authorInColumns(yield* keys.get(tenantId), { author: writer, endUserId });
      const { author } = authorship;
      const ofAuthor = [tenantId, messageId, author] as const;
      const counted = yield* statements.countOthers.first(...ofAuthor);
      if ((counted?.others ?? 0) >= perMessageMax) return 'too_many';
      if (yield* isUnderHold(...ofAuthor)) return 'under_hold';
      const before = yield* statements.removeFeedback.first(...ofAuthor);
      if (before !== null) onTextRemoved();
      // From now on, this is the only record that the pair was drafted from this message.
      const pair = before?.proposal_state === 'drafted' ? before.proposal_curated_id : null;
      if (pair !== null) yield* derivedPairs.note(tenantId, messageId, pair);
      const sealed = sealFeedback(encodeFeedback(feedback), { secret, ...authorship });
      yield* statements.insertFeedback.put({ tenant_id: tenantId, ...sealed });
      // A reviewer's decision is kept, whatever feedback the same key gives later.
      if (label === null) {
        yield* statements.removeLabel.put(...ofAuthor);
        return 'kept';
      }
      const row = 'threshold' in label ? encodeBlockLabel(label) : encodeLabel(label);
      yield* statements.putLabel(tenantId, { ...row, author });
      return 'kept';
    },
    *settleProposal(tenantId, feedbackId, { from, to }) {
      const { state, packId, curatedId } = to;
      const settled = yield* statements.settle.run(state, packId, curatedId, tenantId, feedbackId, from);
      return settled === 1;
    },
  } satisfies OperationsFor<FeedbackStore>;
  return {
    ...writes,
    *notePairOfFeedback(
      tenantId: TenantId,
      feedbackId: FeedbackId,
      curatedId: CuratedId,
    ): Operation<boolean> {
      const found = yield* statements.findProposed.first(tenantId, feedbackId);
      if (found === null) return false;
      yield* derivedPairs.note(tenantId, found.message_id, curatedId);
      return true;
    },
  };
}
