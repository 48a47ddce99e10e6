import { AppError } from '../../errors/app-error.ts';
import type { LearningStore } from '../../interfaces/learning-store.ts';
import { assertPage } from './assert-page.ts';
import { decodeCalibration, encodeCalibration } from './calibration-columns.ts';
import { decodeFeedback, encodeFeedback } from './feedback-columns.ts';
import { decodeLabel, encodeLabel } from './label-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** Sorts after every id. */
const lastId = '~';

export function createSqliteLearningStore({ writer, reader }: SqliteChannels): LearningStore {
  const listCalibrations: LearningStore['listCalibrations'] = async (tenantId, limit) => {
    assertPage(limit);
    return (await reader.call('listCalibrations', [tenantId, limit])).map(decodeCalibration);
  };
  return {
    async putFeedback(tenantId, feedback, { label, perMessageMax }) {
      const { messageId, author } = feedback;
      if (label !== null && (label.messageId !== messageId || label.author !== author)) {
        throw new AppError('internal', { cause: new Error('a label is of what its feedback is of') });
      }
      return writer.call('putFeedback', {
        tenantId,
        feedback: encodeFeedback(feedback),
        label: label === null ? null : encodeLabel(label),
        perMessageMax,
      });
    },
    async getFeedback(tenantId, feedbackId) {
      const columns = await reader.call('getFeedback', [tenantId, feedbackId]);
      return columns === null ? null : decodeFeedback(columns);
    },
    async listFeedbackOf(tenantId, messageId) {
      return (await reader.call('listFeedbackOf', [tenantId, messageId])).map(decodeFeedback);
    },
    async listFeedback(tenantId, { verdict = null, proposal = null }, { before, limit }) {
      assertPage(limit);
      const call = { tenantId, verdict, proposal, before: before ?? lastId, limit };
      return (await reader.call('listFeedback', call)).map(decodeFeedback);
    },
    settleProposal: (tenantId, feedbackId, { from, to }) =>
      writer.call('settleProposal', {
        ...{ tenantId, feedbackId, from },
        to: [to.state, to.packId, to.curatedId],
      }),
    notePair: (tenantId, feedbackId, curatedId) =>
      writer.call('notePairOfFeedback', [tenantId, feedbackId, curatedId]),
    async listLabels(tenantId, { askedFromMs = 0, askedBeforeMs = Number.MAX_SAFE_INTEGER }, limit) {
      assertPage(limit);
      const rows = await reader.call('listLabels', [tenantId, askedFromMs, askedBeforeMs, limit]);
      return rows.map(decodeLabel);
    },
    async countLabels(tenantId, sinceMs) {
      const [all, since] = (await reader.call('countLabels', [tenantId, sinceMs])) ?? [0, 0];
      return { all, since };
    },
    async currentCalibration(tenantId) {
      const [newest = null] = await listCalibrations(tenantId, 1);
      return newest;
    },
    listCalibrations,
    putCalibration: (tenantId, calibration) =>
      writer.call('putCalibration', [tenantId, ...encodeCalibration(calibration)]),
  };
}
