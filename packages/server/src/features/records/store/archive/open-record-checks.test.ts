import { temporaryFolder } from '@avow/storage/testing';
import { expect, test } from 'vitest';
import { sampleMasterKey } from '../../../../storage/contract/sample-master-key.ts';
import { openRecordChecks } from './open-record-checks.ts';

test('where threads cannot read the records, each says why, and they end', async () => {
  const store = {
    engine: 'sqlite' as const,
    directory: temporaryFolder(),
    masterKey: sampleMasterKey,
    busyTimeoutMs: 1000,
  };
  const checks = openRecordChecks(store, 2);
  const check = () => checks.check('ten_a', 100_000, () => undefined);
  await expect(check()).rejects.toThrow('There are no records');
  // Also once they have ended.
  await expect(check()).rejects.toThrow('There are no records');
  await checks.close();
});
