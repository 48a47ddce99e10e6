import type { Operation, Statements } from '@avow/storage';
import type { KeyRing, RecordSecrets } from '@avow/storage/sealing';
import type { DerivedPairs } from '../../records/store/derived-pairs.ts';
import type { ActiveHolds } from '../../retention/store/active-holds.ts';
import type { Feedback, ProposalState } from '../feedback-store.ts';
import {
  authorInColumns,
  type FeedbackOfTenant,
  insertFeedbackSql,
  type OpenFeedback,
  sealFeedback,
} from './feedback-columns.ts';
import { type LabelColumns, prepareLabels } from './label-columns.ts';

export interface PutFeedbackCall {
  readonly tenantId: string;
  readonly feedback: OpenFeedback;
  readonly label: LabelColumns | null;
  readonly perMessageMax: number;
}

export interface SettleProposalCall {
  readonly tenantId: string;
  readonly feedbackId: string;
  readonly from: ProposalState;
  readonly to: Feedback['proposal'];
}

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
      "SELECT message_id FROM feedback WHERE tenant_id = ? AND feedback_id = ? AND proposal_state = 'proposed'",
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
  return {
    *putFeedback(call: PutFeedbackCall): Operation<'kept' | 'too_many' | 'under_hold' | 'unknown'> {
      const { tenantId, feedback, label, perMessageMax } = call;
      const { message_id: messageId, end_user_id: endUserId } = feedback;
      const secret = yield* recordSecrets.findSecret(tenantId, messageId);
      // No feedback is kept on content that is gone.
      if (secret === null) return 'unknown';
      const authorship = authorInColumns(yield* keys.get(tenantId), { author: feedback.author, endUserId });
      const ofAuthor = [tenantId, messageId, authorship.author] as const;
      const counted = yield* statements.countOthers.first(...ofAuthor);
      if ((counted?.others ?? 0) >= perMessageMax) return 'too_many';
      if (yield* isUnderHold(...ofAuthor)) return 'under_hold';
      const before = yield* statements.removeFeedback.first(...ofAuthor);
      if (before !== null) onTextRemoved();
      // From now on, this is the only record that the pair was drafted from this message.
      const pair = before?.proposal_state === 'drafted' ? before.proposal_curated_id : null;
      if (pair !== null) yield* derivedPairs.note(tenantId, messageId, pair);
      const sealed = sealFeedback(feedback, { secret, ...authorship });
      yield* statements.insertFeedback.put({ tenant_id: tenantId, ...sealed });
      // A reviewer's decision is kept, whatever feedback the same key gives later.
      if (label === null) yield* statements.removeLabel.put(...ofAuthor);
      else yield* statements.putLabel(tenantId, { ...label, author: authorship.author });
      return 'kept';
    },
    *settleProposal({ tenantId, feedbackId, from, to }: SettleProposalCall): Operation<boolean> {
      const { state, packId, curatedId } = to;
      const settled = yield* statements.settle.run(state, packId, curatedId, tenantId, feedbackId, from);
      return settled === 1;
    },
    *notePairOfFeedback([tenantId, feedbackId, curatedId]: readonly [
      string,
      string,
      string,
    ]): Operation<boolean> {
      const found = yield* statements.findProposed.first(tenantId, feedbackId);
      if (found === null) return false;
      yield* derivedPairs.note(tenantId, found.message_id, curatedId);
      return true;
    },
  };
}
