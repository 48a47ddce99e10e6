import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '@avow/contract/roles';
import { type Clock, systemClock } from '@avow/foundation';
import {
  type FakeIssuer,
  officePack,
  type SignedIn,
  signInAs,
  startTestService,
  type TestService,
} from '@avow/server/testing';

/** A service that listens, with content, and a key that may do everything in its tenant. */
export interface ConsoleService {
  readonly service: TestService;
  readonly url: string;
  readonly tenantId: Awaited<ReturnType<TestService['createTenant']>>;
  readonly key: string;
  /** Somebody who is signed in and may do everything in the tenant. */
  readonly owner: SignedIn;
  close(): Promise<void>;
}

const provider = {
  ...{ clientId: 'avow', name: 'Example SSO', scopes: 'openid email profile', tenant: 'acme' },
  ...{ roleClaim: null, roles: new Map(), groupsClaim: null },
};

/** One collector that takes events, and one that is not there. */
const streamsIn = (folder: string) => {
  const what = { format: 'ecs', events: 'both', tenants: null, from: 'beginning' } as const;
  const tls = { caFile: null, certificateFile: null, keyFile: null };
  return [
    { name: 'agent', ...what, target: { kind: 'file', path: join(folder, 'events.ndjson') } },
    {
      ...{ name: 'siem', ...what },
      target: { kind: 'https', url: 'http://127.0.0.1:9/events', tokenFile: null, tls },
    },
  ] as const;
};

/** With an issuer, people may sign in with it, and security events are streamed. */
export async function startConsoleService(
  issued?: FakeIssuer,
  clock: Clock = systemClock,
  settings: Readonly<Record<string, string>> = {},
): Promise<ConsoleService> {
  // Sources of tests are on this machine, and a busy machine takes its time.
  const env = { AVOW_FETCH_PRIVATE_ADDRESSES: 'on', AVOW_QUERY_DEADLINE_MS: '120000', ...settings };
  const folder = mkdtempSync(join(tmpdir(), 'avow-console-streams-'));
  const service = await startTestService(
    issued === undefined
      ? { env, clock }
      : {
          ...{ env, clock, securityStreams: streamsIn(folder) },
          identity: {
            provider: { ...provider, issuer: issued.issuer, clientSecret: issued.clientSecret },
            tokenIssuers: [],
          },
        },
  );
  const tenantId = await service.createTenant('acme');
  await service.loadPack(tenantId, officePack, 'Office handbook');
  const key = await service.createKey(tenantId, {
    scopes: scopes.filter((scope) => scope !== 'tenants:manage'),
  });
  const owner = await signInAs(service, tenantId, 'owner');
  const url = await service.app.listen();
  const close = async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { service, url, tenantId, key, owner, close };
}
