import type { z } from 'zod';
import type { Scope } from './enumerations.ts';
import type { ProblemCode } from './problems.ts';

/** Headers that a response may carry; what each means is said once, in the OpenAPI document. */
const responseHeaderNames = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotent-Replayed',
  'Location',
  'ETag',
  'Cache-Control',
  'WWW-Authenticate',
  'Allow',
] as const;
export type ResponseHeaderName = (typeof responseHeaderNames)[number];

export interface OperationResponse {
  readonly description: string;
  /** Null: there is no body. */
  readonly mediaType: string | null;
  /** Null: the body is not JSON, or JSON of a shape defined elsewhere. */
  readonly schema: z.ZodType | null;
  readonly headers: readonly ResponseHeaderName[];
}

export interface Operation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  /** With parameters in braces. */
  readonly path: string;
  readonly tag: 'answers' | 'records' | 'service';
  /** Null: no key is asked for. */
  readonly scope: Scope | null;
  /** The rate limit it counts against. */
  readonly limit: 'query' | 'audit' | null;
  readonly summary: string;
  readonly description: string;
  readonly request: {
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    readonly headers?: z.ZodObject;
    readonly body?: z.ZodType;
  };
  readonly responses: Readonly<Record<number, OperationResponse>>;
  readonly problems: readonly ProblemCode[];
}

/** What any request can meet before an operation looks at it. */
export const transportProblems = [
  'invalid_header',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'internal',
  'overloaded',
  'shutting_down',
] as const satisfies readonly ProblemCode[];
