import type { OperationId } from '@avow/contract';
import type { ContentHandler } from '../../content/routes/content-route.ts';
import type { GoldenRoutesParts } from './evaluation-route.ts';
import {
  cancelEvaluation,
  compareEvaluations,
  getEvaluation,
  listEvaluations,
  startEvaluation,
} from './evaluations.ts';
import {
  acceptGoldenQuestion,
  deleteGoldenQuestion,
  deletePublishGate,
  exportGoldenSet,
  getGoldenQuestion,
  getPublishGate,
  listGoldenQuestions,
  replaceGoldenQuestion,
  setPublishGate,
  suggestGoldenQuestions,
  upsertGoldenQuestions,
} from './golden-sets.ts';

/** The handlers of the operations on golden sets, by their ids. */
export function goldenHandlers(parts: GoldenRoutesParts) {
  return {
    listGoldenQuestions: listGoldenQuestions(parts),
    upsertGoldenQuestions: upsertGoldenQuestions(parts),
    exportGoldenSet: exportGoldenSet(parts),
    suggestGoldenQuestions: suggestGoldenQuestions(parts),
    getGoldenQuestion: getGoldenQuestion(parts),
    replaceGoldenQuestion: replaceGoldenQuestion(parts),
    deleteGoldenQuestion: deleteGoldenQuestion(parts),
    acceptGoldenQuestion: acceptGoldenQuestion(parts),
    getPublishGate: getPublishGate(parts),
    setPublishGate: setPublishGate(parts),
    deletePublishGate: deletePublishGate(parts),
    startEvaluation: startEvaluation(parts),
    listEvaluations: listEvaluations(parts),
    getEvaluation: getEvaluation(parts),
    cancelEvaluation: cancelEvaluation(parts),
    compareEvaluations: compareEvaluations(parts),
  } satisfies Readonly<Partial<Record<OperationId, ContentHandler>>>;
}
