import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { hostileSitemaps } from '@avow/connectors/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentClient } from '../support/content-client.ts';
import { type SourceClient, sourceClient, websiteAt } from '../support/source-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let sources: SourceClient;

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_FETCH_PRIVATE_ADDRESSES: 'on' } });
  const key = await service.createKey(await service.createTenant('hostile'), { scopes: ['content:manage'] });
  sources = sourceClient(contentClient(service, key));
});
afterAll(async () => {
  await sources.closeSites();
  await service.close();
});

it('a hostile source fails with the reason, and others are answered meanwhile', async () => {
  const site = await sources.openSite({ 'one.html': '<p>One</p>' });
  site.answerInstead(hostileSitemaps(site.url, { files: 5, bytes: 49_000_000 }));
  const other = await service.createKey(await service.createTenant('other'), { scopes: ['content:manage'] });
  const packId = await sources.newPack();
  let isOver = false;
  const adding = sources.add(packId, { name: 'site', connection: websiteAt(site) }).finally(() => {
    isOver = true;
  });
  let answered = 0;
  while (!isOver) {
    expect((await service.get(other, '/v1/content-packs')).statusCode).toBe(200);
    answered += 1;
  }
  const { last_sync, failing_since, status, paused_reason } = await adding;
  expect(last_sync).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/nested deeper/) });
  expect([failing_since === null, status, paused_reason]).toEqual([false, 'active', null]);
  expect(answered).toBeGreaterThan(10);
});

/** The processes of this one that read sources. */
const readingProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        const [, parentId] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
        const isReading = readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('source-process');
        return isReading && Number(parentId) === process.pid;
      } catch {
        return false;
      }
    })
    .map(Number);

it.runIf(process.platform === 'linux')(
  'a source of any kind is read in a process of its own: if that ends, the sync fails, and nothing else',
  async () => {
    for (const connection of [
      (url: string) => ({ kind: 'website', url: `${url}/`, delay_ms: 0 }),
      (url: string) => ({ kind: 'git', url: `${url}/a.git` }),
      (url: string) => ({ kind: 'feed', url: `${url}/feed` }),
      (url: string) => ({ kind: 's3', bucket: 'a', endpoint: url }),
      (url: string) => ({ kind: 'confluence', url, space: 'HR', edition: 'data_center' }),
      (url: string) => ({ kind: 'google_drive', folder_id: 'a', endpoint: url }),
      (url: string) => ({ kind: 'onedrive', user: 'ann', endpoint: url, login_endpoint: url }),
    ]) {
      const silent = await startSilentHost();
      try {
        const packId = await sources.newPack();
        const settings = connection(silent.url);
        const adding = sources.add(packId, {
          name: 'site',
          connection: settings,
          ...credentialsOf(settings),
        });
        await expect.poll(() => silent.connections()).toBeGreaterThan(0);
        const [reading, ...others] = readingProcesses();
        expect([settings.kind, typeof reading, others]).toEqual([settings.kind, 'number', []]);
        process.kill(reading ?? 0, 'SIGTERM');
        const { last_sync } = await adding;
        const reason = expect.stringMatching(/broke the process/);
        const logged = service
          .logText()
          .split('\n')
          .filter((line) => line.includes('"level":"error"'));
        expect(last_sync, `${settings.kind}: ${logged.at(-1)}`).toMatchObject({ outcome: 'failed', reason });
      } finally {
        silent.close();
      }
    }
  },
);

function credentialsOf({ kind }: { readonly kind: string }) {
  if (kind === 's3') return { credentials: { access_key_id: 'i', secret_access_key: 's' } };
  if (kind === 'onedrive') return { credentials: { directory_id: 'd', client_id: 'c', client_secret: 's' } };
  return { credentials: { token: 't' } };
}

/** Takes connections, and says nothing. */
async function startSilentHost() {
  let taken = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    taken += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => taken,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
