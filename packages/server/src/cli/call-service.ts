import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminalEvent, type ProblemDocument, problemDocumentSchema } from '@avow/contract';
import { UserError } from '@avow/foundation';
import type { Config } from '../config/load-config.ts';
import { serviceUrl } from '../config/service-url.ts';
import { type ReceivedEvent, readEvents } from './read-events.ts';

const timeoutMs = 130_000;
/** With delays that double, this is half a minute: enough for a service to restart after an update. */
const resumeTries = 5;
const resumeDelayMs = 1000;

/** The service cannot be reached or cannot answer now, but a later attempt may succeed. */
class UnavailableError extends UserError {}

interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a running service. A problem document becomes an error message. */
export async function callService(config: Config, request: ServiceRequest): Promise<unknown> {
  const response = await send(config, request);
  return await response.json().catch(() => null);
}

/**
 * Asks a question, and follows the message until it has ended. If the connection breaks, the stream is resumed after the
 * last event, even if the service cannot be reached for a while.
 */
export async function* streamService(
  config: Config,
  body: object,
  { delayMs = resumeDelayMs }: { readonly delayMs?: number } = {},
): AsyncGenerator<ReceivedEvent, void> {
  const accept = { accept: 'text/event-stream' };
  let request: ServiceRequest = { method: 'POST', path: '/v1/query', body, headers: accept };
  let path: string | null = null;
  let lastId = '0';
  for (let tries = 0; tries <= resumeTries; tries += 1) {
    const response = await sendIfAvailable(config, request, path !== null);
    const requestId = response?.headers.get('x-request-id') ?? null;
    // The id of the request also identifies its message.
    path ??= requestId === null ? null : `/v1/messages/${encodeURIComponent(requestId)}/events`;
    for await (const event of untilBroken(readEvents(response?.body ?? noBody()))) {
      yield event;
      if (isTerminalEvent(event.type)) return;
      lastId = event.id;
    }
    if (path === null) break;
    request = { method: 'GET', path, headers: { ...accept, 'last-event-id': lastId } };
    await sleep(delayMs * 2 ** tries);
  }
  throw new UserError(
    'The connection was lost before the answer was complete. "avow audit MESSAGE_ID" shows how the message ended.',
  );
}

async function* noBody(): AsyncGenerator<Uint8Array, void> {}

/** A broken connection ends the stream like a closed one: in both cases the stream is resumed. */
async function* untilBroken(
  events: AsyncGenerator<ReceivedEvent, void>,
): AsyncGenerator<ReceivedEvent, void> {
  try {
    yield* events;
  } catch (error) {
    if (error instanceof UserError) throw error;
  }
}

/** Null if a stream is resumed and the service is not available. */
async function sendIfAvailable(
  config: Config,
  request: ServiceRequest,
  isResuming: boolean,
): Promise<Response | null> {
  try {
    return await send(config, request);
  } catch (error) {
    if (isResuming && error instanceof UnavailableError) return null;
    throw error;
  }
}

async function send(config: Config, request: ServiceRequest): Promise<Response> {
  if (config.clientKey === null)
    throw new UserError(
      'AVOW_API_KEY is not set. Set it to an API key of the service ("avow keys create" creates one).',
    );
  const baseUrl = config.clientUrl ?? serviceUrl(config);
  const response = await fetch(`${baseUrl}${request.path}`, {
    method: request.method,
    headers: {
      authorization: `Bearer ${config.clientKey}`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new UnavailableError(
      `${baseUrl} does not respond. Start the service with "avow serve", or set AVOW_URL to its address.`,
      { cause },
    );
  });
  if (response.ok) return response;
  const problem = problemDocumentSchema.safeParse(await response.json().catch(() => null));
  const isTemporary = response.status === 429 || response.status >= 500;
  throw new (isTemporary ? UnavailableError : UserError)(
    problem.success
      ? describeProblem(problem.data)
      : `${baseUrl} responded with status ${response.status} but not as Avow does: check AVOW_URL.`,
  );
}

function describeProblem({ title, detail, code, request_id, errors }: ProblemDocument): string {
  const faults = (errors ?? []).map(({ pointer, message }) => `\n  ${pointer}: ${message}`).join('');
  return `${title}: ${detail ?? ''}${faults}\n(${code}, request ${request_id})`;
}
