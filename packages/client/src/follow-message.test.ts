import { expect, it, vi } from 'vitest';
import { createClient } from './create-client.ts';
import { NotFoundError, StreamBrokenError } from './errors.ts';
import type { ClientOptions } from './shapes.ts';

const eventText = (id: number, type: string) => `id: ${id}\nevent: message.${type}\ndata: {"n":${id}}\n\n`;
const encode = (text: string) => new TextEncoder().encode(text);

/** A stream of these texts. It then breaks, ends or waits. */
function streamOf(
  texts: readonly string[],
  end: 'breaks' | 'ends' | 'waits',
  signal?: AbortSignal,
): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const text = texts[at];
      at += 1;
      if (text !== undefined) controller.enqueue(encode(text));
      else if (end === 'ends') controller.close();
      else if (end === 'breaks') controller.error(new TypeError('terminated'));
      else
        await new Promise((_resolve, reject) =>
          signal?.addEventListener('abort', () => reject(signal.reason)),
        );
    },
  });
  let at = 0;
  return new Response(body, { headers: { 'x-request-id': 'req_1', 'content-type': 'text/event-stream' } });
}

type Answer = Response | Error | ((signal: AbortSignal) => Response);

function scripted(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const sent: string[] = [];
  const answer = async (url: unknown, init?: RequestInit) => {
    const headers = new Headers(init?.headers);
    const next = answers[sent.length] ?? new TypeError('fetch failed');
    sent.push(`${init?.method} ${new URL(String(url)).pathname} ${headers.get('last-event-id')}`);
    if (next instanceof Error) throw next;
    return typeof next === 'function' ? next(init?.signal as AbortSignal) : next;
  };
  const given = { baseUrl: 'http://service.example', apiKey: 'k', retryDelayMs: 1, ...options };
  return { sent, client: createClient({ ...given, fetch: answer as typeof fetch }) };
}

async function collect(
  events: AsyncIterable<{ readonly id: number; readonly type: string }>,
): Promise<string[]> {
  const seen: string[] = [];
  for await (const { id, type } of events) seen.push(`${id} ${type}`);
  return seen;
}

const notFound = () =>
  new Response(
    '{"type":"/problems/not_found","title":"Not found","status":404,"instance":"/","code":"not_found","request_id":"req_2","retryable":false}',
    { status: 404, headers: { 'content-type': 'application/problem+json' } },
  );

it('resumes a stream after the last event it has seen, without a gap or a repetition', async () => {
  const { sent, client } = scripted([
    streamOf([eventText(1, 'created'), eventText(2, 'answer.delta')], 'breaks'),
    new TypeError('fetch failed'),
    new Response('starting', { status: 503 }),
    streamOf([eventText(3, 'answer.delta')], 'ends'),
    streamOf([eventText(4, 'delivered')], 'ends'),
  ]);
  expect(await collect(client.streamQuery({ prompt: 'x' }))).toEqual([
    '1 message.created',
    '2 message.answer.delta',
    '3 message.answer.delta',
    '4 message.delivered',
  ]);
  expect(sent).toEqual([
    'POST /v1/query null',
    'GET /v1/messages/req_1/events 2',
    'GET /v1/messages/req_1/events 2',
    'GET /v1/messages/req_1/events 2',
    'GET /v1/messages/req_1/events 3',
  ]);
});

it('resumes in the middle of an event', async () => {
  const half = eventText(2, 'answer.delta').slice(0, 12);
  const { client } = scripted([
    streamOf([eventText(1, 'created'), half], 'breaks'),
    streamOf([eventText(2, 'answer.delta'), eventText(3, 'delivered')], 'ends'),
  ]);
  const seen = await collect(client.streamQuery({ prompt: 'x' }));
  expect(seen).toEqual(['1 message.created', '2 message.answer.delta', '3 message.delivered']);
});

it('gives up if the service does not come back', async () => {
  const { sent, client } = scripted([streamOf([eventText(1, 'created')], 'breaks')], { resumesMax: 2 });
  await expect(collect(client.streamQuery({ prompt: 'x' }))).rejects.toThrow(StreamBrokenError);
  expect(sent).toHaveLength(3);
});

it('does not resume after a permanent refusal', async () => {
  const { client, sent } = scripted([streamOf([eventText(1, 'created')], 'breaks'), notFound()]);
  await expect(collect(client.streamQuery({ prompt: 'x' }))).rejects.toThrow(NotFoundError);
  expect(sent).toHaveLength(2);
});

it('follows a message from where the caller was, and ends if there is nothing more', async () => {
  const { sent, client } = scripted([
    streamOf([eventText(8, 'delivered')], 'ends'),
    new Response(null, { status: 204 }),
  ]);
  expect(await collect(client.streamMessageEvents('msg_1', { after: '7' }))).toEqual(['8 message.delivered']);
  expect(await collect(client.streamMessageEvents('msg_1', { after: '8' }))).toEqual([]);
  expect(sent).toEqual(['GET /v1/messages/msg_1/events 7', 'GET /v1/messages/msg_1/events 8']);
});

it('closes the connection as soon as nobody reads on, or the signal says so', async () => {
  const signals: AbortSignal[] = [];
  const waiting = (signal: AbortSignal) => {
    signals.push(signal);
    return streamOf([eventText(1, 'created')], 'waits', signal);
  };
  const { client } = scripted([waiting, waiting]);
  for await (const _event of client.streamQuery({ prompt: 'x' })) break;
  expect(signals[0]?.aborted).toBe(true);
  const ending = new AbortController();
  const reason = new Error('enough');
  const follow = async () => {
    for await (const _event of client.streamQuery({ prompt: 'x' }, { signal: ending.signal }))
      ending.abort(reason);
  };
  await expect(follow()).rejects.toBe(reason);
});

it('lets a response end by itself after its last event, also if nobody reads on, at most for a while', async () => {
  vi.useFakeTimers();
  try {
    const signals: AbortSignal[] = [];
    const delivered = (end: 'ends' | 'waits') => (signal: AbortSignal) => {
      signals.push(signal);
      return streamOf([eventText(1, 'delivered')], end, signal);
    };
    const { client } = scripted([delivered('ends'), delivered('ends'), delivered('waits')]);
    await collect(client.streamQuery({ prompt: 'x' }));
    for await (const _event of client.streamQuery({ prompt: 'x' })) break;
    await collect(client.streamQuery({ prompt: 'x' }));
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, true]);
  } finally {
    vi.useRealTimers();
  }
});
