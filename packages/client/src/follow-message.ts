import type { StreamEvent } from '../generated/types.ts';
import type { OpenedStream, OutgoingRequest, Transport } from './create-transport.ts';
import { StreamBrokenError } from './errors.ts';
import { readEvents } from './read-events.ts';
import { delayAfter, isTemporary, wait } from './retries.ts';
import type { RequestOptions } from './shapes.ts';

/** The last event of a stream. */
export type TerminalEvent = Extract<
  StreamEvent,
  { type: 'message.delivered' | 'message.blocked' | 'message.failed' | 'message.cancelled' }
>;

const accept = { accept: 'text/event-stream' };
const terminal = new Set(['message.delivered', 'message.blocked', 'message.failed', 'message.cancelled']);

/** Whether an event is the last of its stream: its data is then the complete response. */
export function isTerminalEvent(event: StreamEvent): event is TerminalEvent {
  return terminal.has(event.type);
}

/** Asks a question, and follows its message until it has ended. */
export async function* streamQuery(
  transport: Transport,
  body: object,
  options: RequestOptions,
): AsyncGenerator<StreamEvent, void> {
  const request = { method: 'POST', path: '/v1/query', body, headers: accept, takesKey: true } as const;
  const first = await transport.open(request, options);
  // The id of the request also identifies its message.
  const requestId = first.response.headers.get('x-request-id');
  yield* follow(transport, { messageId: requestId, first, after: 0 }, options);
}

export async function* followMessage(
  transport: Transport,
  messageId: string,
  { after = 0, ...options }: RequestOptions & { readonly after?: number },
): AsyncGenerator<StreamEvent, void> {
  const first = await transport.open(eventsRequest(messageId, after), options);
  yield* follow(transport, { messageId, first, after }, options);
}

function eventsRequest(messageId: string, after: number): OutgoingRequest {
  const headers = { ...accept, 'last-event-id': String(after) };
  return { method: 'GET', path: `/v1/messages/${encodeURIComponent(messageId)}/events`, headers };
}

interface Followed {
  /** Null: it is not known, so that the stream cannot be resumed. */
  readonly messageId: string | null;
  readonly first: OpenedStream;
  readonly after: number;
}

/** All events until the last one. A stream that breaks is resumed after the last event that arrived. */
async function* follow(
  transport: Transport,
  { messageId, first, after }: Followed,
  options: RequestOptions,
): AsyncGenerator<StreamEvent, void> {
  let last = after;
  let opened: OpenedStream | null = first;
  let lost: unknown;
  for (let resumes = 0; resumes <= transport.resumesMax; resumes += 1) {
    try {
      opened ??= await transport.open(eventsRequest(messageId ?? '', last), { ...options, retriesMax: 0 });
      // The message has ended, and its last event was received before.
      if (opened.response.status === 204) return;
      for await (const { id, type, data } of readEvents(opened.chunks)) {
        const event = { id: Number(id), type, data: JSON.parse(data) } as StreamEvent;
        const isLast = isTerminalEvent(event);
        if (isLast) opened.noteLast();
        yield event;
        if (isLast) return;
        last = event.id;
        resumes = 0;
        lost = undefined;
      }
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (opened === null && !isTemporary(error)) throw error;
      lost = error;
    }
    opened = null;
    if (messageId === null) break;
    const delayMs = delayAfter(lost, resumes, transport);
    if (delayMs === null) break;
    await wait(delayMs, options.signal);
  }
  throw new StreamBrokenError('The stream broke before the message had ended, and could not be resumed.', {
    cause: lost,
  });
}
