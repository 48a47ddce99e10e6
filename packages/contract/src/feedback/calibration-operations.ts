import {
  bodyProblems,
  type HttpOperation,
  jsonResponse,
  keyProblems,
  type StatedOperation,
} from '../api/operation.ts';
import { emptyRequestSchema } from '../content/pack.ts';
import type { ProblemCode } from '../values/problems.ts';
import {
  calibrationSchema,
  refitSchema,
  revertCalibrationRequestSchema,
  settleCalibrationRequestSchema,
} from './calibration.ts';

const path = '/v1/calibration';

function calibrationOperation(
  stated: Omit<StatedOperation, 'path'> & { readonly path?: string },
): HttpOperation {
  const problems: readonly ProblemCode[] = [...keyProblems, 'audit_unavailable', ...(stated.problems ?? [])];
  return { path, ...stated, tag: 'insights', scope: 'guardrails:manage', limit: 'content', problems };
}

/** The calibration of confidence scores to a tenant's own labels. */
export const calibrationOperations = {
  getCalibration: calibrationOperation({
    operationId: 'getCalibration',
    method: 'GET',
    summary: 'Read the calibration',
    description:
      'The active calibration, its revisions, the proposed change, and what the next fit requires.',
    request: {},
    responses: { 200: jsonResponse('The calibration.', calibrationSchema) },
  }),
  refitCalibration: calibrationOperation({
    operationId: 'refitCalibration',
    method: 'POST',
    path: `${path}/refit`,
    summary: 'Refit the calibration',
    description:
      'Fits the calibration to the current labels that count. If the fit predicts held-out labels better than the built-in model, it is proposed. If it does not, and the active calibration now predicts worse than the built-in model, its withdrawal is proposed. A proposal changes no score until it is applied. The service also refits by itself from time to time.',
    request: { body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The result.', refitSchema) },
    problems: bodyProblems,
  }),
  acceptCalibration: calibrationOperation({
    operationId: 'acceptCalibration',
    method: 'POST',
    path: `${path}/accept`,
    summary: 'Accept the proposed calibration',
    description: 'Makes the proposal the active revision, within a second. The change is on the log.',
    request: { body: settleCalibrationRequestSchema },
    responses: { 200: jsonResponse('The calibration.', calibrationSchema) },
    problems: [...bodyProblems, 'invalid_state'],
  }),
  dismissCalibration: calibrationOperation({
    operationId: 'dismissCalibration',
    method: 'POST',
    path: `${path}/dismiss`,
    summary: 'Dismiss the proposed calibration',
    description:
      'Scores stay as they are. The service does not refit by itself until a proposal is accepted. The decision is on the log.',
    request: { body: settleCalibrationRequestSchema },
    responses: { 200: jsonResponse('The calibration.', calibrationSchema) },
    problems: [...bodyProblems, 'invalid_state'],
  }),
  revertCalibration: calibrationOperation({
    operationId: 'revertCalibration',
    method: 'POST',
    path: `${path}/revert`,
    summary: 'Revert the calibration',
    description:
      'Restores an earlier revision, as a new one, within a second. The service does not refit by itself until a proposal is accepted. The change is on the log.',
    request: { body: revertCalibrationRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The calibration.', calibrationSchema) },
    problems: [...bodyProblems, 'invalid_state'],
  }),
  resetCalibration: calibrationOperation({
    operationId: 'resetCalibration',
    method: 'DELETE',
    summary: 'Reset the calibration',
    description:
      'Uses the built-in model without calibration. The service does not refit by itself until a proposal is accepted. Labels are kept.',
    request: {},
    responses: { 200: jsonResponse('The calibration.', calibrationSchema) },
  }),
};
