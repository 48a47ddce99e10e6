import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback that speaks like OpenAI, and says yes to everything. */
export interface ModelServer {
  readonly address: string;
  /** The keys that requests came with. */
  keys(): readonly string[];
  /** Refuses the next request. */
  failNext(): void;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const keys: string[] = [];
  let fails = false;
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization ?? '');
    request.resume();
    if (fails) {
      fails = false;
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
      return;
    }
    const chunk = (delta: object, also: object = {}) =>
      `data: ${JSON.stringify({
        ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' },
        choices: [{ index: 0, delta, finish_reason: null, ...also }],
      })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      `${chunk({ role: 'assistant', content: 'Yes.' })}${chunk({}, { finish_reason: 'stop' })}data: [DONE]\n\n`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    keys: () => keys,
    failNext: () => {
      fails = true;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
