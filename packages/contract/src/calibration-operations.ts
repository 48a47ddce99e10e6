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

/** What a tenant's own labels say of the scores. */
export const calibrationOperations = {
  getCalibration: calibrationOperation({
    operationId: 'getCalibration',
    method: 'GET',
    summary: 'Read the calibration',
    description: 'What scores are calibrated by, what it was fitted on, and what the next fit needs.',
    request: {},
    responses: { 200: jsonResponse('The calibration.', calibrationSchema) },
  }),
  refitCalibration: calibrationOperation({
    operationId: 'refitCalibration',
    method: 'POST',
    path: `${path}/refit`,
    summary: 'Fit the calibration anew',
    description:
      'On the labels there are now. It is put in force where it predicts labels that it has not seen better than the model that ships does, and answers are scored by it within a second. Where it does not, and the one in force predicts the labels worse than the model that ships, a revision that changes nothing takes its place. The service does the same by itself from time to time.',
    request: { body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('What came of it.', refitSchema) },
    problems: bodyProblems,
  }),
  resetCalibration: calibrationOperation({
    operationId: 'resetCalibration',
    method: 'DELETE',
    summary: 'Go back to the model that ships',
    description:
      'Scores are those of the model alone, and the service fits nothing by itself until a refit is asked for. Labels stay.',
    request: {},
    responses: { 200: jsonResponse('The calibration.', calibrationSchema) },
  }),
};
