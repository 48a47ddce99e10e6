import { createServer, type Server, type Socket } from 'node:net';
import { createSourceHttp, openConnector } from '@avow/connectors/testing';
import { type SourceCredentials, sourceKinds } from '@avow/contract/sources';
import { sourceConnectionSchema } from '@avow/contract/testing/content';
import { createFetchDocument } from '@avow/documents';
import { type AddressPolicy, createAddressPolicy } from '@avow/documents/fetching';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSendWebhook } from '../../src/features/webhooks/send-webhook.ts';

/**
 * A name that resolves to an allowed address, where a server says that it is busy, and to this machine from then on. Both
 * listen at one port, and every connection counts, also one that nothing is sent over.
 */
const allowed = '127.0.0.8';
let servers: readonly Server[];
let port: number;
const connections = { allowed: 0, canary: 0 };

function listen(server: Server, host: string, at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(at, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

beforeAll(async () => {
  const busy = createServer((socket: Socket) => {
    connections.allowed += 1;
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end('HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'),
    );
  });
  const canary = createServer((socket) => {
    connections.canary += 1;
    socket.destroy();
  });
  port = await listen(busy, allowed, 0);
  await listen(canary, '127.0.0.1', port);
  servers = [busy, canary];
});
afterAll(() => {
  for (const server of servers) server.close();
});
beforeEach(() => Object.assign(connections, { allowed: 0, canary: 0 }));

const signal = new AbortController().signal;
const sleep = async () => undefined;

/** The look-ups that were made, of a name that is rebound after the first. */
function rebind(to: string) {
  const lookups: string[] = [];
  const policy: AddressPolicy = {
    isAllowedAddress: (address) =>
      address === allowed || createAddressPolicy(false).isAllowedAddress(address),
    isAllowedPort: () => true,
    resolve: async (hostname) => {
      lookups.push(hostname);
      const address = lookups.length === 1 ? allowed : to;
      return [{ address, family: address.includes(':') ? 6 : 4 }];
    },
  };
  return { policy, lookups };
}

const url = () => `http://rebound.example:${port}/`;

const connectionsOf = (): Readonly<Record<string, object>> => ({
  website: { url: url(), delay_ms: 0 },
  git: { url: `${url()}handbook.git` },
  s3: { endpoint: url(), bucket: 'handbook' },
  feed: { url: `${url()}feed.xml` },
  confluence: { url: `${url()}wiki`, space: 'HR' },
  sharepoint: { url: `${url()}sites/handbook`, endpoint: url(), login_endpoint: url() },
  onedrive: { user: 'ann@contoso.example', endpoint: url(), login_endpoint: url() },
  google_drive: { folder_id: 'handbook', endpoint: url() },
});

async function read(kind: string, policy: AddressPolicy): Promise<unknown> {
  const connection = sourceConnectionSchema.parse({ kind, ...connectionsOf()[kind] });
  if (connection.kind === 'folder') throw new Error('a folder is not reached over the network');
  const credentials: SourceCredentials = { token: 'secret' };
  const http = createSourceHttp({ policy, timeoutMs: 5_000, bytesMax: 1_000_000, sleep });
  const parts = { http, sleep, fileBytesMax: 100_000, nowMs: Date.now };
  const connector = await openConnector({ ...parts, accepts: () => true }, connection, credentials);
  const reading = connector.read({ known: new Map(), cursor: null, signal });
  for (let next = await reading.next(); next.done !== true; next = await reading.next());
  return 'read';
}

const rebound = ['127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '::'];

describe('a name that is rebound to this machine', () => {
  it('is tried with sources of every kind', () => {
    expect([...Object.keys(connectionsOf()), 'folder'].toSorted()).toEqual([...sourceKinds].toSorted());
  });

  it.each(Object.keys(connectionsOf()))('leads a source of the kind %s nowhere', async (kind) => {
    for (const to of rebound) {
      Object.assign(connections, { allowed: 0, canary: 0 });
      const { policy, lookups } = rebind(to);
      const outcome = await read(kind, policy).catch((error: unknown) => error);
      expect(outcome, to).toMatchObject({ name: 'SourceFault' });
      // Each connection has one look-up, whose result is where it goes.
      expect(connections, to).toEqual({ allowed: 1, canary: 0 });
      expect(lookups.length, to).toBeGreaterThan(1);
    }
  });

  it('leads the document of an address nowhere', async () => {
    for (const to of rebound) {
      Object.assign(connections, { allowed: 0, canary: 0 });
      const { policy, lookups } = rebind(to);
      const limits = { allowPrivateAddresses: false, timeoutMs: 5_000, bytesMax: 1_000 };
      const fetchDocument = createFetchDocument(limits, policy);
      const codes = [];
      for (const _ of [1, 2])
        codes.push(await fetchDocument(url(), { signal }).catch(({ code }: { code: string }) => code));
      expect(codes, to).toEqual(['refused', 'not_allowed']);
      expect(connections, to).toEqual({ allowed: 1, canary: 0 });
      expect(lookups).toHaveLength(2);
    }
  });

  it('leads a webhook nowhere', async () => {
    for (const to of rebound) {
      Object.assign(connections, { allowed: 0, canary: 0 });
      const { policy, lookups } = rebind(to);
      const send = createSendWebhook({ policy, allowsLoopback: false }, 5_000);
      const request = { url: url().replace('http:', 'https:'), headers: {}, body: '{}' };
      const outcomes = [];
      for (const _ of [1, 2]) outcomes.push(await send(request, signal));
      // The server speaks no TLS.
      expect(outcomes, to).toEqual([
        { kind: 'fault', outcome: 'unreachable' },
        { kind: 'fault', outcome: 'not_allowed' },
      ]);
      expect(connections, to).toEqual({ allowed: 1, canary: 0 });
      expect(lookups).toHaveLength(2);
    }
  });
});
