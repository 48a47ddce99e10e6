import { APICallError, StreamProviderError } from 'ai';
import { ModelFault, type ModelFaultCode } from '../../errors/model-fault.ts';
import { readRetryAfter } from './read-retry-after.ts';

/** A try that came to nothing, or not to its end. */
export interface ModelFailure {
  readonly kind: 'failure';
  readonly fault: ModelFault;
  /** What it says of the provider: it fails, it asks for fewer requests, or it works and did not like this one. */
  readonly blame: 'failed' | 'overloaded' | 'none';
  /** Whether the same may be worth another try. */
  readonly isPassing: boolean;
  /** How long the provider wants to be left alone; null: it did not say. */
  readonly retryAfterMs: number | null;
  /** The server did not like how the request was put. */
  readonly isForm: boolean;
}

/** What is said of each failure, and never a word of the provider's: those may repeat the request. */
const sentences: Readonly<Record<ModelFaultCode, string>> = {
  resting: 'the language model has failed so often of late that it is left alone',
  spent: 'what the language model may cost has been spent',
  busy: 'the language model has too much to do',
  unreachable: 'the language model does not answer',
  timeout: 'the language model takes too long',
  wrong_key: 'the language model does not take the key',
  not_found: 'the language model is not at this address, or not by this name',
  refused: 'the language model refuses the request',
  failed: 'the language model has failed',
  cut: 'the language model stopped in the middle of what it said',
  too_long: 'the request is too long for the language model',
  too_large: 'the language model sent too much',
  not_understood: 'what the language model sent cannot be read',
};

type Kind = Partial<Omit<ModelFailure, 'kind' | 'fault'>> & { readonly status?: number | undefined };

export function describeFailureAs(code: ModelFaultCode, kind: Kind = {}): ModelFailure {
  const { blame = 'failed', isPassing = false, retryAfterMs = null, isForm = false, status } = kind;
  const message = status === undefined ? sentences[code] : `${sentences[code]} (status ${status})`;
  return { kind: 'failure', fault: new ModelFault(code, message), blame, isPassing, retryAfterMs, isForm };
}

/** Of the library's error only the status, the wait and the provider's word for it are looked at: it holds the request. */
export function describeModelError(error: unknown, nowMs: number): ModelFailure {
  const ours = findFault(error);
  if (ours !== null)
    return {
      ...describeFailureAs(ours.code, { blame: ours.code === 'wrong_key' ? 'none' : 'failed' }),
      fault: ours,
    };
  const told = readTold(error);
  if (told.status !== undefined && told.status >= 300)
    return describeStatus({ ...told, status: told.status }, nowMs);
  if (isSpentWord(told)) return describeFailureAs('spent');
  if (told.words.some((word) => word.startsWith('overloaded')))
    return describeFailureAs('busy', { isPassing: true });
  if (told.words.some((word) => word.startsWith('rate_limit')))
    return describeFailureAs('busy', { isPassing: true, blame: 'overloaded' });
  // An answer that was begun well, and a connection that broke, are told by the kind of error alone.
  if (isBroken(error)) return describeFailureAs('unreachable', { isPassing: true });
  // What can be read and says that something failed, and what cannot be read.
  if (StreamProviderError.isInstance(error)) return describeFailureAs('failed', { isPassing: true });
  if (error instanceof Error) return describeFailureAs('not_understood', { status: told.status });
  return describeFailureAs('failed', { isPassing: true });
}

interface Told {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The provider's words for kinds of errors, in small letters. */
  readonly words: readonly string[];
  readonly message: string;
}

const isSpentWord = ({ words, message }: Told): boolean =>
  words.some((word) => /^(insufficient_quota|billing|credit)/.test(word)) || /credit balance/i.test(message);

const isTooLong = ({ words, message }: Told): boolean =>
  words.includes('context_length_exceeded') || /(prompt|input) is too long/i.test(message);

function describeStatus(told: Told & { readonly status: number }, nowMs: number): ModelFailure {
  const { status, headers } = told;
  const retryAfterMs = readRetryAfter(headers, nowMs);
  if (status === 402 || isSpentWord(told)) return describeFailureAs('spent', { status });
  if (status === 401 || status === 403) return describeFailureAs('wrong_key', { status });
  if (status === 404) return describeFailureAs('not_found', { status });
  if (status === 408) return describeFailureAs('timeout', { status, isPassing: true });
  if (status === 413 || isTooLong(told)) return describeFailureAs('too_long', { status, blame: 'none' });
  if (status === 429)
    return describeFailureAs('busy', { status, isPassing: true, retryAfterMs, blame: 'overloaded' });
  if (status === 503 || status === 529)
    return describeFailureAs('busy', { status, isPassing: true, retryAfterMs });
  // Bedrock's word for a model that failed while it spoke.
  if (status === 424) return describeFailureAs('failed', { status, isPassing: true });
  // It would go elsewhere with every request: nothing of this one alone.
  if (status < 400) return describeFailureAs('refused', { status });
  if (status < 500)
    return describeFailureAs('refused', { status, blame: 'none', isForm: status === 400 || status === 422 });
  return describeFailureAs('failed', { status, isPassing: true, retryAfterMs });
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
function isBroken(error: unknown): boolean {
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

/** A request's error and a stream's come in several forms; the words stand at one of these places. */
function readTold(error: unknown): Told {
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
