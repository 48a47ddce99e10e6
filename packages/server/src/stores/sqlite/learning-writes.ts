import type { DatabaseSync } from 'node:sqlite';
import type { ProposalState } from '../../interfaces/learning-store.ts';
import { type CalibrationColumns, calibrationColumnsSql } from './calibration-columns.ts';
import { type FeedbackColumns, feedbackColumnsSql } from './feedback-columns.ts';
import { intoTable } from './into-table.ts';
import { type LabelColumns, putLabelSql } from './label-columns.ts';

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
    findMessage: database.prepare('SELECT 1 FROM messages WHERE tenant_id = ? AND message_id = ?'),
    countOthers: database.prepare(
      'SELECT count(*) AS others FROM feedback WHERE tenant_id = ? AND message_id = ? AND author <> ?',
    ),
    removeFeedback: database.prepare(`DELETE FROM feedback WHERE ${ofAuthorSql}`),
    insertFeedback: database.prepare(`INSERT ${intoTable('feedback', feedbackColumnsSql)}`),
    settle: database.prepare(
      `UPDATE feedback SET proposal_state = ?, proposal_pack_id = ?, proposal_curated_id = ?
       WHERE tenant_id = ? AND feedback_id = ? AND proposal_state = ?`,
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

/** The writer's operations on feedback, labels and calibrations. All checks come before the first write. */
export function createLearningWrites(database: DatabaseSync, onTextRemoved: () => void) {
  const statements = prepareStatements(database);
  return {
    putFeedback(call: PutFeedbackCall): 'kept' | 'too_many' | 'unknown' {
      const { tenantId, feedback, label, perMessageMax } = call;
      const [, messageId, author] = feedback;
      const ofAuthor = [tenantId, messageId, author] as const;
      if (statements.findMessage.get(tenantId, messageId) === undefined) return 'unknown';
      if (Number(statements.countOthers.get(...ofAuthor)?.['others']) >= perMessageMax) return 'too_many';
      if (statements.removeFeedback.run(...ofAuthor).changes !== 0) onTextRemoved();
      statements.insertFeedback.run(tenantId, ...feedback);
      // What a reviewer decided stands, whatever the same key says later that decides nothing.
      if (label === null) statements.removeLabel.run(...ofAuthor);
      else statements.putLabel.run(tenantId, ...label);
      return 'kept';
    },
    settleProposal({ tenantId, feedbackId, from, to }: SettleProposalCall): boolean {
      return statements.settle.run(...to, tenantId, feedbackId, from).changes === 1;
    },
    putLabel({ tenantId, label }: { readonly tenantId: string; readonly label: LabelColumns }): null {
      statements.putLabel.run(tenantId, ...label);
      return null;
    },
    /** The revision that it got. */
    putCalibration([tenantId, ...columns]: readonly [tenantId: string, ...CalibrationColumns]): number {
      const revision = Number(statements.lastCalibration.get(tenantId)?.['revision']) + 1;
      statements.insertCalibration.run(tenantId, revision, ...columns);
      return revision;
    },
  };
}
