import { jsonResponse, type OperationResponse, operationGroup } from '../api/operation.ts';
import { jobSchema } from './job.ts';

/** Reading content needs the same scope as changing it: a pack may hold what only some may see. */
export const contentOperation = operationGroup({ tag: 'content', scope: 'content:manage', limit: 'content' });

/** Work continues in the background, as a job with its own URL. */
export const acceptedJob: OperationResponse = jsonResponse('The job that does the work.', jobSchema, [
  'Location',
  'Retry-After',
]);
