import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import type { TeamsOptions } from '@avow/chat';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface TeamsActivity {
  readonly type: string;
  readonly text?: string;
  readonly conversation: { readonly id: string };
  readonly attachments?: readonly { readonly contentType: string; readonly content: TeamsCard }[];
}

export interface TeamsCard {
  readonly body: readonly { readonly inlines: readonly { readonly text: string }[] }[];
  readonly actions?: readonly { readonly verb: string; readonly data: Readonly<Record<string, string>> }[];
}

/** Teams on the loopback interface: the Bot Connector, its keys, and Microsoft Graph. */
export interface FakeTeams {
  readonly cloud: NonNullable<TeamsOptions['cloud']>;
  /** With which the bot calls it. */
  readonly botToken: string;
  /** Group ids by the directory id of a person. */
  readonly members: Map<string, readonly string[]>;
  /** The status of Microsoft Graph, if it fails. */
  graphStatus: number;
  /** The status of the connector, if it does not accept activities. */
  connectorStatus: number;
  /** The messages posted so far, after waiting until there are this many. */
  posts(count: number): Promise<readonly TeamsActivity[]>;
  /** Calls the bot as Teams does. */
  deliver(url: string, activity: object, token?: TokenOptions): Promise<Response>;
  /** Forgets what was posted, and fails no longer. */
  reset(): void;
  close(): Promise<void>;
}

interface TokenOptions {
  readonly issuer?: string;
  readonly audience?: string;
  readonly serviceUrl?: string;
  readonly isForged?: true;
}

export const teamsTenantId = '11111111-2222-4333-8444-555555555555';
export const teamsClientId = '99999999-2222-4333-8444-555555555555';
export const annId = 'aaaaaaaa-0000-4000-8000-000000000001';

export async function startFakeTeams(): Promise<FakeTeams & { activity(fields: object): object }> {
  const [{ privateKey, publicKey }, other] = await Promise.all([
    generateKeyPair('RS256'),
    generateKeyPair('RS256'),
  ]);
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const posted: TeamsActivity[] = [];
  let waiters: (() => void)[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tokenIssuer = 'https://api.botframework.test';

  const botToken = await new SignJWT({ serviceurl: url })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setExpirationTime('5m')
    .sign(privateKey);

  const fake: FakeTeams & { activity(fields: object): object } = {
    botToken,
    members: new Map(),
    graphStatus: 200,
    connectorStatus: 201,
    cloud: {
      ...{ loginEndpoint: url, loginTenant: 'botframework.com', tokenServiceUrl: url, tokenIssuer },
      ...{
        botScope: `${url}/.default`,
        graphScope: `${url}/.default`,
        agenticIdentityBotScope: `${url}/.default`,
      },
      openIdMetadataUrl: `${url}/v1/.well-known/openidconfiguration`,
    },
    posts: async (count) => {
      const messages = () => posted.filter(({ type }) => type === 'message');
      while (messages().length < count) {
        await new Promise<void>((resolve) => {
          waiters.push(resolve);
        });
        waiters = [];
      }
      return messages();
    },
    deliver: async (to, activity, options = {}) => {
      const token = await new SignJWT({ serviceurl: options.serviceUrl ?? url })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setIssuer(options.issuer ?? tokenIssuer)
        .setAudience(options.audience ?? teamsClientId)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(options.isForged ? other.privateKey : privateKey);
      // The next process may get the same port, so connections are not kept.
      return await fetch(to, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          connection: 'close',
        },
        body: JSON.stringify(activity),
      });
    },
    activity: (fields) => ({
      ...{ type: 'message', channelId: 'msteams', serviceUrl: url, id: '1790000000000', locale: 'en-GB' },
      from: { id: '29:ann', name: 'Ann', aadObjectId: annId },
      recipient: { id: `28:${teamsClientId}`, name: 'Avow' },
      conversation: { id: 'a:ann', conversationType: 'personal', tenantId: teamsTenantId },
      channelData: { tenant: { id: teamsTenantId } },
      ...fields,
    }),
    reset: () => {
      posted.length = 0;
      fake.members.clear();
      fake.graphStatus = 200;
      fake.connectorStatus = 201;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/v1/.well-known/keys') return void send({ keys: [jwk] });
    if (/^\/[^/]+\/oauth2\/v2\.0\/token\b/.test(path)) {
      const form = new URLSearchParams(await text(request));
      const isOurs = form.get('client_id') === teamsClientId && form.get('client_secret') === 'hush';
      return void (isOurs
        ? send({ token_type: 'Bearer', expires_in: 3_599, access_token: botToken })
        : send({ error: 'invalid_client' }, 401));
    }
    const body = await json(request);
    const [, person] = /\/users\/([^/]+)\/checkMemberGroups$/.exec(path) ?? [];
    if (person !== undefined) {
      const { groupIds } = body as { groupIds: readonly string[] };
      const value = groupIds.filter((id) => fake.members.get(person)?.includes(id));
      return void send(
        fake.graphStatus === 200 ? { value } : { error: { code: 'denied' } },
        fake.graphStatus,
      );
    }
    posted.push(body as TeamsActivity);
    send({ id: String(posted.length) }, fake.connectorStatus);
    for (const wake of waiters) wake();
  }
  return fake;
}
