import { createSecretKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readIdentityFile } from '../../src/config/read-identity-file.ts';
import { createEndUserTokens } from '../../src/features/people/end-user-tokens.ts';
import { createProvider } from '../../src/features/people/provider.ts';
import { selfSigned } from '../support/self-signed.ts';

/** Must hear nothing: it stands for a service of the network that nobody outside may reach. */
let canary: Server;
let heard: string[];
/** An issuer that the operator has named, and that has been taken over. */
let hostile: Server;
let issuer: string;
let answers: Readonly<Record<string, string>>;
let target: string;

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  canary = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.end('{}');
  });
  target = `${await listen(canary)}/latest/meta-data`;
  hostile = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer === undefined) response.writeHead(302, { location: target }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  issuer = await listen(hostile);
});
beforeEach(() => {
  heard = [];
  answers = {};
});
afterAll(() => {
  canary.close();
  hostile.close();
});

const discovery = '/.well-known/openid-configuration';
const access = {
  getTenant: async () => null,
  findTenantByName: async () => null,
  listTenants: async () => [],
};

async function verifyToken(named = issuer): Promise<unknown> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  await exportJWK(publicKey);
  const token = await new SignJWT({ groups: [] })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .setIssuer(named)
    .setAudience('answers')
    .setSubject('alice')
    .setExpirationTime('5m')
    .sign(privateKey);
  const one = { issuer: named, audience: 'answers', jwksUrl: null, groupsClaim: 'groups', tenants: null };
  const tokens = createEndUserTokens({ issuers: [{ ...one, mcpTenant: null }], access });
  return await tokens.verify('ten_1' as never, token);
}

function beginSignIn(named = issuer): Promise<unknown> {
  const settings = {
    ...{
      issuer: named,
      clientId: 'avow',
      clientSecret: null,
      name: 'Example',
      scopes: 'openid',
      tenant: null,
    },
    ...{ roleClaim: null, roles: new Map(), groupsClaim: null },
  };
  const parts = { settings, access, clock: { nowMs: Date.now }, onFailure: async () => undefined };
  const provider = createProvider({
    ...parts,
    store: {} as never,
    pepper: createSecretKey(Buffer.alloc(32, 1)),
  });
  return provider.begin({ url: 'https://answers.example', isSecure: true } as never);
}

describe('an issuer that has been taken over', () => {
  it('cannot send the service elsewhere by a redirect of its configuration', async () => {
    await expect(verifyToken()).rejects.toMatchObject({ code: expect.any(String) });
    await expect(beginSignIn()).rejects.toMatchObject({ code: 'provider_error' });
    expect(heard).toEqual([]);
  });

  it('cannot do so by a redirect of its keys', async () => {
    answers = { [discovery]: JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }) };
    await expect(verifyToken()).rejects.toMatchObject({ code: expect.any(String) });
    expect(heard).toEqual([]);
  });

  it('cannot speak for another issuer, or send more than a configuration', async () => {
    answers = { [discovery]: JSON.stringify({ issuer: 'https://other.example', jwks_uri: target }) };
    await expect(verifyToken()).rejects.toMatchObject({ code: expect.any(String) });
    await expect(beginSignIn()).rejects.toMatchObject({ code: 'provider_error' });
    answers = { [discovery]: JSON.stringify({ issuer, jwks_uri: target, filler: 'x'.repeat(300_000) }) };
    await expect(verifyToken()).rejects.toMatchObject({ code: expect.any(String) });
    expect(heard).toEqual([]);
  });
});

describe('an issuer whose name was rebound', () => {
  it('is asked nothing by https, since what answers there has no certificate for the name', async () => {
    const requests: string[] = [];
    const elsewhere = createTlsServer(await selfSigned('elsewhere'), (request, response) => {
      requests.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const rebound = `https://localhost:${(elsewhere.address() as AddressInfo).port}`;
    await expect(verifyToken(rebound)).rejects.toMatchObject({ code: 'provider_error' });
    await expect(beginSignIn(rebound)).rejects.toMatchObject({ code: 'provider_error' });
    expect(requests).toEqual([]);
    elsewhere.close();
  });
});

describe('the address of an issuer', () => {
  const refusedHosts = [
    ...['http://10.0.0.1', 'http://169.254.169.254', 'http://issuer.example', 'http://[fd00::1]'],
    ...['http://[::ffff:10.0.0.1]', 'file:///etc/passwd', 'https://user:secret@issuer.example', 'ftp://x'],
  ];

  it('is https, or plain http on this machine alone', () => {
    const read = (address: string) =>
      readIdentityFile(JSON.stringify({ end_user_tokens: [{ issuer: address, audience: 'answers' }] }), {
        ...{ env: {}, folder: '/', readKeyFile: () => '' },
      });
    expect(read('https://issuer.example').tokenIssuers).toHaveLength(1);
    expect(read('http://127.0.0.1:8080').tokenIssuers).toHaveLength(1);
    for (const address of refusedHosts)
      expect(() => read(address), address).toThrow('/end_user_tokens/0/issuer');
  });
});
