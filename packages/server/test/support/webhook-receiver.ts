import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@avow/foundation/testing';

export interface ReceivedWebhook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** An endpoint on loopback that answers as it is scripted to: with a status, or by a function. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  answer: number | ((response: ServerResponse, webhook: ReceivedWebhook) => void);
  /** The types of the events, in the order of arrival. */
  types(): string[];
  /** Resolves once this many have arrived. */
  waitFor(count: number): Promise<readonly ReceivedWebhook[]>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const webhook = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) };
    received.push(webhook);
    if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end();
    else receiver.answer(response, webhook);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: 204,
    types: () => received.map(({ event }) => event.type),
    waitFor: (count) => waitFor(() => received.length >= count && received),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
