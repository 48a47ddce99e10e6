import type { Problem } from '../generated/types.ts';
import { AvowError, ConnectionError, problemError, TimeoutError, UnexpectedResponseError } from './errors.ts';
import { type Delays, delayAfter, mayRepeat, readRetryAfter, wait } from './retries.ts';
import type { ClientOptions, RequestOptions, Route } from './shapes.ts';

/** A request, before the key and the headers that all requests have. */
export interface OutgoingRequest {
  readonly method: Route['method'];
  /** With its parameters. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly takesKey?: boolean;
  readonly alsoReturns?: readonly number[] | undefined;
  /** A redirect is the response, and is not followed. */
  readonly redirects?: boolean;
}

export interface Transport extends Delays {
  readonly resumesMax: number;
  /** Sends a request, again if need be, and reads its response. Throws unless the response is a success. */
  request<Read>(
    request: OutgoingRequest,
    options: RequestOptions,
    read: (response: Response) => Promise<Read>,
  ): Promise<Read>;
  /** Sends a request whose response is a stream. */
  open(request: OutgoingRequest, options: RequestOptions): Promise<OpenedStream>;
}

export interface OpenedStream {
  readonly response: Response;
  /** Rejects if nothing arrives for too long. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The last event has arrived: the response then ends by itself, and its connection is not cut. */
  noteLast(): void;
}

/** How long the end of a response may take after its last event. */
const endWaitMs = 2_000;
/** The service sends a comment every 15 seconds. */
const idleMaxMs = 45_000;
const idempotent = new Set(['GET', 'PUT', 'DELETE']);

export function createTransport(options: ClientOptions): Transport {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const visitorToken = options.visitorToken ?? randomKey() + randomKey();
  const send = options.fetch ?? ((...given: Parameters<typeof fetch>) => globalThis.fetch(...given));
  const delays = {
    retryDelayMs: options.retryDelayMs ?? 1000,
    retryAfterMaxMs: options.retryAfterMaxMs ?? 60_000,
  };

  async function attempt(request: OutgoingRequest, headers: Headers, signal: AbortSignal): Promise<Response> {
    const key = typeof options.apiKey === 'function' ? await options.apiKey() : options.apiKey;
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    if (key?.startsWith('avw_pub_')) headers.set('visitor-token', visitorToken);
    const body = bodyOf(request.body, headers);
    const init: RequestInit = { method: request.method, headers, signal };
    if (request.redirects) init.redirect = 'manual';
    const response = await send(`${baseUrl}${request.path}`, body === undefined ? init : { ...init, body });
    if (response.ok || request.redirects || request.alsoReturns?.includes(response.status)) return response;
    throw await errorOf(response);
  }

  async function withRetries<Result>(
    request: OutgoingRequest,
    given: RequestOptions,
    run: (headers: Headers) => Promise<Result>,
  ): Promise<Result> {
    const headers = headersOf(options, request, given);
    const isRepeatable = idempotent.has(request.method) || headers.has('idempotency-key');
    const retriesMax = given.retriesMax ?? options.retriesMax ?? 2;
    for (let tries = 0; ; tries += 1) {
      try {
        given.signal?.throwIfAborted();
        return await run(headers);
      } catch (error) {
        if (given.signal?.aborted) throw given.signal.reason;
        const thrown = asAvowError(error, baseUrl);
        const delayMs = delayAfter(thrown, tries, delays);
        if (tries >= retriesMax || delayMs === null || !mayRepeat(thrown, isRepeatable)) throw thrown;
        await wait(delayMs, given.signal);
      }
    }
  }

  const timeoutOf = (given: RequestOptions) => given.timeoutMs ?? options.timeoutMs ?? 130_000;

  return {
    ...delays,
    resumesMax: options.resumesMax ?? 5,
    request: (request, given, read) =>
      withRetries(request, given, async (headers) => {
        const timeout = AbortSignal.timeout(timeoutOf(given));
        const signal = given.signal === undefined ? timeout : AbortSignal.any([timeout, given.signal]);
        const response = await attempt(request, headers, signal);
        given.onResponse?.(response);
        return await read(response);
      }),
    open: (request, given) =>
      withRetries(request, given, async (headers) => {
        const ending = new AbortController();
        const signal =
          given.signal === undefined ? ending.signal : AbortSignal.any([ending.signal, given.signal]);
        const late = () => ending.abort(new TimeoutError('The stream was silent for too long.'));
        const timer = setTimeout(late, timeoutOf(given));
        try {
          const response = await attempt(request, headers, signal);
          given.onResponse?.(response);
          const reading = { ending, isOver: false };
          return {
            ...{ response, chunks: chunksOf(response, reading) },
            noteLast: () => {
              reading.isOver = true;
            },
          };
        } finally {
          clearTimeout(timer);
        }
      }),
  };
}

interface Reading {
  readonly ending: AbortController;
  isOver: boolean;
}

/** Ends the connection if nothing arrives for too long, or if nobody reads on. */
async function* chunksOf(response: Response, reading: Reading): AsyncGenerator<Uint8Array, void> {
  const { ending } = reading;
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const read = async () => {
    const late = () => ending.abort(new TimeoutError('The stream was silent for too long.'));
    const timer = setTimeout(late, idleMaxMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    reading.isOver ||= done;
    return done ? null : value;
  };
  try {
    for (let value = await read(); value !== null; value = await read()) yield value;
  } finally {
    // Browsers report a response that is cut before its end as a failed request.
    if (reading.isOver) void readToEnd(reader, ending);
    else {
      ending.abort();
      // Waiting for it could take forever; that it failed says nothing.
      reader.cancel().catch(() => undefined);
    }
  }
}

async function readToEnd(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  ending: AbortController,
): Promise<void> {
  const timer = setTimeout(() => ending.abort(), endWaitMs);
  try {
    while (!(await reader.read()).done);
  } catch {
    // Everything that is of use was read before.
  } finally {
    clearTimeout(timer);
  }
}

function headersOf(options: ClientOptions, request: OutgoingRequest, given: RequestOptions): Headers {
  const headers = new Headers({ ...options.headers, ...request.headers, ...given.headers });
  const key = given.idempotencyKey ?? (request.takesKey ? randomKey() : undefined);
  if (key !== undefined && !headers.has('idempotency-key')) headers.set('idempotency-key', key);
  const purpose = given.purpose ?? options.purpose;
  if (purpose !== undefined) headers.set('avow-purpose', purpose);
  return headers;
}

/** `crypto.randomUUID` is missing in browsers if the page came over plain http. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Body = NonNullable<RequestInit['body']>;

function bodyOf(body: unknown, headers: Headers): Body | undefined {
  if (body === undefined) return undefined;
  const isRaw =
    body instanceof FormData ||
    body instanceof Blob ||
    body instanceof Uint8Array ||
    typeof body === 'string';
  if (isRaw) return body as Body;
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}

async function errorOf(response: Response): Promise<AvowError> {
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
  const { status } = response;
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  const body = isProblem ? await response.json().catch(() => null) : await response.text().then(() => null);
  if (isProblemDocument(body)) return problemError(body, retryAfterMs);
  return new UnexpectedResponseError(`The response has the status ${status}, and is not one of Avow.`, {
    ...{ status, retryAfterMs },
  });
}

function isProblemDocument(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

function asAvowError(error: unknown, baseUrl: string): AvowError {
  if (error instanceof AvowError) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new TimeoutError(`${baseUrl} did not respond in time.`, { cause: error });
  return new ConnectionError(`${baseUrl} could not be reached.`, { cause: error });
}
