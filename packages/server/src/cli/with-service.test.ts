import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { withService } from './with-service.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await close(server);
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function close(server: Server | undefined): Promise<void> {
  server?.closeAllConnections();
  await new Promise((closed) => server?.close(closed));
}

async function follow(port: number, onEvent: () => Promise<void> = async () => undefined): Promise<void> {
  const config = loadConfig({
    AVOW_URL: `http://127.0.0.1:${port}`,
    ...{ AVOW_API_KEY: 'a-key', AVOW_DATA_DIR: '/nowhere' },
  });
  const read = async (service: Parameters<Parameters<typeof withService>[1]>[0]) => {
    for await (const _event of service.streamQuery({ prompt: 'x' })) await onEvent();
  };
  await withService(config, read, { retryDelayMs: 1 });
}

/** Begins a stream, and breaks it after its first event. */
const breakOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' });
  response.write('id: 1\nevent: message.started\ndata: {}\n\n', () => response.destroy());
};

it('says what to do if the service does not come back', async () => {
  const port = await listen(breakOff);
  await expect(follow(port, () => close(servers.pop()))).rejects.toThrow(/^The connection .*avow audit/);
});

it('says so at once if the service does not respond, or something else does', async () => {
  const port = await listen((request, response) => {
    if (request.method === 'POST') breakOff(request, response);
    else response.writeHead(404).end();
  });
  await expect(follow(port)).rejects.toThrow('status 404');
  await close(servers.pop());
  await expect(follow(port)).rejects.toThrow(`127.0.0.1:${port} does not respond`);
});

it('shows a problem with its fields, its code and the id of the request', async () => {
  const problem = {
    ...{ type: 'http://x/problems/validation_failed', title: 'Validation failed', status: 422 },
    ...{ detail: 'The body is not valid.', instance: '/v1/query', code: 'validation_failed' },
    ...{ request_id: 'req_2', retryable: false },
    errors: [{ pointer: '/prompt', code: 'too_small', message: 'Must not be empty' }],
  };
  const port = await listen((_request, response) => {
    response.writeHead(422, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  });
  await expect(follow(port)).rejects.toThrow(
    'Validation failed: The body is not valid.\n  /prompt: Must not be empty\n(validation_failed, request req_2)',
  );
});
