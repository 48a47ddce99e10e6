import type { TenantId } from '@avow/foundation';
import { verifyLog } from '@avow/ledger/testing';
import { hmacSha256 } from '@avow/storage/sealing';
import { newFolder } from '@avow/storage/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../src/features/log/store/make-entry.ts';
import { openSqliteArchive } from '../../src/features/records/store/archive/open-sqlite-archive.ts';
import { sampleMasterKey } from '../../src/storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage } from '../../src/storage/contract/samples.ts';
import { openSqliteStore } from '../../src/storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/storage/store.ts';

const folder = newFolder();
let store: Store;
let tenantId: TenantId;
beforeAll(async () => {
  store = await openSqliteStore({ masterKey: sampleMasterKey, directory: folder.path });
  tenantId = await newTenant(store.access);
  await store.records.finishMessage(tenantId, sampleMessage(), nothingElse);
});
afterAll(async () => {
  await store.close();
  folder.remove();
});

it('rejects with the first failure, and ignores threads that fail later', async () => {
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  const archive = openSqliteArchive({
    masterKey: sampleMasterKey,
    directory: folder.path,
    busyTimeoutMs: 1000,
  });
  const failing = {
    ...archive,
    readLeafHashes: () => {
      throw new Error('the disk is gone');
    },
  };
  const verifying = verifyLog(
    {
      ...{ archive: failing, digests: { sha256, hmac: hmacSha256 } },
      signingKey: () => Promise.reject(new Error('nothing is signed')),
      others: { policy: null, witnesses: [], roots: [], verify: async () => false },
      anchored: async function* () {},
      anchoredTenants: async () => [],
      inspectRecords: async () => {
        await new Promise(setImmediate);
        throw new Error('a thread that checks records ended');
      },
    },
    tenantId,
    () => undefined,
  );
  await expect(verifying).rejects.toThrow('the disk is gone');
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  process.off('unhandledRejection', hear);
  archive.close();
  expect(unheard).toEqual([]);
});
