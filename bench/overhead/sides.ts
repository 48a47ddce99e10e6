import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as sendRequest } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { queryResponseSchema } from '@avow/contract/query';
import type { ModelTimes } from './time-models.ts';

/** One way to the same provider. */
export interface Side {
  readonly name: string;
  /** The time of one whole call, and of that in embedded models where there are any. Null: the provider's answer was not given. */
  call(index: number): Promise<Call | null>;
  close(): Promise<void>;
}

export interface Call {
  readonly ms: number;
  readonly models: ModelTimes | null;
}

/** A kept connection for each side, as clients of a service have. */
function createPost(url: string, headers: Readonly<Record<string, string>>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const post = async (body: string) => {
    const startedMs = performance.now();
    const request = sendRequest(url, {
      ...{ method: 'POST', agent },
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    });
    request.end(body);
    const [response] = await once(request, 'response');
    const text = Buffer.concat(await response.toArray()).toString();
    const ms = performance.now() - startedMs;
    if (response.statusCode !== 200) throw new Error(`${url}: status ${response.statusCode}: ${text}`);
    return { ms, text };
  };
  return { post, close: async () => agent.destroy() };
}

interface Chat {
  readonly passages: readonly string[];
  readonly isStreamed: boolean;
}

/** About as much as the service sends with a question: its instructions and the passages that it found. */
function chatBody(index: number, { passages, isStreamed }: Chat): string {
  const sources = passages.map((text, at) => `<source ${at + 1}>\nSource\n\n${text}\n</source ${at + 1}>`);
  const content = `${sources.join('\n\n')}\n\nQuestion ${index}: what does the first source say?`;
  return JSON.stringify({ model: 'scripted', stream: isStreamed, messages: [{ role: 'user', content }] });
}

export function openPlain(port: number, given: Chat): Side {
  const { post, close } = createPost(`http://127.0.0.1:${port}/v1/chat/completions`, {});
  return {
    name: given.isStreamed ? 'plain call' : 'plain call, not streamed',
    call: (index) => chat(post, chatBody(index, given)),
    close,
  };
}

async function chat(post: ReturnType<typeof createPost>['post'], body: string): Promise<Call> {
  const { ms, text } = await post(body);
  if (!/\[DONE\]|"finish_reason":"stop"/.test(text))
    throw new Error(`no whole answer: ${text.slice(0, 200)}`);
  return { ms, models: null };
}

/** Installed by itself: the product does not depend on it. */
const gateway = join(
  fileURLToPath(new URL('./portkey/node_modules', import.meta.url)),
  '@portkey-ai/gateway/build/start-server.js',
);

/** Streams of a server such as the scripted one end in an error of the gateway's own (1.15): it is asked for whole answers. */
export async function openGateway(port: number, passages: readonly string[]): Promise<Side> {
  const own = await freePort();
  const child = spawn(process.execPath, [gateway, `--port=${own}`, '--headless'], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const { post, close } = createPost(`http://127.0.0.1:${own}/v1/chat/completions`, {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `http://127.0.0.1:${port}/v1`,
    authorization: 'Bearer none',
  });
  return {
    name: 'Portkey gateway, not streamed',
    call: (index) => chat(post, chatBody(index, { passages, isStreamed: false })),
    close: async () => {
      await close();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export interface ServiceSide extends Side {
  readonly url: string;
}

/** `promptFor`: no two calls ask the same, so that nothing that is remembered helps. */
export async function openService(given: {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly promptFor: (index: number) => string;
}): Promise<ServiceSide> {
  const child = fork(fileURLToPath(new URL('./timed-service.ts', import.meta.url)), {
    env: { PATH: process.env['PATH'], AVOW_PORT: '0', AVOW_DEMO: 'off', ...given.env },
  });
  const exited = once(child, 'exit');
  const [{ url }] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('the service ended at start'))),
  ])) as [{ readonly url: string }];
  const { post, close } = createPost(`${url}/v1/query`, { authorization: `Bearer ${given.apiKey}` });
  return {
    name: given.name,
    url,
    call: async (index) => {
      const { ms, text } = await post(JSON.stringify({ prompt: given.promptFor(index) }));
      const { processing, guardrails } = queryResponseSchema.parse(JSON.parse(text));
      child.send('take');
      const [models] = (await once(child, 'message')) as [ModelTimes];
      if (processing.model_tier === 1) return { ms, models };
      const found = guardrails
        .filter(({ compliant }) => !compliant)
        .map(({ name, status }) => `${name}: ${status}`);
      process.stderr.write(
        `not answered by the provider: ${[processing.routing_source, ...found].join(', ')}\n`,
      );
      return null;
    },
    close: async () => {
      await close();
      child.kill('SIGTERM');
      await exited;
    },
  };
}
