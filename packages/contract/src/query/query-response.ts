import { queryResponseObject } from './query-response-fields.ts';
import { checkQueryResponse } from './query-response-rules.ts';

/** A message as clients see it, finished or not. Every field is always there. */
export const queryResponseSchema = queryResponseObject
  .superRefine(checkQueryResponse)
  .meta({ id: 'QueryResponse' });
