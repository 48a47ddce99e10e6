import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connector, ConnectorDependencies } from '../connector.ts';
import type { HostileAnswer } from './hostile-answers.ts';

/** A server of one kind of source, in this process, whose content a test changes. */
export interface FakeSource {
  /** A connector that reads it. */
  open(parts: ConnectorDependencies): Connector;
  put(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Requests for this item fail for now; null: for none. */
  breakItem(path: string | null): void;
  /** Every request fails for now. */
  breakAll(isBroken: boolean): void;
  /** The credentials are not valid any more. */
  revoke(): void;
  /** Requests that this has an answer for get that one; null: none. */
  answerInstead(choose: ChooseAnswer | null): void;
  /** Responses that contained an item, since the last call. */
  takeServed(): number;
  close(): Promise<void>;
}

/** By the path of the request. */
export type ChooseAnswer = (path: string) => HostileAnswer | null;

export interface FakeServer extends Pick<FakeSource, 'answerInstead'> {
  readonly url: string;
  close(): Promise<void>;
}

export type FakeHandler = (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown;

/** Serves on loopback. An error of the handler is a response with status 500. */
export async function startFakeServer(handle: FakeHandler): Promise<FakeServer> {
  let instead: ChooseAnswer | null = null;
  const server = createServer((request, response) => {
    const hostile = instead?.(request.url ?? '/') ?? null;
    if (hostile !== null) {
      request.resume();
      response.writeHead(200, hostile.headers).end(hostile.body);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      Promise.resolve()
        .then(() => handle(request, response, Buffer.concat(chunks)))
        .catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    answerInstead: (choose) => {
      instead = choose;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What every fake source keeps in mind. */
export class FakeState {
  broken: string | null = null;
  isBroken = false;
  isRevoked = false;
  served = 0;

  /** Answers if the test asked for it: whether it did. */
  refuses(response: ServerResponse, path: string | null): boolean {
    if (this.isRevoked) response.writeHead(401).end();
    else if (this.isBroken || (path !== null && path === this.broken))
      response.writeHead(503, { 'retry-after': '0' }).end();
    else return false;
    return true;
  }

  takeServed(): number {
    const { served } = this;
    this.served = 0;
    return served;
  }
}
