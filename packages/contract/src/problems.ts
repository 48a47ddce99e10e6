/** One kind of refusal or failure: what it means, and what whoever gets it should do. */
export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** Whether the same request, sent again later, may succeed. */
  readonly retryable: boolean;
  readonly meaning: string;
  readonly remedy: string;
}

/** Every problem the service can answer with. The code is the name clients act on; titles and texts may change. */
const table = {
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    retryable: false,
    meaning:
      'The body is not a JSON text, or holds half of a surrogate pair. Where a form is taken: it is not whole, or not a form.',
    remedy: 'Send a body written by a library, whole and in UTF-8.',
  },
  invalid_utf8: {
    status: 400,
    title: 'Invalid UTF-8',
    retryable: false,
    meaning: 'The body holds bytes that are not UTF-8.',
    remedy: 'Encode the body as UTF-8.',
  },
  duplicate_key: {
    status: 400,
    title: 'Duplicate key',
    retryable: false,
    meaning:
      'An object in the body names the same key twice, so that readers could disagree about its value.',
    remedy: 'Name each key once.',
  },
  invalid_header: {
    status: 400,
    title: 'Invalid header',
    retryable: false,
    meaning: 'A request header, or the request line, is not in the form this operation reads.',
    remedy: 'Correct the header that the detail names.',
  },
  invalid_cursor: {
    status: 400,
    title: 'Invalid cursor',
    retryable: false,
    meaning: 'The cursor was not issued by this service for this list and these filters.',
    remedy: 'Pass next_cursor back unchanged with the same filters, or start from the first page.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not authenticated',
    retryable: false,
    meaning: 'No API key came with the request, or not one that this service knows.',
    remedy: 'Send a valid key as "Authorization: Bearer <key>".',
  },
  key_expired: {
    status: 401,
    title: 'Key expired',
    retryable: false,
    meaning: 'The API key was valid once, and its time has run out.',
    remedy: 'Use the key that replaced it, or ask for a new one.',
  },
  key_revoked: {
    status: 401,
    title: 'Key revoked',
    retryable: false,
    meaning: 'The API key was withdrawn.',
    remedy: 'Ask whoever manages keys for a new one.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    retryable: false,
    meaning: 'The API key is valid and lacks the scope that this operation needs.',
    remedy: 'Use a key with the scope that the detail names.',
  },
  tenant_suspended: {
    status: 403,
    title: 'Tenant suspended',
    retryable: false,
    meaning: 'The tenant that the key belongs to is suspended.',
    remedy: 'Ask the operator of this service.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    retryable: false,
    meaning:
      'There is no such thing for this key: unknown, ill-formed and other tenants’ ids all look the same.',
    remedy: 'Check the path and the ids, and that the key is of the right tenant.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    retryable: false,
    meaning: 'The path exists and does not take this method.',
    remedy: 'Use a method from the Allow header.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    retryable: false,
    meaning: 'The Accept header leaves out every media type this operation can answer with.',
    remedy: 'Accept application/json.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    retryable: true,
    meaning: 'The request did not arrive whole in time.',
    remedy: 'Send it again over a better connection.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'Same request in progress',
    retryable: true,
    meaning: 'A request with this Idempotency-Key is still being worked on.',
    remedy: 'Wait a moment and send it again to get its response.',
  },
  legal_hold: {
    status: 409,
    title: 'Legal hold',
    retryable: false,
    meaning: 'A hold keeps what was to be erased or replaced.',
    remedy: 'Have the hold lifted first.',
  },
  invalid_state: {
    status: 409,
    title: 'Invalid state',
    retryable: false,
    meaning: 'The thing exists and is not in a state that allows this.',
    remedy: 'Read its current state and decide anew.',
  },
  pack_conflict: {
    status: 409,
    title: 'Content pack conflict',
    retryable: false,
    meaning:
      'Another content pack of the tenant has this name, or the pack was changed by someone else in the meantime.',
    remedy: 'Use another name; or read the pack again and repeat the change on what it is now.',
  },
  record_expired: {
    status: 410,
    title: 'Record expired',
    retryable: false,
    meaning:
      'What was asked and answered is gone: somebody had it erased, or it was kept for as long as the retention rules say. Its place in the log remains.',
    remedy:
      'Read the audit record for what is left, or its proof. Where leaf_index and leaf_hash are given the record is gone too, and they show that it existed.',
  },
  version_retired: {
    status: 410,
    title: 'Version retired',
    retryable: false,
    meaning: 'This version of the content pack was retired: its content is gone.',
    remedy: 'Use a version that is not retired, or publish the draft.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    retryable: false,
    meaning: 'The body is larger than this operation takes.',
    remedy: 'Send at most 512 KiB, or 20 MiB where files are uploaded.',
  },
  uri_too_long: {
    status: 414,
    title: 'URL too long',
    retryable: false,
    meaning: 'The URL is longer than 2 KiB.',
    remedy: 'Shorten the path or the query string.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    retryable: false,
    meaning:
      'The body is in a media type, character set or content encoding that this operation does not read.',
    remedy: 'Send application/json in UTF-8, or a form where files are uploaded, not compressed.',
  },
  validation_failed: {
    status: 422,
    title: 'Validation failed',
    retryable: false,
    meaning: 'The request is well-formed and breaks the rules of its fields. Nothing was done.',
    remedy: 'Correct the fields that errors points to.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    retryable: false,
    meaning: 'This Idempotency-Key was used before with another body.',
    remedy: 'Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limited',
    retryable: true,
    meaning: 'Too many requests came in too short a time.',
    remedy: 'Wait for as long as Retry-After says.',
  },
  quota_exceeded: {
    status: 429,
    title: 'Quota exceeded',
    retryable: true,
    meaning: 'The tenant has used up what it may use in this period.',
    remedy: 'Wait for the next period, or ask the operator for more.',
  },
  concurrency_limited: {
    status: 429,
    title: 'Too much at once',
    retryable: true,
    meaning: 'The tenant has as many queries running, or jobs waiting, as it may.',
    remedy: 'Let some finish, then send it again.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    retryable: false,
    meaning: 'The request headers are larger than 16 KiB together.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    retryable: true,
    meaning: 'Something in the service went wrong. The request id finds it in the operator’s log.',
    remedy: 'Send it again with the same Idempotency-Key; if it persists, give the operator the request id.',
  },
  provider_error: {
    status: 502,
    title: 'Provider error',
    retryable: true,
    meaning: 'A model provider failed, and no other way to answer was left.',
    remedy: 'Send it again a little later.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    retryable: true,
    meaning: 'The service has more work waiting than it can do in time.',
    remedy: 'Wait for as long as Retry-After says.',
  },
  shutting_down: {
    status: 503,
    title: 'Shutting down',
    retryable: true,
    meaning: 'This instance is about to stop and takes no new work.',
    remedy: 'Send it again: another instance, or this one restarted, will take it.',
  },
  audit_unavailable: {
    status: 503,
    title: 'Audit unavailable',
    retryable: true,
    meaning:
      'What must go on the record could not be made durable. No answer leaves without its record, and no record is shown before it is noted who read it.',
    remedy: 'Wait for as long as Retry-After says, and send it again with the same Idempotency-Key.',
  },
  deadline_exceeded: {
    status: 504,
    title: 'Deadline exceeded',
    retryable: true,
    meaning: 'No answer was found within the time allowed.',
    remedy:
      'Send it again, allow more time with "Prefer: wait", or ask for it later with "Prefer: respond-async".',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof table;

export const problems: Readonly<Record<ProblemCode, ProblemKind>> = table;

export const problemCodes = Object.keys(table) as readonly ProblemCode[] as readonly [
  ProblemCode,
  ...ProblemCode[],
];
