import type { OperationId } from '@avow/contract';
import type { ContentHandler } from '../content/content-route.ts';
import {
  cancelEvaluation,
  compareEvaluations,
  getEvaluation,
  listEvaluations,
  startEvaluation,
} from './evaluations.ts';
import type { GoldenRoutesParts } from './golden-route.ts';
import {
  acceptGolden,
  deleteGolden,
  deletePublishGate,
  exportGolden,
  getGolden,
  getPublishGate,
  listGolden,
  putGolden,
  putPublishGate,
  replaceGolden,
  suggestGolden,
} from './questions.ts';

/** The handlers of the operations on golden sets, by their ids. */
export function goldenHandlers(parts: GoldenRoutesParts) {
  return {
    listGolden: listGolden(parts),
    putGolden: putGolden(parts),
    exportGolden: exportGolden(parts),
    suggestGolden: suggestGolden(parts),
    getGolden: getGolden(parts),
    replaceGolden: replaceGolden(parts),
    deleteGolden: deleteGolden(parts),
    acceptGolden: acceptGolden(parts),
    getPublishGate: getPublishGate(parts),
    putPublishGate: putPublishGate(parts),
    deletePublishGate: deletePublishGate(parts),
    startEvaluation: startEvaluation(parts),
    listEvaluations: listEvaluations(parts),
    getEvaluation: getEvaluation(parts),
    cancelEvaluation: cancelEvaluation(parts),
    compareEvaluations: compareEvaluations(parts),
  } satisfies Readonly<Partial<Record<OperationId, ContentHandler>>>;
}
