import type { GoldenStore } from '../../interfaces/golden-store.ts';
import { assertPage } from './assert-page.ts';
import { decodeEvaluation, decodeSummary, encodeEvaluation } from './evaluation-columns.ts';
import { decodeGolden, encodeGolden } from './golden-columns.ts';
import type { SqliteChannels } from './sqlite-channels.ts';

/** Sorts after every id. */
const lastId = '~';

export function createSqliteGoldenStore({ writer, reader }: SqliteChannels): GoldenStore {
  return {
    putQuestions: (tenantId, packId, questions, { questionsMax }) =>
      writer.call('putQuestions', {
        ...{ tenantId, packId, questionsMax },
        questions: questions.map(encodeGolden),
      }),
    async listQuestions(tenantId, packId, { state = null }, { after, limit }) {
      assertPage(limit);
      const rows = await reader.call('listGolden', { tenantId, packId, state, after, limit });
      return rows.map(decodeGolden);
    },
    async getQuestion(tenantId, packId, goldenId) {
      const columns = await reader.call('getGolden', [tenantId, packId, goldenId]);
      return columns === null ? null : decodeGolden(columns);
    },
    removeQuestions: (tenantId, packId, goldenIds) =>
      writer.call('removeQuestions', [tenantId, packId, goldenIds]),
    async getGate(tenantId, packId) {
      const columns = await reader.call('getGate', [tenantId, packId]);
      return columns === null ? null : { toleranceShare: columns[0] };
    },
    setGate: (tenantId, packId, gate) =>
      writer.call('setGate', [tenantId, packId, gate?.toleranceShare ?? null]),
    async putEvaluation(tenantId, evaluation, keep) {
      assertPage(keep);
      return writer.call('putEvaluation', { tenantId, evaluation: encodeEvaluation(evaluation), keep });
    },
    async getEvaluation(tenantId, evaluationId) {
      const columns = await reader.call('getEvaluation', [tenantId, evaluationId]);
      return columns === null ? null : decodeEvaluation(columns);
    },
    async listEvaluations(tenantId, packId, { before, limit }) {
      assertPage(limit);
      const rows = await reader.call('listEvaluations', [tenantId, packId, before ?? lastId, limit]);
      return rows.map(decodeSummary);
    },
  };
}
