import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminalEvent, type ProblemDocument, problemDocumentSchema } from '@avow/contract';
import type { Config } from '../config/load-config.ts';
import { serviceUrl } from '../config/service-url.ts';
import { UserError } from '../errors/user-error.ts';
import { type ReceivedEvent, readEvents } from './read-events.ts';

const timeoutMs = 130_000;
const resumeTries = 5;
const resumeDelayMs = 1000;

interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request to a running service, as a client makes it. A problem document becomes a message for a person. */
export async function callService(config: Config, request: ServiceRequest): Promise<unknown> {
  const response = await send(config, request);
  return await response.json().catch(() => null);
}

/**
 * Asks, and follows the message until it has ended. Where the connection breaks, the stream is taken up again after
 * the last event that came.
 */
export async function* streamService(config: Config, body: object): AsyncGenerator<ReceivedEvent, void> {
  const accept = { accept: 'text/event-stream' };
  let request: ServiceRequest = { method: 'POST', path: '/v1/query', body, headers: accept };
  let path: string | null = null;
  let lastId = '0';
  for (let tries = 0; tries <= resumeTries; tries += 1) {
    const response = await send(config, request);
    const requestId = response.headers.get('x-request-id');
    // The id of the request that asked is one of the names of its message.
    path ??= requestId === null ? null : `/v1/messages/${encodeURIComponent(requestId)}/events`;
    for await (const event of untilBroken(readEvents(response.body ?? noBody()))) {
      yield event;
      if (isTerminalEvent(event.type)) return;
      lastId = event.id;
    }
    if (path === null) break;
    request = { method: 'GET', path, headers: { ...accept, 'last-event-id': lastId } };
    await sleep(resumeDelayMs);
  }
  throw new UserError(
    'The connection broke, and the answer did not come. "avow audit" shows what became of it.',
  );
}

async function* noBody(): AsyncGenerator<Uint8Array, void> {}

/** A connection that breaks ends the stream like one that is closed: either way the rest is still to come. */
async function* untilBroken(
  events: AsyncGenerator<ReceivedEvent, void>,
): AsyncGenerator<ReceivedEvent, void> {
  try {
    yield* events;
  } catch (error) {
    if (error instanceof UserError) throw error;
  }
}

async function send(config: Config, request: ServiceRequest): Promise<Response> {
  if (config.clientKey === null)
    throw new UserError('Set AVOW_API_KEY to a key of this service ("avow keys create" makes one).');
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
    throw new UserError(
      `No answer from ${baseUrl}. Is the service running ("avow serve")? AVOW_URL says where to look.`,
      { cause },
    );
  });
  if (response.ok) return response;
  const problem = problemDocumentSchema.safeParse(await response.json().catch(() => null));
  throw new UserError(
    problem.success
      ? describeProblem(problem.data)
      : `${baseUrl} answered with status ${response.status}, and is perhaps not Avow.`,
  );
}

function describeProblem({ title, detail, code, request_id, errors }: ProblemDocument): string {
  const faults = (errors ?? []).map(({ pointer, message }) => `\n  ${pointer}: ${message}`).join('');
  return `${title}: ${detail ?? ''}${faults}\n(${code}, request ${request_id})`;
}
