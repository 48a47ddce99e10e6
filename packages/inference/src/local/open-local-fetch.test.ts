import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenedFetch } from '../language/open-fetch.ts';
import { type LocalModelEvent, openLocalFetch } from './open-local-fetch.ts';

const processUrl = new URL('./test-support/faulty-process.ts', import.meta.url);
let events: LocalModelEvent[];
let opened: OpenedFetch;

beforeEach(() => {
  events = [];
});
afterEach(() => opened.close());

function open(path = '/model.gguf', limits = {}) {
  opened = openLocalFetch(
    { path, contextTokens: 1024, threads: 1, atOnceMax: 1 },
    { processUrl, limits: { backoffMs: 1, ...limits }, onEvent: (event) => events.push(event) },
  );
  return (body: string, signal?: AbortSignal) =>
    opened.fetch('http://local.invalid/', { method: 'POST', body, signal: signal ?? null });
}

const kinds = () => events.map(({ kind }) => kind);

describe('the process of a local model', () => {
  it('is started before anybody asks, and answers', async () => {
    const ask = open();
    await expect.poll(kinds).toEqual(['started']);
    expect(await (await ask('hello')).text()).toBe('begun');
  });

  it('that ends over a request is started again, and only that request fails', async () => {
    const ask = open();
    await expect(ask('crash').then((response) => response.text())).rejects.toThrow('terminated');
    await expect.poll(kinds).toEqual(['started', 'lost', 'started']);
    expect(await (await ask('hello')).text()).toBe('begun');
  });

  it('repeats nothing of a request that fails', async () => {
    await expect(open()('throw')).rejects.toThrow(/^terminated$/);
  });

  it('ends a request that is stopped, with the reason', async () => {
    const controller = new AbortController();
    const response = await open()('wait', controller.signal);
    controller.abort(new Error('enough'));
    await expect(response.text()).rejects.toThrow('enough');
  });

  it('is killed and started again where it does not stop', async () => {
    const ask = open(undefined, { stopMs: 50 });
    const controller = new AbortController();
    await ask('deaf', controller.signal);
    controller.abort();
    await expect.poll(kinds).toEqual(['started', 'lost', 'started']);
    expect(events[1]).toMatchObject({ reason: 'hung' });
    expect(await (await ask('hello')).text()).toBe('begun');
  });

  it('that cannot load its file says why, also to callers', async () => {
    const ask = open('/missing.gguf', { backoffMs: 60_000 });
    await expect(ask('hello')).rejects.toMatchObject({
      code: 'unreachable',
      message: 'the model cannot be run: /missing.gguf cannot be read (ENOENT).',
    });
    expect(events[0]).toMatchObject({ kind: 'lost', reason: 'not_started' });
  });

  it('answers nobody once it is closed', async () => {
    const ask = open();
    await opened.close();
    await expect(ask('hello')).rejects.toThrow('the local model is closed');
  });
});
