import { calibrationSchema, refitSchema } from './calibration.ts';
import { emptyRequestSchema } from './content-pack.ts';
import {
  bodyProblems,
  jsonResponse,
  keyProblems,
  type Operation,
  type StatedOperation,
} from './operation.ts';
import type { ProblemCode } from './problems.ts';

const path = '/v1/calibration';

function calibrationOperation(stated: Omit<StatedOperation, 'path'> & { readonly path?: string }): Operation {
  const problems: readonly ProblemCode[] = [...keyProblems, 'audit_unavailable', ...(stated.problems ?? [])];
  return { path, ...stated, tag: 'insights', scope: 'guardrails:manage', limit: 'content', problems };
}

/** The calibration of confidence scores to a tenant's own labels. */
export const calibrationOperations = {
  getCalibration: calibrationOperation({
    operationId: 'getCalibration',
    method: 'GET',
    summary: 'Read the calibration',
    description: 'The active calibration, its revisions, and what the next fit requires.',
    request: {},
    responses: { 200: jsonResponse('The calibration.', calibrationSchema) },
  }),
  refitCalibration: calibrationOperation({
    operationId: 'refitCalibration',
    method: 'POST',
    path: `${path}/refit`,
    summary: 'Refit the calibration',
    description:
      'Fits the calibration to the current labels. The new fit becomes active, within a second, if it predicts held-out labels better than the built-in model. If it does not, and the active calibration now predicts worse than the built-in model, a revision that changes nothing replaces it. The service also refits by itself from time to time.',
    request: { body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The result.', refitSchema) },
    problems: bodyProblems,
  }),
  resetCalibration: calibrationOperation({
    operationId: 'resetCalibration',
    method: 'DELETE',
    summary: 'Reset the calibration',
    description:
      'Uses the built-in model without calibration. The service does not refit by itself until a refit is requested. Labels are kept.',
    request: {},
    responses: { 200: jsonResponse('The calibration.', calibrationSchema) },
  }),
};
