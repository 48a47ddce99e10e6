import type { DatabaseSync } from 'node:sqlite';
import type { ProposalState } from '../../interfaces/learning-store.ts';
import { type CalibrationColumns, calibrationColumnsSql } from './calibration-columns.ts';
import {
  authorInColumns,
  type FeedbackColumns,
  feedbackColumnsSql,
  sealFeedback,
} from './feedback-columns.ts';
import type { Standing } from './hold-standing.ts';
import { intoTable } from './into-table.ts';
import type { KeyRing } from './key-ring.ts';
import { type LabelColumns, putLabelSql } from './label-columns.ts';
import type { LeftPairs } from './left-pairs.ts';
import type { Vault } from './vault.ts';

export interface PutFeedbackCall {
  readonly tenantId: string;
  readonly feedback: FeedbackColumns;
  readonly label: LabelColumns | null;
  readonly perMessageMax: number;
}

export interface SettleProposalCall {
  readonly tenantId: string;
  readonly feedbackId: string;
  readonly from: ProposalState;
  readonly to: readonly [state: ProposalState, packId: string | null, curatedId: string | null];
}

const ofAuthorSql = 'tenant_id = ? AND message_id = ? AND author = ?';

function prepareStatements(database: DatabaseSync) {
  return {
    countOthers: database.prepare(
      'SELECT count(*) AS others FROM feedback WHERE tenant_id = ? AND message_id = ? AND author <> ?',
    ),
    findAsker: database.prepare(
      `SELECT thread_id, end_user_id FROM messages WHERE tenant_id = ?1 AND message_id = ?2
       AND EXISTS (SELECT 1 FROM feedback WHERE tenant_id = ?1 AND message_id = ?2 AND author = ?3)`,
    ),
    removeFeedback: database.prepare(
      `DELETE FROM feedback WHERE ${ofAuthorSql} RETURNING proposal_state, proposal_curated_id`,
    ),
    insertFeedback: database.prepare(`INSERT ${intoTable('feedback', feedbackColumnsSql)}`),
    settle: database.prepare(
      `UPDATE feedback SET proposal_state = ?, proposal_pack_id = ?, proposal_curated_id = ?
       WHERE tenant_id = ? AND feedback_id = ? AND proposal_state = ?`,
    ),
    findProposed: database.prepare(
      "SELECT message_id FROM feedback WHERE tenant_id = ? AND feedback_id = ? AND proposal_state = 'proposed'",
    ),
    removeLabel: database.prepare(`DELETE FROM labels WHERE ${ofAuthorSql} AND origin = 'feedback'`),
    putLabel: database.prepare(putLabelSql),
    lastCalibration: database.prepare(
      'SELECT coalesce(max(revision), 0) AS revision FROM calibrations WHERE tenant_id = ?',
    ),
    insertCalibration: database.prepare(
      `INSERT ${intoTable('calibrations', `revision, ${calibrationColumnsSql}`)}`,
    ),
  };
}

interface LearningParts {
  readonly keys: KeyRing;
  readonly vault: Vault;
  readonly standing: Standing;
  readonly leftPairs: LeftPairs;
  readonly onTextRemoved: () => void;
}

function withAuthor([messageId, , ...rest]: LabelColumns, author: string): LabelColumns {
  return [messageId, author, ...rest];
}

/** The writer's operations on feedback, labels and calibrations. All checks come before the first write. */
export function createLearningWrites(
  database: DatabaseSync,
  { keys, vault, standing, leftPairs, onTextRemoved }: LearningParts,
) {
  const statements = prepareStatements(database);
  /** Whether the author has spoken of the message, and a hold keeps what they said. */
  const isHeld = (...[tenantId, messageId, author]: readonly [string, string, string]) => {
    const asker = statements.findAsker.get(tenantId, messageId, author);
    if (asker === undefined) return false;
    const [threadId, person] = [String(asker['thread_id']), asker['end_user_id'] as string | null];
    return standing.over(tenantId, { messageId, threadId, person }).length > 0;
  };
  return {
    putFeedback(call: PutFeedbackCall): 'kept' | 'too_many' | 'held' | 'unknown' {
      const { tenantId, feedback, label, perMessageMax } = call;
      const [, messageId, name, , , , , , endUserId] = feedback;
      const secret = vault.findSecret(tenantId, messageId);
      // Of content that is gone nothing is kept either.
      if (secret === null) return 'unknown';
      const stands = authorInColumns(keys.get(tenantId), { author: name, endUserId });
      const ofAuthor = [tenantId, messageId, stands.author] as const;
      if (Number(statements.countOthers.get(...ofAuthor)?.['others']) >= perMessageMax) return 'too_many';
      if (isHeld(...ofAuthor)) return 'held';
      const before = statements.removeFeedback.get(...ofAuthor);
      if (before !== undefined) onTextRemoved();
      // Nothing else tells from then on that the pair was drafted from this message.
      const pair = before?.['proposal_state'] === 'drafted' ? before['proposal_curated_id'] : null;
      if (typeof pair === 'string') leftPairs.note(tenantId, messageId, pair);
      statements.insertFeedback.run(tenantId, ...sealFeedback(feedback, { secret, ...stands }));
      // What a reviewer decided stands, whatever the same key says later that decides nothing.
      if (label === null) statements.removeLabel.run(...ofAuthor);
      else statements.putLabel.run(tenantId, ...withAuthor(label, stands.author));
      return 'kept';
    },
    settleProposal({ tenantId, feedbackId, from, to }: SettleProposalCall): boolean {
      return statements.settle.run(...to, tenantId, feedbackId, from).changes === 1;
    },
    notePairOfFeedback([tenantId, feedbackId, curatedId]: readonly [string, string, string]): boolean {
      const found = statements.findProposed.get(tenantId, feedbackId);
      if (found === undefined) return false;
      leftPairs.note(tenantId, String(found['message_id']), curatedId);
      return true;
    },
    /** The revision that it got. */
    putCalibration([tenantId, ...columns]: readonly [tenantId: string, ...CalibrationColumns]): number {
      const revision = Number(statements.lastCalibration.get(tenantId)?.['revision']) + 1;
      statements.insertCalibration.run(tenantId, revision, ...columns);
      return revision;
    },
  };
}
