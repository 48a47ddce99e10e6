import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { streamService } from './call-service.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

async function listen(listener: RequestListener, port = 0): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function closeFirst(): Promise<void> {
  const [server] = servers.splice(0, 1);
  server?.closeAllConnections();
  await new Promise((closed) => server?.close(closed));
}

const configFor = (port: number) =>
  loadConfig({ AVOW_URL: `http://127.0.0.1:${port}`, AVOW_API_KEY: 'a-key', AVOW_DATA_DIR: '/nowhere' });
const eventText = (id: number, type: string) => `id: ${id}\nevent: ${type}\ndata: {}\n\n`;
const headers = { 'content-type': 'text/event-stream', 'x-request-id': 'req_1' };
const delays = { delayMs: 10 };

/** Begins a stream, and breaks it after its first event. */
const breakOff: RequestListener = (_request, response) => {
  response.writeHead(200, headers);
  response.write(eventText(1, 'message.started'), () => response.destroy());
};

it('resumes a stream after reconnecting failed at first', async () => {
  const port = await listen(breakOff);
  const asked: string[] = [];
  let refusals = 2;
  const seen: string[] = [];
  for await (const { id, type } of streamService(configFor(port), { prompt: 'x' }, delays)) {
    seen.push(`${id} ${type}`);
    if (seen.length > 1) continue;
    // The service restarts: for a while nothing listens, then it is not ready.
    await closeFirst();
    setTimeout(() => {
      void listen((request, response) => {
        asked.push(`${request.method} ${request.url} after ${request.headers['last-event-id']}`);
        refusals -= 1;
        if (refusals >= 0) response.writeHead(503).end('starting');
        else response.writeHead(200, headers).end(eventText(2, 'message.delivered'));
      }, port);
    }, 25);
  }
  expect(seen).toEqual(['1 message.started', '2 message.delivered']);
  expect(new Set(asked)).toEqual(new Set(['GET /v1/messages/req_1/events after 1']));
});

it('gives up if the service does not come back, and says what to do', async () => {
  const port = await listen(breakOff);
  const follow = async () => {
    for await (const _event of streamService(configFor(port), { prompt: 'x' }, { delayMs: 1 }))
      await closeFirst();
  };
  await expect(follow()).rejects.toThrow(/^The connection .*avow audit/);
});

it('does not retry a failed first request or a permanent refusal', async () => {
  const port = await listen((request, response) => {
    if (request.method === 'POST') breakOff(request, response);
    else response.writeHead(404).end();
  });
  const follow = async (url: number) => {
    for await (const _event of streamService(configFor(url), { prompt: 'x' }, delays));
  };
  await expect(follow(port)).rejects.toThrow('status 404');
  await closeFirst();
  await expect(follow(port)).rejects.toThrow(`127.0.0.1:${port}`);
});
