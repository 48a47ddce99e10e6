import { APICallError, StreamProviderError } from 'ai';
import { ModelFault, type ModelFaultCode } from '../model-fault.ts';
import { readRetryHeaders } from './read-retry-headers.ts';

/** A failed attempt. */
export interface ModelFailure {
  readonly kind: 'failure';
  readonly fault: ModelFault;
  /** The provider failed, limited the rate, or works but rejected this request. */
  readonly blame: 'failed' | 'overloaded' | 'none';
  /** Whether a retry of the same request may succeed. */
  readonly isTransient: boolean;
  /** The provider's `Retry-After`; null: it gave none. */
  readonly retryAfterMs: number | null;
  /** The server rejected the format of the request. */
  readonly isFormatRejected: boolean;
}

/** Our own messages: those of providers may repeat the request. */
const sentences: Readonly<Record<ModelFaultCode, string>> = {
  resting: 'the language model has failed repeatedly and is not called for a while',
  spent: 'the budget of the language model is exhausted',
  busy: 'the language model is overloaded or limits the rate',
  unreachable: 'the language model cannot be reached',
  timeout: 'the language model timed out',
  wrong_key: 'the language model rejected the API key',
  not_found: 'the language model was not found: check its address and its name',
  refused: 'the language model refused the request',
  failed: 'the language model has failed',
  cut: 'the language model stopped in the middle of its output',
  too_long: 'the request is too long for the language model',
  too_large: 'the language model sent too large a response',
  not_understood: 'the response of the language model cannot be parsed',
};

type Kind = Partial<Omit<ModelFailure, 'kind' | 'fault'>> & { readonly status?: number | undefined };

export function failureOf(code: ModelFaultCode, kind: Kind = {}): ModelFailure {
  const {
    blame = 'failed',
    isTransient = false,
    retryAfterMs = null,
    isFormatRejected = false,
    status,
  } = kind;
  const message = status === undefined ? sentences[code] : `${sentences[code]} (status ${status})`;
  return {
    kind: 'failure',
    fault: new ModelFault(code, message),
    blame,
    isTransient,
    retryAfterMs,
    isFormatRejected,
  };
}

/** Reads only the status, the delay and the error code of the library's error, because the error contains the request. */
export function describeModelError(error: unknown, nowMs: number): ModelFailure {
  const ours = findFault(error);
  if (ours !== null)
    return {
      ...failureOf(ours.code, { blame: ours.code === 'wrong_key' ? 'none' : 'failed' }),
      fault: ours,
    };
  const details = readErrorDetails(error);
  if (details.status !== undefined && details.status >= 300)
    return describeStatus({ ...details, status: details.status }, nowMs);
  if (isQuotaExhausted(details)) return failureOf('spent');
  if (details.words.some((word) => word.startsWith('overloaded')))
    return failureOf('busy', { isTransient: true });
  if (details.words.some((word) => word.startsWith('rate_limit')))
    return failureOf('busy', { isTransient: true, blame: 'overloaded' });
  // A connection that broke, even after a successful start, shows only in the type of the error.
  if (isConnectionError(error)) return failureOf('unreachable', { isTransient: true });
  // An error event of the stream, or a stream that cannot be parsed.
  if (StreamProviderError.isInstance(error)) return failureOf('failed', { isTransient: true });
  if (error instanceof Error) return failureOf('not_understood', { status: details.status });
  return failureOf('failed', { isTransient: true });
}

interface ErrorDetails {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The error types and codes of the provider, in lower case. */
  readonly words: readonly string[];
  readonly message: string;
}

const isQuotaExhausted = ({ words, message }: ErrorDetails): boolean =>
  words.some((word) => /^(insufficient_quota|billing|credit)/.test(word)) || /credit balance/i.test(message);

const isTooLong = ({ words, message }: ErrorDetails): boolean =>
  words.includes('context_length_exceeded') || /(prompt|input) is too long/i.test(message);

function describeStatus(details: ErrorDetails & { readonly status: number }, nowMs: number): ModelFailure {
  const { status, headers } = details;
  const retryAfterMs = readRetryHeaders(headers, nowMs);
  if (status === 402 || isQuotaExhausted(details)) return failureOf('spent', { status });
  if (status === 401 || status === 403) return failureOf('wrong_key', { status });
  if (status === 404) return failureOf('not_found', { status });
  if (status === 408) return failureOf('timeout', { status, isTransient: true });
  if (status === 413 || isTooLong(details)) return failureOf('too_long', { status, blame: 'none' });
  if (status === 429)
    return failureOf('busy', { status, isTransient: true, retryAfterMs, blame: 'overloaded' });
  if (status === 503 || status === 529) return failureOf('busy', { status, isTransient: true, retryAfterMs });
  // Bedrock's status for a model that failed while streaming.
  if (status === 424) return failureOf('failed', { status, isTransient: true });
  // A redirect would happen for every request, so it is not the fault of this one.
  if (status < 400) return failureOf('refused', { status });
  if (status < 500)
    return failureOf('refused', {
      status,
      blame: 'none',
      isFormatRejected: status === 400 || status === 422,
    });
  return failureOf('failed', { status, isTransient: true, retryAfterMs });
}

/** The library wraps what is thrown while it reads a response. */
function findFault(error: unknown): ModelFault | null {
  let at = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if (at instanceof ModelFault) return at;
    at = at.cause;
  }
  return null;
}

/** Nothing was connected, or the connection broke: undici's errors, alone or as a cause. */
function isConnectionError(error: unknown): boolean {
  if (APICallError.isInstance(error) && error.statusCode === undefined) return true;
  let at = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    if (at instanceof TypeError && ['terminated', 'fetch failed'].includes(at.message)) return true;
    if ('code' in at && /^(UND_ERR_|E[A-Z]{4,})/.test(String(at.code))) return true;
    at = at.cause;
  }
  return false;
}

type Fields = Readonly<Record<string, unknown>>;

/** Errors of requests and of streams have several shapes; the details are in one of these objects. */
function readErrorDetails(error: unknown): ErrorDetails {
  const fields = fieldsOf(error);
  const data = fieldsOf(fields.data);
  const places = [fields, data, fieldsOf(fields.error), fieldsOf(data.error)];
  const textsOf = (name: string) =>
    places.map((place) => place[name]).filter((value) => typeof value === 'string');
  return {
    status: typeof fields.statusCode === 'number' ? fields.statusCode : undefined,
    headers: fieldsOf(fields.responseHeaders) as Readonly<Record<string, string>>,
    words: [...textsOf('type'), ...textsOf('code')].map((word) => word.toLowerCase()),
    message: textsOf('message').join(' '),
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
