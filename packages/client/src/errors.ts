import type { Problem } from '../generated/types.ts';

/** Everything that this package throws, except the reason of an aborted signal. */
export class AvowError extends Error {
  override name = 'AvowError';
}

/** The service was not reached, or the connection broke. */
export class ConnectionError extends AvowError {
  override name = 'ConnectionError';
}

/** There was no complete response in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** A stream broke before its message had ended, and could not be resumed. The message goes on: follow it later. */
export class StreamBrokenError extends ConnectionError {
  override name = 'StreamBrokenError';
}

/** A webhook that was not signed with the secret, was changed, or is too old. */
export class WebhookVerificationError extends AvowError {
  override name = 'WebhookVerificationError';
}

/** Something answered that is not Avow: a proxy, or another service at this address. */
export class UnexpectedResponseError extends AvowError {
  override name = 'UnexpectedResponseError';
  readonly status: number;
  readonly retryAfterMs: number | null;

  constructor(message: string, { status, retryAfterMs }: { status: number; retryAfterMs: number | null }) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The service refused the request or failed, and said why (RFC 9457). */
export class ProblemError extends AvowError {
  override name = 'ProblemError';
  readonly problem: Problem;
  readonly status: number;
  readonly code: Problem['code'];
  readonly requestId: string;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** The fields that are wrong. */
  readonly errors: NonNullable<Problem['errors']>;
  /** The message that failed, if the question was admitted. */
  readonly messageId: string | null;
  readonly retryAfterMs: number | null;

  constructor(problem: Problem, retryAfterMs: number | null) {
    super(problem.detail === undefined ? problem.title : `${problem.title}: ${problem.detail}`);
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.request_id;
    this.retryable = problem.retryable;
    this.errors = problem.errors ?? [];
    this.messageId = problem.message_id ?? null;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The request itself is wrong: 400, 406, 413 to 415, 422, 431. */
export class InvalidRequestError extends ProblemError {
  override name = 'InvalidRequestError';
}

/** 401 */
export class AuthenticationError extends ProblemError {
  override name = 'AuthenticationError';
}

/** 403 */
export class PermissionError extends ProblemError {
  override name = 'PermissionError';
}

/** 404 */
export class NotFoundError extends ProblemError {
  override name = 'NotFoundError';
}

/** 409 */
export class ConflictError extends ProblemError {
  override name = 'ConflictError';
}

/** 410 */
export class GoneError extends ProblemError {
  override name = 'GoneError';
}

/** 429 */
export class RateLimitError extends ProblemError {
  override name = 'RateLimitError';
}

/** 408 and 5xx: the service failed, and may not the next time. */
export class ServiceError extends ProblemError {
  override name = 'ServiceError';
}

const byStatus: Readonly<Record<number, typeof ProblemError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  408: ServiceError,
  409: ConflictError,
  410: GoneError,
  429: RateLimitError,
};

export function problemError(problem: Problem, retryAfterMs: number | null): ProblemError {
  const kind = byStatus[problem.status] ?? (problem.status >= 500 ? ServiceError : InvalidRequestError);
  return new kind(problem, retryAfterMs);
}
