import { z } from 'zod';
import type { Scope } from '../values/enumerations.ts';
import type { ProblemCode } from '../values/problems.ts';
import { idempotencyKeySchema, purposeHeader, purposeSchema } from './headers.ts';

/** Headers that a response may carry; what each means is said once, in the OpenAPI document. */
const responseHeaderNames = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotent-Replayed',
  'Location',
  'Preference-Applied',
  'ETag',
  'Cache-Control',
  'WWW-Authenticate',
  'Avow-Generated',
  'Allow',
  'Set-Cookie',
  'Accept-Ranges',
  'Content-Range',
  'Content-Disposition',
  'Link',
] as const;
export type ResponseHeaderName = (typeof responseHeaderNames)[number];

export interface OperationResponse {
  readonly description: string;
  /** Null: there is no body. */
  readonly mediaType: string | null;
  /** Null: the body is not JSON, or JSON of a shape defined elsewhere. */
  readonly schema: z.ZodType | null;
  readonly headers: readonly ResponseHeaderName[];
  /** Also, or only, sent as server-sent events: the shape of the data of each, by its name. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** Also sent as server-sent events without names: the shape of the data of each but the last. */
  readonly chunks?: z.ZodType;
  /** Also sent as text of one of these media types if `Accept` prefers it. */
  readonly otherTypes?: readonly string[];
}

export interface HttpOperation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  /** The parameter at the end of the path takes all that is left of it, slashes too. */
  readonly restOfPath?: true;
  readonly tag:
    | 'answers'
    | 'records'
    | 'log'
    | 'content'
    | 'guardrails'
    | 'insights'
    | 'webhooks'
    | 'access'
    | 'service';
  /** Null: no scope is needed. */
  readonly scope: Scope | null;
  /** It is for a person who is signed in, and takes no key. */
  readonly session?: true;
  /**
   * It creates something, and accepts an `Idempotency-Key`: a repeated request gets the stored response. `secret`: the response
   * contains a secret, which is not stored; a repeated request is refused. `quoting`: the response may contain words of a
   * message, and is forgotten when one is erased.
   */
  readonly creates?: 'response' | 'quoting' | 'secret';
  /** A publishable key may request it, for the messages of the visitor whose `Visitor-Token` is sent. */
  readonly publishable?: true;
  /** The rate limit it counts against. */
  readonly limit: 'query' | 'audit' | 'content' | null;
  /**
   * It shows what was asked or answered: each request is on the log as an access, and may need a purpose. `everybody`: of
   * every caller; `people`: of people, since an application follows its own messages with it; `named`: if the body names
   * messages.
   */
  readonly shows?: 'everybody' | 'people' | 'named';
  /** It also takes access tokens of people who signed in elsewhere, and no cookies. */
  readonly tokens?: true;
  /** It answers every client, whatever that accepts. */
  readonly anyAccept?: true;
  /** Problems are reported as clients of the chat completions API expect them, and not as problem documents. */
  readonly errors?: 'chat';
  readonly summary: string;
  readonly description: string;
  readonly request: {
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    readonly headers?: z.ZodObject;
    /** JSON. */
    readonly body?: z.ZodType;
    /** Left out, it is as if `{}` had been sent. */
    readonly bodyOptional?: true;
    /** Other media types that it accepts, with the schema of each. Such bodies may be larger. */
    readonly upload?: Readonly<Record<string, z.ZodType>>;
  };
  readonly responses: Readonly<Record<number, OperationResponse>>;
  readonly problems: readonly ProblemCode[];
}

/** An operation without the members that its group has in common. */
export type StatedOperation = Omit<HttpOperation, 'tag' | 'scope' | 'limit' | 'problems'> & {
  /** Beside those that all of them can meet. */
  readonly problems?: readonly ProblemCode[];
};

type Common = Pick<HttpOperation, 'tag' | 'scope' | 'limit' | 'session'>;

/** What the operations of a group have in common: also the problems that all of them can meet, and those of a body where there is one. */
export const operationGroup =
  (common: Common, problems: readonly ProblemCode[] = [...keyProblems, 'audit_unavailable']) =>
  (stated: StatedOperation): HttpOperation => ({
    ...stated,
    ...common,
    problems: [
      ...problems,
      ...(stated.request.body === undefined && stated.request.upload === undefined ? [] : bodyProblems),
      ...(stated.problems ?? []),
    ],
  });

/** An operation that creates something, with the header, the problems and the response header that this takes. */
export function creating(
  operation: HttpOperation,
  creates: NonNullable<HttpOperation['creates']>,
): HttpOperation {
  const { headers } = operation.request;
  const key = { 'Idempotency-Key': idempotencyKeySchema.exactOptional() };
  const codes: readonly ProblemCode[] = [
    'idempotency_in_progress',
    'idempotency_key_reused',
    ...(operation.problems.includes('invalid_state') ? [] : (['invalid_state'] as const)),
  ];
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    { ...response, headers: [...response.headers, 'Idempotent-Replayed'] },
  ]);
  return {
    ...{ ...operation, creates },
    request: { ...operation.request, headers: headers === undefined ? z.object(key) : headers.extend(key) },
    responses: Object.fromEntries(responses),
    problems: [...operation.problems, ...codes],
  };
}

/** An operation that shows content, with the header that says what for and the problems that this takes. */
export function showing<Stated extends HttpOperation>(operation: Stated): Stated {
  if (operation.shows === undefined) return operation;
  const { headers } = operation.request;
  const purpose = { [purposeHeader]: purposeSchema.exactOptional() };
  const codes = ['purpose_required', 'invalid_header'] as const;
  return {
    ...operation,
    request: {
      ...operation.request,
      headers: headers === undefined ? z.object(purpose) : headers.extend(purpose),
    },
    problems: [...new Set([...operation.problems, ...codes])],
  };
}

export const jsonType = 'application/json';
export const eventStreamType = 'text/event-stream';
export const plainType = 'text/plain';
/** RFC 4180. */
export const csvType = 'text/csv';
/** One JSON value a line. */
export const jsonLinesType = 'application/jsonl';
/** RFC 9512. */
export const yamlType = 'application/yaml';
export const bytesType = 'application/octet-stream';

/** The responses of an operation on success. */
export function mediaTypesOf({ responses }: HttpOperation): string[] {
  const types = Object.values(responses).flatMap(({ mediaType, events, chunks, otherTypes = [] }) => [
    ...(mediaType === null ? [] : [mediaType]),
    ...otherTypes,
    ...(events === undefined && chunks === undefined ? [] : [eventStreamType]),
  ]);
  return [...new Set(types)];
}

/** The headers of every response of an authenticated operation. */
export const keyHeaders = [
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
] as const satisfies readonly ResponseHeaderName[];

export function jsonResponse(
  description: string,
  schema: z.ZodType,
  headers: readonly ResponseHeaderName[] = [],
): OperationResponse {
  return { description, mediaType: jsonType, schema, headers: [...keyHeaders, 'Cache-Control', ...headers] };
}

export const deletedResponse: OperationResponse = {
  description: 'Deleted.',
  mediaType: null,
  schema: null,
  headers: [...keyHeaders, 'Cache-Control'],
};

export const unchangedResponse: OperationResponse = {
  description: 'Not modified: the `ETag` matches `If-None-Match`.',
  mediaType: null,
  schema: null,
  headers: [...keyHeaders, 'Cache-Control', 'ETag'],
};

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

/** What any request of a person who is signed in can meet. */
export const sessionProblems = [
  ...transportProblems,
  'unauthenticated',
  'key_expired',
  'key_revoked',
  'session_ended',
  'csrf_failed',
  'tenant_suspended',
  'not_acceptable',
  'rate_limited',
] as const satisfies readonly ProblemCode[];

/** What any request can meet that needs a scope, of a key or of a person. */
export const keyProblems = [
  ...sessionProblems,
  'insufficient_scope',
  'quota_exceeded',
] as const satisfies readonly ProblemCode[];

/** What any request can meet that has a body. */
export const bodyProblems = [
  'malformed_json',
  'invalid_utf8',
  'duplicate_key',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const satisfies readonly ProblemCode[];
