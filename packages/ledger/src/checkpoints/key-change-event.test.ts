import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { formatVerifierKey } from '@avow/ledger-log/notes';
import { frontierRoot } from '@avow/ledger-log/tree';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogSigner, signKeyChange } from './create-log-signer.ts';
import { sha256Bytes, toHex } from './hashing.ts';
import { keyChangeEvent, listKeyChanges } from './key-change-event.ts';
import { sampleLogEvent } from './log-store.suite.ts';
import { createMemoryLogStore, type MemoryLogStore } from './test-support/memory-log-store.ts';
import { newAnchorFolder, newLogKey, openLedger } from './test-support/open-ledger.ts';

const key = newLogKey();
const signer = createLogSigner(key);
let store: MemoryLogStore;
let tenantId: TenantId;
let folder: ReturnType<typeof newAnchorFolder>;
let anchors: string;

beforeEach(() => {
  folder = newAnchorFolder();
  store = createMemoryLogStore();
  tenantId = store.newTenant();
  anchors = join(folder.path, tenantId);
});
afterEach(() => folder.remove());

const open = () => openLedger({ store, key, folder: anchors });
const append = (count: number) =>
  store.append(
    tenantId,
    Array.from({ length: count }, (_, number) => sampleLogEvent(number)),
  );
const anchored = (): { readonly size: number }[] =>
  readFileSync(join(anchors, `${tenantId}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a log that is handed over to another key', () => {
  /** As the command does it: the event, and the checkpoint after it that both keys have signed. */
  async function handOver(next: KeyObject): Promise<void> {
    const [previousKey, nextKey] = await Promise.all(
      [signer, createLogSigner(next)].map(async (one) => formatVerifierKey(await one.verifierKey(tenantId))),
    );
    const keys = { previous: previousKey ?? '', next: nextKey ?? '' };
    await store.append(tenantId, [keyChangeEvent(keys, 1)]);
    const head = await store.readHead(tenantId);
    const tree = { size: head.size, root: frontierRoot(head, sha256Bytes) };
    const note = await signKeyChange({ previous: key, next }, tenantId, tree);
    await store.putCheckpoint(tenantId, { ...tree, root: toHex(tree.root), note, createdAtMs: 1 });
  }

  it('goes on with the key that a log was handed over to, and accepts what the old one has anchored', async () => {
    const ledger = open();
    await append(3);
    await ledger.signGrown();
    await ledger.close();
    const next = newLogKey();
    await handOver(next);
    const renewed = openLedger({ store, key: next, folder: anchors });
    expect(await renewed.checkAll()).toEqual([]);
    await append(2);
    await renewed.signGrown();
    await renewed.close();
    expect([renewed.forks, renewed.failures]).toEqual([[], []]);
    expect(anchored().map(({ size }) => size)).toEqual([3, 4, 6]);
    // A key that it was not handed over to is not accepted.
    expect(await openLedger({ store, key: newLogKey(), folder: anchors }).checkAll()).toMatchObject([
      { kind: 'other_key' },
    ]);
  });

  it('signs nothing more once the log was handed over to another key, even in between', async () => {
    const stale = open();
    await append(3);
    await stale.signGrown();
    const { readHead } = store;
    await append(1);
    // It has read the last checkpoint, and reads the head after the log was handed over and has grown.
    store.readHead = async (...call) => {
      store.readHead = readHead;
      await handOver(newLogKey());
      await append(1);
      return readHead(...call);
    };
    await expect(stale.cover(tenantId, 5)).rejects.toMatchObject({ code: 'audit_unavailable' });
    expect(stale.forks).toMatchObject([{ kind: 'other_key' }]);
    expect((await store.lastCheckpoint(tenantId))?.size).toBe(5);
    await stale.close();
  });

  it('lists its statements, and misses one that is not there', async () => {
    await append(3);
    expect(await listKeyChanges(store, tenantId)).toEqual([]);
    await handOver(newLogKey());
    expect(await listKeyChanges(store, tenantId)).toEqual([(await store.lastCheckpoint(tenantId))?.note]);
    await store.append(tenantId, [keyChangeEvent({ previous: 'one', next: 'other' }, 2)]);
    await expect(listKeyChanges(store, tenantId)).rejects.toMatchObject({ code: 'key_change_invalid' });
  });
});
