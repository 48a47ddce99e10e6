import { describe, expect, it } from 'vitest';
import { createClient } from './create-client.ts';
import {
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  ProblemError,
  problemError,
  RateLimitError,
  ServiceError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors.ts';
import { delayAfter } from './retries.ts';
import type { ClientOptions } from './shapes.ts';

type Answer = Response | Error | ((signal: AbortSignal) => Promise<Response>);

const ok = () => new Response('{"answer":"yes"}', { headers: { 'content-type': 'application/json' } });

const document = { type: '/problems/x', title: 'A problem', instance: '/', request_id: 'req_1' };

function problem(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Response {
  const retryable = status === 429 || status >= 500;
  return new Response(JSON.stringify({ ...document, status, code, retryable }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

/** A client of a service that answers as it is scripted to, and what it was sent. */
function scripted(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const sent: { readonly url: string; readonly headers: Headers; readonly body: unknown }[] = [];
  const answer = async (url: unknown, init?: RequestInit) => {
    const next = answers[sent.length] ?? ok();
    sent.push({ url: String(url), headers: new Headers(init?.headers), body: init?.body });
    if (next instanceof Error) throw next;
    return typeof next === 'function' ? await next(init?.signal as AbortSignal) : next;
  };
  const given = { baseUrl: 'http://service.example', apiKey: 'a-key', retryDelayMs: 1, ...options };
  return { sent, client: createClient({ ...given, fetch: answer as typeof fetch }) };
}

const never = (signal: AbortSignal) =>
  new Promise<Response>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('a request', () => {
  it('carries the key, and the same random Idempotency-Key with each retry', async () => {
    const { sent, client } = scripted([new TypeError('fetch failed'), problem(503, 'shutting_down')]);
    await expect(client.executeQuery({ prompt: 'x' })).resolves.toEqual({ answer: 'yes' });
    expect(sent).toHaveLength(3);
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer a-key');
    await client.executeQuery({ prompt: 'x' }, { idempotencyKey: 'mine' });
    expect(sent[3]?.headers.get('idempotency-key')).toBe('mine');
  });

  it('is repeated as often as it may be, and then throws the last error', async () => {
    const failing = Array.from({ length: 9 }, () => problem(500, 'internal'));
    const { sent, client } = scripted(failing);
    await expect(client.getMessage('msg_1')).rejects.toThrow(ServiceError);
    expect(sent).toHaveLength(3);
    await expect(client.getMessage('msg_1', { retriesMax: 0 })).rejects.toThrow(ServiceError);
    expect(sent).toHaveLength(4);
  });

  it('is not repeated if it might take effect twice', async () => {
    const { sent, client } = scripted([new TypeError('fetch failed'), problem(500, 'internal')]);
    const create = () => client.testWebhookEndpoint('whe_1');
    await expect(create()).rejects.toThrow(ConnectionError);
    await expect(create()).rejects.toThrow(ServiceError);
    expect(sent).toHaveLength(2);
  });

  it('is repeated after a refusal that left nothing behind, even if it takes no key', async () => {
    const { sent, client } = scripted([problem(429, 'rate_limited'), problem(503, 'overloaded')]);
    await client.testWebhookEndpoint('whe_1');
    expect(sent).toHaveLength(3);
  });

  it('waits for as long as Retry-After says, and somewhat longer', () => {
    const delays = { retryDelayMs: 1000, retryAfterMaxMs: 60_000 };
    const limited = problemError({ ...document, retryable: true, status: 429, code: 'rate_limited' }, 7000);
    const drawn = Array.from({ length: 200 }, (_, attempt) => delayAfter(limited, attempt % 5, delays) ?? 0);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(7000);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(8000);
    expect(new Set(drawn).size).toBeGreaterThan(100);
    const lost = Array.from({ length: 200 }, () => delayAfter(new ConnectionError('lost'), 2, delays) ?? 0);
    expect(Math.max(...lost)).toBeLessThanOrEqual(4000);
    expect(Math.max(...lost) - Math.min(...lost)).toBeGreaterThan(1000);
  });

  it('is not repeated if Retry-After is too long to wait for', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
    const { sent, client } = scripted([problem(429, 'quota_exceeded', { 'retry-after': tomorrow })]);
    const error = await client.getMessage('msg_1').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitError);
    expect((error as RateLimitError).retryAfterMs).toBeGreaterThan(86_000_000);
    expect(sent).toHaveLength(1);
  });

  it.each([
    [404, 'not_found', NotFoundError],
    [409, 'legal_hold', ConflictError],
    [422, 'validation_failed', InvalidRequestError],
  ])('throws its own error for %i, with the code of the problem', async (status, code, kind) => {
    const { sent, client } = scripted([problem(status, code)]);
    const error = await client.getMessage('msg_1').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ code, status, requestId: 'req_1', name: kind.name });
    expect(sent).toHaveLength(1);
  });

  it('says that something else answered', async () => {
    const { client } = scripted([
      new Response('<html>', { status: 404 }),
      new Response(null, { status: 304 }),
    ]);
    const error = await client.getMessage('msg_1').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).not.toBeInstanceOf(ProblemError);
    await expect(client.getMessage('msg_1')).rejects.toMatchObject({ status: 304 });
  });

  it('times out, and tries again', async () => {
    const { sent, client } = scripted([never, never, never, never], { timeoutMs: 10 });
    await expect(client.getMessage('msg_1')).rejects.toThrow(TimeoutError);
    expect(sent).toHaveLength(3);
  });

  it('ends with the reason of its signal, also while it waits for a retry', async () => {
    const reason = new Error('enough');
    const ending = new AbortController();
    const { client } = scripted([never]);
    const asked = client.getMessage('msg_1', { signal: ending.signal });
    ending.abort(reason);
    await expect(asked).rejects.toBe(reason);
    const waiting = new AbortController();
    const limited = scripted([problem(429, 'rate_limited', { 'retry-after': '30' })]);
    const asking = limited.client.getMessage('msg_1', { signal: waiting.signal });
    setTimeout(() => waiting.abort(reason), 5);
    await expect(asking).rejects.toBe(reason);
    await expect(limited.client.getMessage('msg_1', { signal: waiting.signal })).rejects.toBe(reason);
    expect(limited.sent).toHaveLength(1);
  });

  it('sends files as they are, and reads the key anew each time', async () => {
    const keys = ['key-1', 'key-2'];
    const { sent, client } = scripted([], { apiKey: async () => keys.shift() ?? '' });
    const form = new FormData();
    await client.addDocuments('pack_1', form);
    await client.importQna('pack_1', 'a,b', { format: 'csv' } as never, {
      headers: { 'content-type': 'text/csv' },
    });
    expect(sent.map(({ body }) => body)).toEqual([form, 'a,b']);
    expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual([null, 'text/csv']);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer key-1', 'Bearer key-2']);
  });

  it('carries a random token of the visitor with a publishable key, the same for each request', async () => {
    const { sent, client } = scripted([], { apiKey: 'avw_pub_1' });
    await client.getMessage('msg_1');
    await client.executeQuery({ prompt: 'x' });
    const tokens = sent.map(({ headers }) => headers.get('visitor-token'));
    expect(tokens[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(tokens[1]).toBe(tokens[0]);
    const given = scripted([], { apiKey: 'avw_pub_1', visitorToken: 'mine' });
    await given.client.getMessage('msg_1');
    expect(given.sent[0]?.headers.get('visitor-token')).toBe('mine');
    const secret = scripted([], { visitorToken: 'mine' });
    await secret.client.getMessage('msg_1');
    expect(secret.sent[0]?.headers.has('visitor-token')).toBe(false);
  });

  it('returns what is not JSON as it is, and the response to a caller who wants its headers', async () => {
    const headers = { 'x-request-id': 'req_9' };
    const bytes = new Uint8Array([0, 255]);
    const { client } = scripted([
      new Response('a note', { headers }),
      new Response(bytes),
      new Response(null, { status: 204 }),
      new Response('{"status":"not_ready"}', { status: 503 }),
    ]);
    let requestId: string | null = null;
    const onResponse = (response: Response) => {
      requestId = response.headers.get('x-request-id');
    };
    await expect(client.getLogCheckpoint({ onResponse })).resolves.toBe('a note');
    expect(requestId).toBe('req_9');
    await expect(client.getLogTile('0/x001')).resolves.toEqual(bytes);
    await expect(client.deleteContentPack('pack_1')).resolves.toBeUndefined();
    await expect(client.getReadiness()).resolves.toEqual({ status: 'not_ready' });
  });
});

describe('a list', () => {
  const page = (ids: readonly string[], next: string | null) =>
    new Response(
      JSON.stringify({ data: ids.map((id) => ({ id })), has_more: next !== null, next_cursor: next }),
    );

  it('is its first page if it is awaited', async () => {
    const { sent, client } = scripted([page(['a'], 'next')]);
    await expect(client.listMessages({ limit: 1 })).resolves.toMatchObject({ next_cursor: 'next' });
    expect(sent.map(({ url }) => url)).toEqual(['http://service.example/v1/messages?limit=1']);
  });

  it('iterates over every entry, with the same filters for every page', async () => {
    const { sent, client } = scripted([page(['a', 'b'], 'p 2'), page([], 'p3'), page(['c'], null)]);
    const seen: unknown[] = [];
    for await (const entry of client.listMessages({ band: 'high' })) seen.push(entry);
    expect(seen).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual([
      'band=high',
      'band=high&cursor=p+2',
      'band=high&cursor=p3',
    ]);
  });
});
