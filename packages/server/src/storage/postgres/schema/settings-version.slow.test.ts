import { startPostgres, type TestServer } from '@avow/storage/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleGuarantee } from '../../../features/feedback/store/guarantees.suite.ts';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleKey, sampleMessage, sampleTimeMs } from '../../contract/samples.ts';
import { openPostgresStore, type PostgresStore } from '../open-postgres-store.ts';

let server: TestServer;
let store: PostgresStore;
beforeAll(async () => {
  server = await startPostgres();
  store = await openPostgresStore({ url: await server.newDatabase(), masterKey: sampleMasterKey });
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

it('changes with keys, tenants, policies, calibrations and guarantees, and not with records', async () => {
  const { access, policies, feedback, records } = store;
  const tenantId = await newTenant(access);
  const key = sampleKey(tenantId);
  const made = { createdAtMs: sampleTimeMs, createdBy: null };
  const changes: ReadonlyArray<() => Promise<unknown>> = [
    () => access.insertKey(tenantId, key),
    () => access.revokeKey(tenantId, key.keyId, sampleTimeMs),
    () => access.setTenantStatus(tenantId, 'suspended'),
    () => policies.putPolicy(tenantId, { version: 'default-x', policy: null, ...made }, null),
    () =>
      feedback.putCalibration(tenantId, { model: 'avow-confidence-1', fit: null, cause: 'reset', ...made }),
    () => feedback.putGuarantee(tenantId, { ...sampleGuarantee, ...made }),
  ];
  const versions = [await store.readSettingsVersion()];
  for (const change of changes) {
    await change();
    versions.push(await store.readSettingsVersion());
  }
  expect(new Set(versions).size).toBe(versions.length);
  await records.finishMessage(tenantId, sampleMessage(), nothingElse);
  expect(await store.readSettingsVersion()).toBe(versions.at(-1));
});
