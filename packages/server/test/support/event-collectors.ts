import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTls, type TLSSocket, type TlsOptions } from 'node:tls';
import { waitFor } from '@avow/foundation/testing';

type Fields = Readonly<Record<string, unknown>>;

/** What a collector got, in the order in which it got it. */
interface Collector {
  readonly port: number;
  readonly events: readonly Fields[];
  waitFor(count: number): Promise<readonly Fields[]>;
  close(): Promise<void>;
}

export interface HttpCollector extends Collector {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
  /** How the next requests are answered: with a status, or by a function, which decides whether it keeps the events. */
  answer: number | ((response: ServerResponse, socket: Socket) => boolean);
}

const keeps = (status: number) => status >= 200 && status < 300;

/** A collector over HTTP on loopback, or over HTTPS with these options. */
export async function openHttpCollector(tls: TlsOptions | null = null): Promise<HttpCollector> {
  const events: Fields[] = [];
  const requests: IncomingMessage[] = [];
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString();
    requests.push(request);
    const { answer } = collector;
    const isKept = typeof answer === 'number' ? keeps(answer) : answer(response, request.socket);
    if (isKept)
      events.push(
        ...body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
    if (typeof answer === 'number') response.writeHead(answer).end();
  };
  const server = tls === null ? createHttp(onRequest) : createHttps(tls, onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const collector: HttpCollector = {
    url: `${tls === null ? 'http' : 'https'}://127.0.0.1:${port}/events`,
    ...{ port, events, requests, answer: 204 },
    waitFor: (count) => waitFor(() => events.length >= count && events),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

export interface SyslogCollector extends Collector {
  /** The messages as they came, with their headers. */
  readonly messages: readonly string[];
  /** What a session does to itself when it begins; by default nothing. */
  onSession: (socket: TLSSocket) => void;
}

/** A receiver of syslog over TLS on loopback, which counts octets as RFC 5425 says. */
export async function openSyslogCollector(tls: TlsOptions): Promise<SyslogCollector> {
  const events: Fields[] = [];
  const messages: string[] = [];
  const sockets = new Set<TLSSocket>();
  const server = createTls(tls, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let frame = takeFrame(rest); frame !== null; frame = takeFrame(rest)) {
        rest = frame.rest;
        messages.push(frame.message);
        events.push(JSON.parse(frame.message.slice(frame.message.indexOf('{'))));
      }
    });
    collector.onSession(socket);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const collector: SyslogCollector = {
    ...{ port, events, messages, onSession: () => undefined },
    waitFor: (count) => waitFor(() => events.length >= count && events),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

function takeFrame(bytes: Buffer): { readonly message: string; readonly rest: Buffer<ArrayBuffer> } | null {
  const [, digits = ''] = /^(\d+) /.exec(bytes.subarray(0, 12).toString('latin1')) ?? [];
  if (digits === '') return null;
  const start = digits.length + 1;
  const end = start + Number(digits);
  if (bytes.length < end) return null;
  return { message: bytes.subarray(start, end).toString('utf8'), rest: Buffer.from(bytes.subarray(end)) };
}
