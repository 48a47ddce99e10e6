import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSourceHttp } from '@avow/connectors/testing';
import { createFetchDocument } from '@avow/documents';
import { type AddressPolicy, createAddressPolicy, FetchFault } from '@avow/documents/fetching';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSendWebhook } from '../../src/features/webhooks/send-webhook.ts';

/** Listens on this machine, and must hear nothing. */
let canary: Server;
let port: number;
let heard: string[] = [];
/** An allowed server, which redirects to what its path says. */
let redirecting: Server;
let redirectingPort: number;

beforeAll(async () => {
  canary = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.end('secret');
  });
  await new Promise<void>((resolve) => canary.listen(0, '::', resolve));
  ({ port } = canary.address() as AddressInfo);
  redirecting = createServer((request, response) => {
    response.writeHead(302, { location: decodeURIComponent((request.url ?? '').slice(1)) }).end();
  });
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.9', resolve));
  ({ port: redirectingPort } = redirecting.address() as AddressInfo);
});
afterAll(() => {
  canary.close();
  redirecting.close();
});

const anyPort: AddressPolicy = { ...createAddressPolicy(false), isAllowedPort: () => true };
const signal = new AbortController().signal;

/** Everything that sends requests to addresses which a tenant names. Resolves with the code of the refusal. */
const senders: Readonly<Record<string, (url: string, policy: AddressPolicy) => Promise<string>>> = {
  documents: (url, policy) => {
    const limits = { allowPrivateAddresses: false, timeoutMs: 5_000, bytesMax: 1_000 };
    return codeOf(createFetchDocument(limits, policy)(url, { signal }));
  },
  sources: (url, policy) => {
    const limits = { policy, timeoutMs: 5_000, bytesMax: 1_000, sleep: async () => undefined };
    return codeOf(createSourceHttp(limits).request(url, { signal }));
  },
  webhooks: async (url, policy) => {
    const send = createSendWebhook({ policy, allowsLoopback: false }, 5_000);
    const sent = await send({ url: url.replace('http:', 'https:'), headers: {}, body: '{}' }, signal);
    return sent.kind === 'fault' ? sent.outcome : String(sent.status);
  },
};

async function codeOf(sent: Promise<unknown>): Promise<string> {
  return await sent.then(
    () => 'sent',
    (error: unknown) => (error instanceof FetchFault ? error.code : String(error)),
  );
}

/** This machine, its networks and the metadata services of clouds, in every way that an address can be written. */
const hosts = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0', '0.0.0.0', '2130706433', '017700000001'],
  ...['0x7f000001', '0x7f.0x0.0x0.0x1', '0177.0.0.01', '0x7f.1', '127.0.0.1.', '%31%32%37.0.0.1'],
  ...['１２７.０.０.１', '①②⑦.0.0.1', '127。0。0。1', 'localhost', 'LOCALHOST', '%6cocalhost'],
  ...['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
  ...['[0000:0000:0000:0000:0000:ffff:7f00:0001]', '[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]'],
  ...[
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2002:7f00:0001::1]',
    '[2001:0:7f00:1::]',
    '[::ffff:0:7f00:1]',
  ],
  ...['10.0.0.1', '10.1', '012.0.0.1', '0xa000001', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  ...['3232235521', '100.64.0.1', '169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376'],
  ...['[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]'],
  ...['[fd00:ec2::254]', '[fe80::1]', '[fc00::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[2001:db8::1]'],
  ...['[fe80::1%25lo]', '[::1%25lo]', '[fe80::1%lo]', '[::ffff:127.0.0.1%251]', '[::ffff:127.1]', '[::0:1]'],
  ...['168.63.129.16', '192.0.0.192', '100.100.100.200', '224.0.0.1', '255.255.255.255', '198.18.0.1'],
];

describe.each(Object.entries(senders))('requests for %s', (_, send) => {
  it('do not reach this machine or its networks, however an address is written', async () => {
    heard = [];
    for (const host of hosts)
      expect.soft([host, await send(`http://${host}:${port}/`, anyPort)]).toEqual([host, 'not_allowed']);
    expect(heard).toEqual([]);
  });

  it('do not reach them by a name that resolves to them, to them as well, or to them the second time', async () => {
    heard = [];
    const families = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 });
    const answers = [
      ['127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254', '::1'],
      ['64:ff9b::7f00:1', '127.0.0.1'],
      ['fe80::1%lo', '::1%lo'],
      ['2002:7f00:1::', '::', '0.0.0.0'],
    ];
    for (const given of answers) {
      const policy = { ...anyPort, resolve: async () => given.map(families) };
      expect
        .soft([given, await send(`http://name.example:${port}/`, policy)])
        .toEqual([given, 'not_allowed']);
    }
    // Only the first of these is allowed, and nobody answers there.
    const tried: string[] = [];
    const changing = {
      ...anyPort,
      isAllowedAddress: (address: string) => {
        tried.push(address);
        return address === '127.0.0.8';
      },
      resolve: async () => [families(tried.length === 0 ? '127.0.0.8' : '127.0.0.1')],
    };
    expect(await send('http://rebound.example:9/', changing)).not.toBe('sent');
    expect(tried[0]).toBe('127.0.0.8');
    expect(heard).toEqual([]);
  });

  it('do not reach them by a redirect', async () => {
    heard = [];
    const policy = { ...anyPort, isAllowedAddress: (address: string) => address === '127.0.0.9' };
    const targets = [`http://127.0.0.1:${port}/`, `http://[::1]:${port}/`, `http://[::ffff:7f00:1]:${port}/`];
    for (const target of [
      ...targets,
      `//localhost:${port}/`,
      'file:///etc/passwd',
      'gopher://x/',
      'data:,x',
    ]) {
      const url = `http://127.0.0.9:${redirectingPort}/${encodeURIComponent(target)}`;
      // Webhooks follow no redirect, and speak https alone.
      expect.soft([target, await send(url, policy)]).not.toEqual([target, 'sent']);
    }
    expect(heard).toEqual([]);
  });
});
