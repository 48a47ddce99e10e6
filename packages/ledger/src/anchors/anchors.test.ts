import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredCheckpoint } from '../checkpoints/log-store.ts';
import { newAnchorFolder } from '../checkpoints/test-support/open-ledger.ts';
import { sampleCheckpointOf, sampleTenantId, signer } from '../checkpoints/test-support/sample-checkpoint.ts';
import type { CheckpointAnchor } from './checkpoint-anchor.ts';
import { createAnchorFeed } from './create-anchor-feed.ts';
import { createFolderAnchor } from './create-folder-anchor.ts';
import { createWebAnchor } from './create-web-anchor.ts';

let folder: ReturnType<typeof newAnchorFolder>;
let anchor: CheckpointAnchor;
let path: string;
beforeEach(() => {
  folder = newAnchorFolder();
  const directory = join(folder.path, 'deeper', 'anchors');
  anchor = createFolderAnchor(directory);
  path = join(directory, `${sampleTenantId}.jsonl`);
});
afterEach(() => folder.remove());

const sizesIn = () =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      try {
        return JSON.parse(line).size as number;
      } catch {
        return 'torn';
      }
    });

describe('the folder anchor', () => {
  it('has one file per tenant, which grows by one line per checkpoint', async () => {
    expect(await anchor.newest(sampleTenantId)).toBeNull();
    expect(await anchor.listTenants?.()).toEqual([]);
    for (const size of [1, 5, 9]) await anchor.publish(sampleTenantId, await sampleCheckpointOf(size));
    await anchor.publish(sampleTenantId, await sampleCheckpointOf(9));
    expect(sizesIn()).toEqual([1, 5, 9]);
    const { createdAtMs: _createdAtMs, ...nine } = await sampleCheckpointOf(9);
    expect(JSON.parse(readFileSync(path, 'utf8').split('\n')[2] ?? '')).toEqual({
      ...nine,
      created_at: '2026-01-01T00:00:00.009Z',
    });
    expect(await anchor.newest(sampleTenantId)).toMatchObject(nine);
    expect(await anchor.listTenants?.()).toEqual([sampleTenantId]);
    expect(await anchor.newest(newId('ten', 1))).toBeNull();
    expect([path, dirname(path)].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o700]);
  });

  it('is never taken back: a line that a crash tore, wherever, is ended and stays', async () => {
    const [one, two, three] = [
      await sampleCheckpointOf(1),
      await sampleCheckpointOf(2),
      await sampleCheckpointOf(3),
    ];
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.boolean(), async (cut, hasFirst) => {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, '');
        if (hasFirst) await anchor.publish(sampleTenantId, one);
        const whole = statSync(path).size;
        await anchor.publish(sampleTenantId, two);
        const left = whole + (cut % (statSync(path).size - whole + 1));
        truncateSync(path, left);
        const before = readFileSync(path);
        // All but the newline will do.
        const isThere = before.toString().includes('00:00:00.002Z"}');
        const known = isThere ? 2 : hasFirst ? 1 : null;
        expect((await anchor.newest(sampleTenantId))?.size ?? null).toBe(known);
        await anchor.publish(sampleTenantId, three);
        const after = readFileSync(path);
        expect(after.subarray(0, before.length)).toEqual(before);
        expect((await anchor.newest(sampleTenantId))?.size).toBe(3);
        expect(sizesIn().filter((size) => size !== 'torn')).toEqual([
          ...(hasFirst ? [1] : []),
          ...(isThere ? [2] : []),
          3,
        ]);
      }),
      { numRuns: 150 },
    );
  });

  it('is read from its end, however long it is, and the largest checkpoint is the newest', async () => {
    await anchor.publish(sampleTenantId, await sampleCheckpointOf(7));
    const line = readFileSync(path, 'utf8');
    appendFileSync(path, line.repeat(1000));
    await anchor.publish(sampleTenantId, await sampleCheckpointOf(8));
    appendFileSync(path, line.repeat(5));
    expect(await anchor.newest(sampleTenantId)).toMatchObject({ size: 8 });
  });

  it('[CON-12-13] finds the newest valid checkpoint whatever is appended after it', async () => {
    await anchor.publish(sampleTenantId, await sampleCheckpointOf(7));
    const isTrue = async ({ size }: { readonly size: number }) => size === 7;
    const junk = [
      ' '.repeat(70_000),
      '\n{"size":999999,"root":"x","note":"x"}\n',
      `${'x'.repeat(200_000)}\n`.repeat(3),
    ];
    for (const appended of junk) {
      appendFileSync(path, appended);
      expect(await anchor.newest(sampleTenantId, isTrue)).toMatchObject({ size: 7 });
    }
  });

  it('is read as a whole to find newer lines before an old one', async () => {
    await anchor.publish(sampleTenantId, await sampleCheckpointOf(7));
    const old = readFileSync(path, 'utf8');
    await anchor.publish(sampleTenantId, await sampleCheckpointOf(9));
    appendFileSync(path, `${' '.repeat(70_000)}\n${old}`);
    const always = async () => true;
    expect(await anchor.newest(sampleTenantId, always)).toMatchObject({ size: 7 });
    expect(await anchor.newest(sampleTenantId, always, 'whole')).toMatchObject({ size: 9 });
  });

  it('reports a file without valid checkpoints, and can still be appended to', async () => {
    await anchor.publish(sampleTenantId, await sampleCheckpointOf(1));
    for (const damage of ['not a line\n', '\u0000'.repeat(100_000), '{"size":"1"}\n'.repeat(9000)]) {
      writeFileSync(path, damage);
      await expect(anchor.newest(sampleTenantId)).rejects.toThrow('no valid checkpoint');
      await anchor.publish(sampleTenantId, await sampleCheckpointOf(2));
      expect(await anchor.newest(sampleTenantId)).toMatchObject({ size: 2 });
    }
  });

  it.runIf(process.platform === 'linux')('rejects if the disk is full', async () => {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync('/dev/full', path);
    await expect(anchor.publish(sampleTenantId, await sampleCheckpointOf(1))).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    const other = newId('ten', 2);
    mkdirSync(join(dirname(path), `${other}.jsonl`));
    await expect(anchor.publish(other, await sampleCheckpointOf(1))).rejects.toMatchObject({
      code: 'EISDIR',
    });
    await anchor.publish(newId('ten', 3), await sampleCheckpointOf(1));
  });

  it('names files only by tenant ids', async () => {
    for (const odd of ['ten_../../x', '../x', 'ten_x/y'])
      await expect(anchor.publish(odd as TenantId, await sampleCheckpointOf(1))).rejects.toThrow('tenant id');
  });
});

describe('the web anchor', () => {
  let server: Server;
  let url: string;
  let got: { readonly headers: IncomingMessage['headers']; readonly body: unknown; readonly url: string }[];
  let answer: (response: ServerResponse) => void;
  beforeEach(async () => {
    got = [];
    answer = (response) => response.writeHead(204).end();
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString());
      got.push({ headers: request.headers, body, url: request.url ?? '' });
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/anchors`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('sends each checkpoint in full', async () => {
    const { createdAtMs: _createdAtMs, ...sent } = await sampleCheckpointOf(4);
    await createWebAnchor({ url }).publish(sampleTenantId, await sampleCheckpointOf(4));
    expect(got).toMatchObject([
      {
        url: '/anchors',
        headers: { 'content-type': 'application/json' },
        body: {
          tenant_id: sampleTenantId,
          origin: `avow/${sampleTenantId}`,
          ...sent,
          created_at: '2026-01-01T00:00:00.004Z',
        },
      },
    ]);
    expect(await createWebAnchor({ url }).newest(sampleTenantId)).toBeNull();
  });

  it('rejects for any other status and for no response; redirects are not followed', async () => {
    for (const status of [301, 302, 307, 308, 400, 401, 404, 500, 503]) {
      answer = (response) => response.writeHead(status, { location: '/elsewhere' }).end('no');
      await expect(
        createWebAnchor({ url }).publish(sampleTenantId, await sampleCheckpointOf(1)),
      ).rejects.toThrow(`status ${status}`);
    }
    expect(got.map((request) => request.url)).not.toContain('/elsewhere');
    answer = () => undefined;
    const publishing = createWebAnchor({ url, timeoutMs: 20 }).publish(
      sampleTenantId,
      await sampleCheckpointOf(1),
    );
    await expect(publishing).rejects.toMatchObject({ name: 'TimeoutError' });
    server.closeAllConnections();
    server.close();
    await expect(
      createWebAnchor({ url }).publish(sampleTenantId, await sampleCheckpointOf(1)),
    ).rejects.toThrow();
  });

  it('sends the latest checkpoint once the address works again', async () => {
    let fails = 3;
    answer = (response) => response.writeHead(fails-- > 0 ? 503 : 200).end();
    const delays: number[] = [];
    const failures: unknown[] = [];
    const feed = createAnchorFeed({
      ...{ anchor: createWebAnchor({ url }), signer },
      onFailure: (_name, error) => failures.push(error),
      wait: async (delayMs) => {
        delays.push(delayMs);
        // Meanwhile the log has grown.
        feed.offer(sampleTenantId, await sampleCheckpointOf(delays.length + 1));
      },
    });
    feed.offer(sampleTenantId, await sampleCheckpointOf(1));
    await waitFor(() => got.length >= 4);
    await feed.close(1000);
    expect(delays).toEqual([1000, 2000, 4000]);
    expect(failures).toHaveLength(3);
    expect(got.map(({ body }) => (body as StoredCheckpoint).size)).toEqual([1, 2, 3, 4]);
  });
});
