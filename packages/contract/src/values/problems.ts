import { accessProblems } from './access-problems.ts';
import type { ProblemKind } from './problem-kind.ts';

/** Every problem the service can answer with. The code is the name clients act on; titles and texts may change. */
const table = {
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    retryable: false,
    meaning: 'The body is not valid JSON, or contains an unpaired surrogate.',
    remedy: 'Build the body with a JSON library and send it in full, in UTF-8.',
  },
  malformed_body: {
    status: 400,
    title: 'Malformed body',
    retryable: false,
    meaning:
      'The body is not a well-formed form (multipart/form-data) or not a message of JSON-RPC, or it is incomplete.',
    remedy: 'Build the form or the message with a library and send it in full.',
  },
  invalid_utf8: {
    status: 400,
    title: 'Invalid UTF-8',
    retryable: false,
    meaning: 'The body contains bytes that are not valid UTF-8.',
    remedy: 'Encode the body as UTF-8.',
  },
  duplicate_key: {
    status: 400,
    title: 'Duplicate key',
    retryable: false,
    meaning: 'An object in the body has the same key twice, so parsers could disagree about its value.',
    remedy: 'Use each key once per object.',
  },
  invalid_header: {
    status: 400,
    title: 'Invalid header',
    retryable: false,
    meaning: 'A request header or the request line is malformed.',
    remedy: 'Correct the header that the detail names.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    retryable: false,
    meaning: 'The cursor was not issued by this service for this list and these filters.',
    remedy: 'Pass next_cursor back unchanged with the same filters, or start from the first page.',
  },
  ...accessProblems,
  not_found: {
    status: 404,
    title: 'Not found',
    retryable: false,
    meaning:
      'No such resource exists for this key. Unknown ids, malformed ids and the ids of other tenants all get this response.',
    remedy: 'Check the path and the ids, and that the key belongs to the right tenant.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    retryable: false,
    meaning: 'The path exists but does not support this method.',
    remedy: 'Use a method from the Allow header.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    retryable: false,
    meaning: 'The Accept header excludes every media type that this operation can return.',
    remedy: 'Accept application/json.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    retryable: true,
    meaning: 'The request was not received in full in time.',
    remedy: 'Send it again over a better connection.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'Same request in progress',
    retryable: true,
    meaning: 'A request with this Idempotency-Key is still being processed.',
    remedy: 'Wait a moment, then send the request again to get its response.',
  },
  legal_hold: {
    status: 409,
    title: 'Legal hold',
    retryable: false,
    meaning: 'The content is under a legal hold and cannot be erased or replaced.',
    remedy: 'Have the hold lifted, then try again.',
  },
  invalid_state: {
    status: 409,
    title: 'Invalid state',
    retryable: false,
    meaning: 'The resource exists, but its current state does not allow this operation.',
    remedy: 'Read its current state, then decide what to do.',
  },
  pack_conflict: {
    status: 409,
    title: 'Content pack conflict',
    retryable: false,
    meaning:
      'Another content pack of the tenant has this name, or someone else has changed the pack in the meantime.',
    remedy: 'Use another name, or read the pack again and repeat the change.',
  },
  record_expired: {
    status: 410,
    title: 'Record expired',
    retryable: false,
    meaning:
      'The question and answer are gone: they were erased, or their retention period has ended. The entry in the log remains.',
    remedy:
      'Read the audit record or its proof for what remains. If leaf_index and leaf_hash are given, the record itself was dropped, and they prove that it existed.',
  },
  version_retired: {
    status: 410,
    title: 'Version retired',
    retryable: false,
    meaning: 'This version of the content pack is retired and its content has been deleted.',
    remedy: 'Use a version that is not retired, or publish the draft.',
  },
  precondition_failed: {
    status: 412,
    title: 'Precondition failed',
    retryable: false,
    meaning: 'What is to be changed has changed since the ETag in If-Match was issued.',
    remedy: 'Read it again, then decide whether to repeat the change.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    retryable: false,
    meaning: 'The body exceeds the size limit of this operation.',
    remedy: 'Send at most 512 KiB, or 20 MiB for file uploads.',
  },
  uri_too_long: {
    status: 414,
    title: 'URL too long',
    retryable: false,
    meaning: 'The URL is longer than 2 KiB.',
    remedy: 'Shorten the path or the query string.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    retryable: false,
    meaning: 'The requested range begins behind the end of the file.',
    remedy: 'Request a range within the size that the header Content-Range gives.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    retryable: false,
    meaning:
      'The media type, character set or content encoding of the body is not supported by this operation.',
    remedy: 'Send uncompressed application/json in UTF-8, or multipart/form-data for file uploads.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    retryable: false,
    meaning: 'The request is well-formed, but one or more fields are not valid. Nothing was changed.',
    remedy: 'Correct the fields listed in errors.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    retryable: false,
    meaning: 'This Idempotency-Key was already used with a different body.',
    remedy: 'Use a new Idempotency-Key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    retryable: true,
    meaning: 'Too many requests were sent in too short a time.',
    remedy: 'Wait for the number of seconds in Retry-After, then try again.',
  },
  quota_exceeded: {
    status: 429,
    title: 'Quota exceeded',
    retryable: true,
    meaning: 'The tenant has used its quota for this period.',
    remedy: 'Wait for the next period, or ask the operator for a higher quota.',
  },
  concurrency_limited: {
    status: 429,
    title: 'Too many concurrent requests',
    retryable: true,
    meaning: 'The tenant has reached its limit of running queries or queued jobs.',
    remedy: 'Wait until some have finished, then send the request again.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    retryable: false,
    meaning: 'The request headers exceed 16 KiB in total.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    retryable: true,
    meaning:
      'The service failed unexpectedly. The operator can find the cause in the logs by the request id.',
    remedy:
      'Send the request again with the same Idempotency-Key. If the error persists, give the operator the request id.',
  },
  provider_error: {
    status: 502,
    title: 'Provider error',
    retryable: true,
    meaning: 'A model provider failed, and no fallback could answer.',
    remedy: 'Try again later.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    retryable: true,
    meaning: 'The service has more queued work than it can process in time.',
    remedy: 'Wait for the number of seconds in Retry-After, then try again.',
  },
  shutting_down: {
    status: 503,
    title: 'Shutting down',
    retryable: true,
    meaning: 'This instance is shutting down and does not accept new requests.',
    remedy: 'Send the request again: another instance, or this one after its restart, will accept it.',
  },
  audit_unavailable: {
    status: 503,
    title: 'Audit unavailable',
    retryable: true,
    meaning:
      'The audit log could not be written. No answer is returned before its record is durable, and no record is shown before the access is logged.',
    remedy:
      'Wait for the number of seconds in Retry-After, then send the request again with the same Idempotency-Key.',
  },
  deadline_exceeded: {
    status: 504,
    title: 'Deadline exceeded',
    retryable: true,
    meaning: 'The deadline passed before the query was answered.',
    remedy:
      'Send the request again, allow more time with "Prefer: wait", or have it answered asynchronously with "Prefer: respond-async".',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof table;

export const problems: Readonly<Record<ProblemCode, ProblemKind>> = table;

export const problemCodes = Object.keys(table) as readonly ProblemCode[] as readonly [
  ProblemCode,
  ...ProblemCode[],
];
