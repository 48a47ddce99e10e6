/**
 * The wire as a whole: the table of operations with their rights and limits, the OpenAPI document that is
 * made of it, problem documents, headers, and the forms that every request shares. What a feature sends and
 * receives is at `@avow/contract/FEATURE` (query, review, chat, content, sources, guardrails, feedback,
 * insights, evaluation, records, auditing, access, models, webhooks, widgets), closed lists of values without schemas are at
 * `@avow/contract/values` and `@avow/contract/roles`.
 */

// The table of operations, and the document that is made of it.

export {
  csvType,
  eventStreamType,
  type HttpOperation,
  jsonLinesType,
  jsonType,
  mediaTypesOf,
  type OperationResponse,
  yamlType,
} from './api/operation.ts';
export { type OperationId, operations } from './api/operations.ts';
export { markdownType } from './insights/insight-operations.ts';
export { buildOpenApi } from './openapi/build-openapi.ts';

// Problem documents, and the fields that are at fault.

export { type FieldErrorCode, fieldErrorsOf, toPointer } from './api/field-errors.ts';
export { type FieldError, type ProblemDocument, problemPath } from './api/problem.ts';

// Headers and cookies.

export {
  csrfHeader,
  endUserTokenHeader,
  eventIdPattern,
  idempotencyKeyPattern,
  loopbackCookieName,
  purposeHeader,
  reasonHeader,
  sessionCookieName,
  visitorTokenHeader,
  visitorTokenPattern,
} from './api/headers.ts';

// Requests without a body, and lists.

export { emptyRequestSchema, pageQuerySchema } from './content/pack.ts';

// The service itself.

export type { Readiness, ServiceIndex } from './api/health.ts';
