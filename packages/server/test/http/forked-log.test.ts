import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '@avow/contract/roles';
import { createFolderAnchor, createLogSigner } from '@avow/ledger';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nothingElse, sampleMessage } from '../../src/storage/contract/samples.ts';
import { officePack, problemOf, startTestService } from '../support/test-service.ts';

const scopes: readonly Scope[] = ['query:write', 'messages:read', 'audit:read', 'log:read'];

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'avow-forked-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('a log that is forked', () => {
  it('[CON-12-13] [CON-12-14] [CON-12-15] stops all writing for good, and keeps the service from starting', async () => {
    const service = await startTestService({ directory });
    const tenantId = await service.createTenant('office');
    const key = await service.createKey(tenantId, { scopes });
    await service.loadPack(tenantId, officePack);
    await service.ask(key, { prompt: 'Where is the canteen?' });
    expect((await service.get('', '/readyz')).statusCode).toBe(200);
    // As after an older backup: an anchor knows a later checkpoint than the database can go on from.
    const note = await createLogSigner(service.data.logKey).sign(tenantId, {
      size: 900,
      root: new Uint8Array(32),
    });
    const anchored = { size: 900, root: '00'.repeat(32), note, createdAtMs: 0 };
    await createFolderAnchor(join(directory, 'anchors')).publish(tenantId, anchored);
    const message = sampleMessage();
    await service.data.store.records.finishMessage(tenantId, message, nothingElse);

    const proof = await service.get(key, `/v1/messages/${message.messageId}/audit/proof`);
    expect(problemOf(proof)).toMatchObject({ code: 'audit_unavailable', status: 503 });
    const asked = await service.post(key, { prompt: 'Where is the canteen?' });
    expect(problemOf(asked)).toMatchObject({ code: 'audit_unavailable', status: 503 });
    expect(service.logText()).toContain('"level":"fatal"');
    expect(service.logText()).toContain(tenantId);
    await expect.poll(async () => (await service.get('', '/readyz')).statusCode).toBe(503);
    await service.close();
    await expect(startTestService({ directory })).rejects.toThrow(`${tenantId}: signed entries are missing`);
  });
});

describe('an access that cannot be logged', () => {
  it('[CON-12-17] [CON-12-18] shows nothing', async () => {
    let fails = false;
    const service = await startTestService({
      directory,
      wrap: (data) => ({
        ...data,
        store: {
          ...data.store,
          log: {
            ...data.store.log,
            append: (...events) =>
              fails ? Promise.reject(new Error('the disk is gone')) : data.store.log.append(...events),
          },
        },
      }),
    });
    const tenantId = await service.createTenant('office');
    const key = await service.createKey(tenantId, { scopes });
    await service.loadPack(tenantId, officePack);
    const { message_id: id } = await service.ask(key, { prompt: 'Where is the canteen?' });
    for (const path of [`/v1/messages/${id}/audit`, `/v1/messages/${id}/audit/proof`]) {
      fails = true;
      const refused = await service.get(key, path);
      expect(problemOf(refused)).toMatchObject({ code: 'audit_unavailable', status: 503 });
      expect(refused.body).not.toContain('second floor');
      expect(refused.headers.etag).toBeUndefined();
      fails = false;
      expect((await service.get(key, path)).statusCode).toBe(200);
    }
    const events = (await service.get(key, `/v1/log/events?subject=${id}`)).json().data;
    expect(events.map(({ action }: { action: string }) => action)).toEqual(['proved', 'read']);
    await service.close();
  });
});
