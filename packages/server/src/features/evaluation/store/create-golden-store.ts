import type { GoldenStore } from '@avow/evaluation';
import { assertPage } from '@avow/storage';
import type { StoreChannels } from '../../../storage/store-channels.ts';
import { decodeEvaluation, decodeEvaluationSummary, encodeEvaluation } from './evaluation-columns.ts';
import { decodeGolden, encodeGolden } from './golden-columns.ts';

/** Sorts after every id. */
const lastId = '~';

export function createGoldenStore({ writer, reader }: StoreChannels): GoldenStore {
  return {
    putQuestions: (tenantId, packId, questions, { questionsMax }) =>
      writer.callFor(tenantId, 'putQuestions', {
        ...{ tenantId, packId, questionsMax },
        questions: questions.map(encodeGolden),
      }),
    async listQuestions(tenantId, packId, { state = null }, { after, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listGoldenQuestions', {
        tenantId,
        packId,
        state,
        after,
        limit,
      });
      return rows.map(decodeGolden);
    },
    async getQuestion(tenantId, packId, goldenId) {
      const row = await reader.callFor(tenantId, 'getGoldenQuestion', [tenantId, packId, goldenId]);
      return row === null ? null : decodeGolden(row);
    },
    removeQuestions: (tenantId, packId, goldenIds) =>
      writer.callFor(tenantId, 'removeQuestions', [tenantId, packId, goldenIds]),
    async getGate(tenantId, packId) {
      const row = await reader.callFor(tenantId, 'getGate', [tenantId, packId]);
      return row === null ? null : { toleranceShare: row.tolerance_share };
    },
    setGate: (tenantId, packId, gate) =>
      writer.callFor(tenantId, 'setGate', [tenantId, packId, gate?.toleranceShare ?? null]),
    async putEvaluation(tenantId, evaluation, keep) {
      assertPage(keep);
      return writer.callFor(tenantId, 'putEvaluation', {
        tenantId,
        evaluation: encodeEvaluation(evaluation),
        keep,
      });
    },
    async getEvaluation(tenantId, evaluationId) {
      const row = await reader.callFor(tenantId, 'getEvaluation', [tenantId, evaluationId]);
      return row === null ? null : decodeEvaluation(row);
    },
    async listEvaluations(tenantId, packId, { before, limit }) {
      assertPage(limit);
      const rows = await reader.callFor(tenantId, 'listEvaluations', [
        tenantId,
        packId,
        before ?? lastId,
        limit,
      ]);
      return rows.map(decodeEvaluationSummary);
    },
  };
}
