import type { TenantId } from '@avow/foundation';
import { UserError } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleLogEvent } from './log-store.suite.ts';
import { startCheckpoints } from './start-checkpoints.ts';
import { createMemoryLogStore, type MemoryLogStore } from './test-support/memory-log-store.ts';
import { type Ledger, newAnchorFolder, newLogKey, openLedger } from './test-support/open-ledger.ts';

const key = newLogKey();
let folder: ReturnType<typeof newAnchorFolder>;
let store: MemoryLogStore;
let tenantId: TenantId;
let ledger: Ledger;
beforeEach(() => {
  folder = newAnchorFolder();
  store = createMemoryLogStore();
  tenantId = store.newTenant();
  ledger = openLedger({ store, key, folder: folder.path });
});
afterEach(async () => {
  await ledger.close();
  folder.remove();
});

const longMs = 2 ** 30;
const signedSize = async () => (await store.lastCheckpoint(tenantId))?.size ?? 0;
const append = (count: number) =>
  store.append(
    tenantId,
    Array.from({ length: count }, (_, number) => sampleLogEvent(number)),
  );
const start = (everyMs: number, counts = { signed: 0, failed: 0 }) =>
  startCheckpoints({
    ...{ checkpointer: ledger, everyMs },
    onSigned: () => counts.signed++,
    onFailure: () => counts.failed++,
  });

describe('startCheckpoints', () => {
  it('[CON-12-12] signs what a crash left unsigned, what grows, and what remains at the end', async () => {
    await append(2);
    const stop = await start(1);
    await waitFor(async () => (await signedSize()) >= 2);
    await append(3);
    await waitFor(async () => (await signedSize()) >= 5);
    await stop();
    const stopAgain = await start(longMs);
    await append(4);
    await stopAgain();
    expect(await signedSize()).toBe(9);
  });

  it('refuses to start if a log is forked, and names it', async () => {
    await append(5);
    await (await start(longMs))();
    await ledger.close();
    store.rewrite(tenantId, (texts) => texts.slice(0, 3));
    ledger = openLedger({ store, key, folder: folder.path });
    const refusal = await start(longMs).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UserError);
    expect((refusal as Error).message).toContain(
      `${tenantId}: signed entries are missing (the log has 3, the checkpoint of the database 5)`,
    );
    expect(await signedSize()).toBe(5);
  });

  it('reports rounds that signed everything, and continues after one that failed', async () => {
    const counts = { signed: 0, failed: 0 };
    const { listLogs } = store;
    const stop = await start(1, counts);
    store.listLogs = () => Promise.reject(new Error('the disk is gone'));
    const { failed } = counts;
    await waitFor(() => counts.failed >= failed + 2);
    store.listLogs = listLogs;
    const { signed } = counts;
    await append(1);
    await waitFor(async () => (await signedSize()) >= 1 && counts.signed > signed);
    await stop();
  });
});
