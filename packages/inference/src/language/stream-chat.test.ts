import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StartStream, StreamPart } from './attempt-stream.ts';
import { type OpenedFetch, openFetch } from './open-fetch.ts';
import { openProvider } from './open-provider.ts';
import { streamByLibrary } from './stream-by-library.ts';
import { streamChat } from './stream-chat.ts';

let server: Server;
let connections: Required<OpenedFetch>;
let bodies: unknown[];
let response: Buffer[];

beforeEach(async () => {
  bodies = [];
  response = [Buffer.from(`${eventOf({ content: 'Yes.' }, 'stop')}data: [DONE]\n\n`)];
  server = createServer(async (request, reply) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of response) {
      reply.write(chunk);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    reply.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connections = openFetch({ connectTimeoutMs: 5000 });
});

afterEach(async () => {
  await connections.close();
  server.close();
});

function eventOf(delta: Readonly<Record<string, unknown>>, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`;
}

const settingsOf = () => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  return { provider: 'openai_compatible', model: 'small', baseUrl, region: null, key: 'k' } as const;
};
const direct = (bytesMax = 10_000) =>
  streamChat({ settings: settingsOf(), dispatcher: connections.dispatcher, bytesMax });

async function read(start: StartStream, request: Partial<Parameters<StartStream>[0]> = {}) {
  const task = { instructions: 'Be brief.', prompt: 'Is it?', outputTokensMax: 9 };
  const { signal } = new AbortController();
  const parts: StreamPart[] = [];
  for await (const part of await start({
    ...{ form: 'strict', task, signal, asksLogProbabilities: false },
    ...request,
  }))
    parts.push(part as StreamPart);
  const text = parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
  const end = parts.find(({ type }) => type === 'finish');
  return { text, end };
}

it('asks as the library does', async () => {
  const byLibrary = streamByLibrary(settingsOf(), (form) =>
    openProvider(settingsOf(), { fetch: connections.fetch, form }),
  );
  const schema = { type: 'object', properties: { sure: { type: 'boolean' } } };
  const task = { instructions: 'Be brief.', prompt: 'Is it?', outputTokensMax: 9, schema };
  for (const request of [{ form: 'strict' }, { form: 'plain' }, { form: 'strict', task }] as const) {
    await read(byLibrary, request);
    await read(direct(), request);
  }
  const [a, b, c, d, e, f] = bodies;
  expect([b, d, f]).toEqual([a, c, e]);
});

it('joins characters and events that come in parts', async () => {
  const whole = Buffer.from(`${eventOf({ content: 'Über ' })}${eventOf({ content: '5 €.' }, 'stop')}`);
  response = Array.from({ length: Math.ceil(whole.length / 7) }, (_, at) =>
    whole.subarray(at * 7, at * 7 + 7),
  );
  expect((await read(direct())).text).toBe('Über 5 €.');
});

it('takes the text of a list of parts, and no thoughts', async () => {
  const content = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
    { type: 'text', text: 'Yes.' },
  ];
  response = [Buffer.from(`${eventOf({ reasoning_content: 'Well.' })}${eventOf({ content }, 'stop')}`)];
  expect((await read(direct())).text).toBe('Yes.');
});

it('reports that the model has declined, and that a response has no end', async () => {
  response = [Buffer.from(eventOf({ refusal: 'I cannot.' }, 'stop'))];
  expect((await read(direct())).end).toMatchObject({ finishReason: 'content-filter' });
  response = [Buffer.from(eventOf({ content: 'Yes' }))];
  expect((await read(direct())).end).toMatchObject({ finishReason: 'other', rawFinishReason: undefined });
});

it('takes no more than it may', async () => {
  response = Array.from({ length: 20 }, () => Buffer.from(eventOf({ content: 'a'.repeat(100) })));
  await expect(read(direct(1000))).rejects.toMatchObject({ code: 'too_large' });
});
