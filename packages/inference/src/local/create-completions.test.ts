import { describe, expect, it } from 'vitest';
import { createCompletions } from './create-completions.ts';
import { loadLlama } from './load-llama.ts';
import { type FakeLlama, fakeLlama } from './test-support/fake-llama.ts';

const toLoad = { path: '/model.gguf', contextTokens: 64, threads: 2, atOnceMax: 1 };
const never = new AbortController().signal;
const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Who is there?' },
];

async function open({ module }: FakeLlama, fields: Partial<typeof toLoad> = {}) {
  const wanted = { ...toLoad, ...fields };
  const respond = createCompletions(await loadLlama(wanted, async () => module), wanted);
  return async (body: object, signal: AbortSignal = never) => {
    let status = 0;
    let text = '';
    await respond(
      { url: '', headers: {}, body: JSON.stringify({ messages, stream: true, ...body }) },
      {
        head: (given) => {
          status = given;
        },
        chunk: async (bytes) => {
          text += new TextDecoder().decode(bytes);
        },
      },
      signal,
    );
    return { status, text };
  };
}

const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)));

describe('a loaded model', () => {
  it('runs on processors alone, with nothing compiled or fetched', async () => {
    const fake = fakeLlama(['Me.']);
    await open(fake);
    expect(fake.loadedWith).toMatchObject([
      { gpu: false, build: 'never', skipDownload: true, maxThreads: 2 },
      { modelPath: '/model.gguf' },
      { contextSize: 64, sequences: 1, threads: 2 },
    ]);
  });

  it('writes in pieces, coldly, and counts its tokens', async () => {
    const fake = fakeLlama(['It ', 'is ', 'me.']);
    const { status, text } = await (await open(fake))({ max_tokens: 10 });
    const events = eventsOf(text);
    expect(status).toBe(200);
    expect(events.map(({ choices }) => choices[0]?.delta.content).join('')).toBe('It is me.');
    expect(events.at(-2).choices[0].finish_reason).toBe('stop');
    expect(events.at(-1).usage).toEqual({ prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 });
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(fake.asked[0]).toMatchObject({
      history: [
        { type: 'system', text: 'Be brief.' },
        { type: 'user', text: 'Who is there?' },
        { type: 'model', response: [] },
      ],
      options: { temperature: 0, seed: 1, maxTokens: 10, budgets: { thoughtTokens: 0 } },
    });
  });

  it('says it whole where no stream is wanted', async () => {
    const { text } = await (await open(fakeLlama(['It is ', 'me.'])))({ stream: false });
    expect(JSON.parse(text)).toMatchObject({
      choices: [{ message: { content: 'It is me.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 2 },
    });
  });

  it('writes no more than is wanted, or than the context has room for, and says that it was cut', async () => {
    const fake = fakeLlama(Array.from({ length: 100 }, () => 'on '));
    const ask = await open(fake);
    expect(eventsOf((await ask({ max_tokens: 4 })).text).at(-2).choices[0].finish_reason).toBe('length');
    await ask({ max_completion_tokens: 6 });
    await ask({ max_tokens: 1000 });
    expect(fake.asked.map(({ options }) => options.maxTokens)).toEqual([4, 6, 59]);
  });

  it('refuses a prompt that leaves no room for an answer', async () => {
    const fake = fakeLlama(['Me.']);
    const long = [{ role: 'user', content: 'word '.repeat(60) }];
    expect(await (await open(fake))({ messages: long })).toMatchObject({ status: 413 });
    expect(fake.asked).toEqual([]);
  });

  it('follows a schema, and refuses one that no grammar can say', async () => {
    const fake = fakeLlama(['{}']);
    const ask = await open(fake);
    const formOf = (schema: object) => ({
      response_format: { type: 'json_schema', json_schema: { schema } },
    });
    expect(await ask(formOf({ type: 'object' }))).toMatchObject({ status: 200 });
    expect(fake.asked[0]?.options.grammar).toEqual({ schema: { type: 'object' } });
    expect(await ask(formOf({ not: {} }))).toMatchObject({ status: 400 });
  });

  it('refuses a request that it does not understand', async () => {
    expect(await (await open(fakeLlama([])))({ messages: 'hello' })).toMatchObject({ status: 400 });
  });

  it('answers as many at once as it has contexts, and the others in turn', async () => {
    const fake = fakeLlama(['Me.'], { tokenMs: 30 });
    const ask = await open(fake, { atOnceMax: 2 });
    const all = await Promise.all([ask({}), ask({}), ask({})]);
    expect(all).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
    expect(fake.atOnce()).toBe(2);
  });

  it('reads a prompt in batches, and stops between two', async () => {
    const controller = new AbortController();
    const fake = fakeLlama(['Me.'], {
      onBatch: (count) => {
        if (count === 5) controller.abort();
      },
    });
    const ask = await open(fake, { contextTokens: 10_000 });
    const long = {
      messages: [{ role: 'user', content: Array.from({ length: 200 }, () => 'word').join(' ') }],
    };
    await ask(long);
    expect(fake.batches).toEqual([64, 64, 64, 7]);
    await expect(ask(long, controller.signal)).rejects.toThrow();
    expect([fake.batches.length, fake.asked.length]).toEqual([5, 1]);
  });

  it('is free for the next as soon as one is stopped', async () => {
    const fake = fakeLlama(['Me.'], { tokenMs: 60_000 });
    const ask = await open(fake);
    const controller = new AbortController();
    const stopped = ask({}, controller.signal);
    const waiting = new AbortController();
    const next = ask({}, waiting.signal);
    await expect.poll(() => fake.asked.length).toBe(1);
    controller.abort();
    await expect(stopped).rejects.toThrow();
    await expect.poll(() => fake.asked.length).toBe(2);
    waiting.abort();
    await expect(next).rejects.toThrow();
  });
});
