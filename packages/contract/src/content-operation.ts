import type { z } from 'zod';
import { jobSchema } from './content-job.ts';
import {
  jsonType,
  keyHeaders,
  keyProblems,
  type Operation,
  type OperationResponse,
  type ResponseHeaderName,
} from './operation.ts';
import type { ProblemCode } from './problems.ts';

type Stated = Omit<Operation, 'tag' | 'scope' | 'limit' | 'problems'> & {
  /** Beside those that every operation on content packs can meet. */
  readonly problems?: readonly ProblemCode[];
};

/** Reading content needs the same scope as changing it: a pack may hold what only some may see. */
export function contentOperation<const Id extends string>(
  stated: Stated & { readonly operationId: Id },
): Operation & { readonly operationId: Id } {
  return {
    ...stated,
    tag: 'content',
    scope: 'content:manage',
    limit: 'content',
    problems: [...keyProblems, 'audit_unavailable', ...(stated.problems ?? [])],
  };
}

export function jsonResponse(
  description: string,
  schema: z.ZodType,
  headers: readonly ResponseHeaderName[] = [],
): OperationResponse {
  return { description, mediaType: jsonType, schema, headers: [...keyHeaders, 'Cache-Control', ...headers] };
}

/** Long work has begun, and is followed at its own address. */
export const acceptedJob: OperationResponse = jsonResponse('The work has begun, as this job.', jobSchema, [
  'Location',
  'Retry-After',
]);

export const deletedResponse: OperationResponse = {
  description: 'It is gone.',
  mediaType: null,
  schema: null,
  headers: [...keyHeaders, 'Cache-Control'],
};
