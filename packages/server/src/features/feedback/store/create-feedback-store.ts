import { AppError } from '@avow/foundation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import type { FeedbackStore } from '../feedback-store.ts';
import {
  decodeCalibration,
  decodeProposal,
  encodeCalibration,
  encodeProposal,
} from './calibration-columns.ts';
import { decodeFeedback, encodeFeedback } from './feedback-columns.ts';
import { decodeBlockLabel, decodeLabel, encodeBlockLabel, encodeLabel } from './label-columns.ts';

/** Sorts after every id. */
const lastId = '~';

export function createFeedbackStore({ writer, reader }: StoreChannels): FeedbackStore {
  const listCalibrations: FeedbackStore['listCalibrations'] = async (tenantId, limit) => {
    assertPage(limit);
    return (await reader.callFor(tenantId, 'listCalibrations', [tenantId, limit])).map(decodeCalibration);
  };
  return {
    async putFeedback(tenantId, feedback, { label, perMessageMax }) {
      const { messageId, author } = feedback;
      if (label !== null && (label.messageId !== messageId || label.author !== author)) {
        throw new AppError('internal', { cause: new Error('a label is of what its feedback is of') });
      }
      return writer.callFor(tenantId, 'putFeedback', {
        tenantId,
        feedback: encodeFeedback(feedback),
        label: label === null ? null : 'threshold' in label ? encodeBlockLabel(label) : encodeLabel(label),
        perMessageMax,
      });
    },
    async getFeedback(tenantId, feedbackId) {
      const row = await reader.callFor(tenantId, 'getFeedback', [tenantId, feedbackId]);
      return row === null ? null : decodeFeedback(row);
    },
    async listFeedbackOf(tenantId, messageId) {
      return (await reader.callFor(tenantId, 'listFeedbackOf', [tenantId, messageId])).map(decodeFeedback);
    },
    async listFeedback(tenantId, { verdict = null, proposal = null, readableBy }, { before, limit }) {
      assertPage(limit);
      const call = { tenantId, verdict, proposal, readableBy, before: before ?? lastId, limit };
      return (await reader.callFor(tenantId, 'listFeedback', call)).map(decodeFeedback);
    },
    settleProposal: (tenantId, feedbackId, { from, to }) =>
      writer.callFor(tenantId, 'settleProposal', { tenantId, feedbackId, from, to }),
    notePair: (tenantId, feedbackId, curatedId) =>
      writer.callFor(tenantId, 'notePairOfFeedback', [tenantId, feedbackId, curatedId]),
    async listLabels(
      tenantId,
      { selection = 'all', askedFromMs = 0, askedBeforeMs = Number.MAX_SAFE_INTEGER },
      limit,
    ) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listLabels', [
        selection,
        tenantId,
        askedFromMs,
        askedBeforeMs,
        limit,
      ]);
      return rows.map(decodeLabel);
    },
    async listBlockLabels(tenantId, askedFromMs, limit) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listBlockLabels', [tenantId, askedFromMs, limit]);
      return rows.map(decodeBlockLabel);
    },
    async countLabels(tenantId, sinceMs) {
      return (
        (await reader.callFor(tenantId, 'countLabels', [tenantId, sinceMs])) ?? {
          all: 0,
          visitors: 0,
          since: 0,
        }
      );
    },
    async currentCalibration(tenantId) {
      const [newest = null] = await listCalibrations(tenantId, 1);
      return newest;
    },
    listCalibrations,
    async lastAcceptedCalibration(tenantId) {
      const row = await reader.callFor(tenantId, 'lastAcceptedCalibration', tenantId);
      return row === null ? null : decodeCalibration(row);
    },
    putCalibration: (tenantId, calibration, proposalId) => {
      const call = { tenantId, calibration: encodeCalibration(calibration), proposalId: proposalId ?? null };
      return writer.callFor(tenantId, 'putCalibration', call);
    },
    async getCalibrationProposal(tenantId) {
      const row = await reader.callFor(tenantId, 'getCalibrationProposal', tenantId);
      return row === null ? null : decodeProposal(row);
    },
    putCalibrationProposal: (tenantId, proposed) =>
      writer.callFor(tenantId, 'putCalibrationProposal', { tenantId, proposal: encodeProposal(proposed) }),
    dropCalibrationProposal: (tenantId, proposalId, { actor, atMs }) =>
      writer.callFor(tenantId, 'dropCalibrationProposal', { tenantId, proposalId, atMs, actor: actor ?? '' }),
  };
}
