import {
  type HttpOperation,
  jsonResponse,
  keyProblems,
  type OperationResponse,
  type StatedOperation,
} from '../api/operation.ts';
import { jobSchema } from './job.ts';

/** Reading content needs the same scope as changing it: a pack may hold what only some may see. */
export function contentOperation(stated: StatedOperation): HttpOperation {
  return {
    ...stated,
    tag: 'content',
    scope: 'content:manage',
    limit: 'content',
    problems: [...keyProblems, 'audit_unavailable', ...(stated.problems ?? [])],
  };
}

/** Work continues in the background, as a job with its own URL. */
export const acceptedJob: OperationResponse = jsonResponse('The job that does the work.', jobSchema, [
  'Location',
  'Retry-After',
]);
