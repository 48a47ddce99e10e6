import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TenantId } from '@avow/foundation';
import { proveConsistency, verifyConsistency } from '@avow/ledger-log/tree';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogSigner } from './create-log-signer.ts';
import { createTileHashSource } from './create-tile-hash-source.ts';
import { fromHex, sha256Bytes, toHex } from './hashing.ts';
import { sampleLogEvent } from './log-store.suite.ts';
import type { StoredCheckpoint } from './log-store.ts';
import { createMemoryLogStore, type MemoryLogStore } from './test-support/memory-log-store.ts';
import { type Ledger, newAnchorFolder, newLogKey, openLedger } from './test-support/open-ledger.ts';

const key = newLogKey();
const signer = createLogSigner(key);
let store: MemoryLogStore;
let tenantId: TenantId;
let folder: ReturnType<typeof newAnchorFolder>;
/** A folder of anchors for each installation. */
let anchors: string;
let events = 0;

const reset = () => {
  store = createMemoryLogStore();
  tenantId = store.newTenant();
  anchors = join(folder.path, tenantId);
};
beforeEach(() => {
  folder = newAnchorFolder();
  reset();
});
afterEach(() => folder.remove());

const open = (nowMs?: () => number) =>
  openLedger({ store, key, folder: anchors, ...(nowMs === undefined ? {} : { nowMs }) });
const append = (count: number) =>
  store.append(
    tenantId,
    Array.from({ length: count }, () => sampleLogEvent(events++)),
  );
const anchored = (): StoredCheckpoint[] =>
  readFileSync(join(anchors, `${tenantId}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** That all of them are signed, and each begins with the one before. */
async function expectOneHistory(checkpoints: readonly StoredCheckpoint[]): Promise<void> {
  let before: StoredCheckpoint | null = null;
  for (const checkpoint of checkpoints) {
    const opened = await signer.open(tenantId, checkpoint.note);
    expect({ size: opened.size, root: toHex(opened.root) }).toEqual({
      size: checkpoint.size,
      root: checkpoint.root,
    });
    if (before !== null) {
      const sizes = { older: before.size, newer: checkpoint.size };
      const proof = await proveConsistency(sizes, createTileHashSource({ store, tenantId }, checkpoint.size));
      const [older, newer] = [before, checkpoint].map(({ size, root }) => ({ size, root: fromHex(root) }));
      if (older === undefined || newer === undefined) throw new Error('there are two');
      await verifyConsistency({ older, newer, proof }, sha256Bytes);
    }
    before = checkpoint;
  }
}

type Step =
  | { readonly kind: 'append'; readonly count: number }
  | { readonly kind: 'sign' | 'cover' | 'restart' | 'crash' | 'two' | 'twoCover' }
  | { readonly kind: 'clock'; readonly byMs: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('append' as const),
    count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(300)),
  }),
  fc.record({ kind: fc.constantFrom('sign', 'cover', 'restart', 'crash', 'two', 'twoCover') }),
  fc.record({ kind: fc.constant('clock' as const), byMs: fc.integer({ min: -1e9, max: 1e9 }) }),
);

describe('createCheckpointer', () => {
  it('[CON-12-13] signs one consistent history across growth, restarts, crashes, concurrent signers and clock changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        reset();
        let timeMs = Date.UTC(2026, 0, 1);
        const nowMs = () => timeMs;
        let ledger = open(nowMs);
        const others: Ledger[] = [];
        for (const { kind, ...step } of steps) {
          const { size } = await store.readHead(tenantId);
          if ('count' in step) await append(step.count);
          else if ('byMs' in step) timeMs = Math.max(0, timeMs + step.byMs);
          else if (kind === 'sign') await ledger.signGrown();
          else if (kind === 'cover') expect((await ledger.cover(tenantId, size)).size).toBe(size);
          else if (kind === 'two' || kind === 'twoCover') {
            const beside = open(nowMs);
            others.push(beside);
            const sign = (one: Ledger) => (kind === 'two' ? one.signGrown() : one.cover(tenantId, size));
            await Promise.all([sign(ledger), append(3), sign(beside), append(2), sign(ledger), sign(beside)]);
          } else {
            // A crash leaves the anchors where they are.
            if (kind === 'restart') await ledger.close();
            ledger = open(nowMs);
            expect(await ledger.checkAll()).toEqual([]);
          }
        }
        await ledger.signGrown();
        for (const one of [...others, ledger]) await one.close();
        const kept = await store.listCheckpoints(tenantId, { fromSize: 0, limit: 1000 });
        await expectOneHistory(kept);
        const { size } = await store.readHead(tenantId);
        expect(kept.at(-1)?.size ?? 0).toBe(size);
        if (size > 0) {
          await expectOneHistory(anchored().toSorted((one, other) => one.size - other.size));
          expect([...others, ledger].flatMap(({ forks, failures }) => [...forks, ...failures])).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('refuses to sign a log that was truncated or rewritten, at once and at every start', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          signed: fc.integer({ min: 1, max: 300 }),
          more: fc.integer({ min: 0, max: 5 }),
          at: fc.nat(),
          way: fc.constantFrom('cut', 'rewritten', 'replaced'),
          forgets: fc.boolean(),
          regrown: fc.integer({ min: 0, max: 400 }),
        }),
        async ({ signed, more, at, way, forgets, regrown }) => {
          reset();
          const ledger = open();
          await append(signed);
          await ledger.signGrown();
          await append(more);
          const place = at % signed;
          store.rewrite(tenantId, (texts) => {
            if (way === 'cut') return texts.slice(0, place);
            if (way === 'replaced')
              return texts.toReversed().slice(0, place).concat(`["","x","","${events++}"]`);
            return texts.map((text, index) => (index === place ? `["","y","","${events++}"]` : text));
          });
          // An attacker who rewrites a log can delete its checkpoints from the database, but not from the anchors.
          if (forgets) {
            await ledger.close();
            store.forgetCheckpoints(tenantId, -1);
          }
          await append(regrown);
          const before = await store.listCheckpoints(tenantId, { fromSize: 0, limit: 10 });
          for (const one of [open(), forgets ? open() : ledger]) {
            await one.signGrown();
            const size = (await store.readHead(tenantId)).size;
            await expect(one.cover(tenantId, size + 1)).rejects.toMatchObject({ code: 'audit_unavailable' });
            await expect(one.cover(tenantId, 0)).rejects.toMatchObject({ code: 'audit_unavailable' });
            expect(one.forks).toMatchObject([{ tenantId, signedSize: signed, size }]);
          }
          const again = open();
          expect(await again.checkAll()).toMatchObject([
            { tenantId, signedSize: signed, knownBy: forgets ? 'folder' : 'database' },
          ]);
          expect(await store.listCheckpoints(tenantId, { fromSize: 0, limit: 10 })).toEqual(before);
          await again.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('[CON-12-13] remembers what this process signed even if database and anchors are rolled back', async () => {
    const ledger = open();
    await append(7);
    await ledger.signGrown();
    store.rewrite(tenantId, (texts) => texts.slice(0, 6));
    store.forgetCheckpoints(tenantId, -1);
    rmSync(anchors, { recursive: true, force: true });
    await append(1);
    await ledger.signGrown();
    expect(ledger.forks).toMatchObject([{ tenantId, knownBy: 'this process', signedSize: 7, size: 7 }]);
    expect(await store.listCheckpoints(tenantId, { fromSize: 0, limit: 10 })).toEqual([]);
    await ledger.close();
  });

  it('continues from a backup that lacks only unsigned entries', async () => {
    const ledger = open();
    await append(5);
    await ledger.signGrown();
    await append(3);
    store.rewrite(tenantId, (texts) => texts.slice(0, 6));
    expect(await ledger.checkAll()).toEqual([]);
    expect((await ledger.cover(tenantId, 6)).size).toBe(6);
    await ledger.close();
  });

  it('detects by the anchors that an older backup was restored or a log was deleted', async () => {
    const ledger = open();
    await append(4);
    await ledger.signGrown();
    const restore = store.save();
    await append(4);
    await ledger.signGrown();
    await ledger.close();
    restore();
    expect(await open().checkAll()).toEqual([
      { tenantId, knownBy: 'folder', signedSize: 8, size: 4, kind: 'cut' },
    ]);
    store.drop(tenantId);
    expect(await open().checkAll()).toMatchObject([{ tenantId, signedSize: 8, size: 0, kind: 'cut' }]);
    rmSync(anchors, { recursive: true });
    expect(await open().checkAll()).toEqual([]);
  });

  it('does not report a fork if another process signed first', async () => {
    const [ledger, beside] = [open(), open()];
    const { putCheckpoint } = store;
    await append(3);
    store.putCheckpoint = async (...checkpoint) => {
      store.putCheckpoint = putCheckpoint;
      await append(2);
      await beside.signGrown();
      return putCheckpoint(...checkpoint);
    };
    expect(await ledger.cover(tenantId, 3)).toMatchObject({ size: 5 });
    await append(1);
    store.putCheckpoint = async () => 'forked';
    await expect(ledger.cover(tenantId, 6)).rejects.toMatchObject({ code: 'audit_unavailable' });
    store.putCheckpoint = putCheckpoint;
    expect(await ledger.cover(tenantId, 6)).toMatchObject({ size: 6 });
    for (const one of [ledger, beside]) await one.close();
    expect([...ledger.forks, ...beside.forks]).toEqual([]);
    expect(await open().checkAll()).toEqual([]);
  });

  it('detects a changed log key before anything is signed', async () => {
    const ledger = open();
    await append(2);
    await ledger.signGrown();
    await ledger.close();
    const other = openLedger({ store, key: newLogKey(), folder: anchors });
    expect(await other.checkAll()).toMatchObject([{ tenantId, kind: 'other_key', knownBy: 'database' }]);
    await expect(other.cover(tenantId, 0)).rejects.toMatchObject({ code: 'audit_unavailable' });
  });

  it('sends checkpoints again to anchors that lack them', async () => {
    const ledger = open();
    await append(2);
    await ledger.signGrown();
    await ledger.close();
    rmSync(join(anchors, `${tenantId}.jsonl`));
    const again = open();
    expect(await again.checkAll()).toEqual([]);
    await again.close();
    expect(anchored()).toMatchObject([{ size: 2 }]);
  });

  it('signs an empty log on request, and keeps tenants separate', async () => {
    const ledger = open();
    expect(await ledger.cover(tenantId, 0)).toMatchObject({
      size: 0,
      root: toHex(sha256Bytes(new Uint8Array())),
    });
    const other = store.newTenant();
    await append(1);
    await store.append(other, [sampleLogEvent(1), sampleLogEvent(2)]);
    await ledger.signGrown();
    store.rewrite(other, () => []);
    await append(1);
    await ledger.signGrown();
    expect(ledger.forks).toMatchObject([{ tenantId: other, kind: 'cut', signedSize: 2, size: 0 }]);
    await append(1);
    expect((await ledger.cover(tenantId, 3)).size).toBe(3);
    await ledger.close();
    expect(ledger.forks).toHaveLength(1);
  });
});
