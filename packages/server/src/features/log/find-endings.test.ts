import { newId } from '@avow/foundation';
import { createMemoryLogStore, sampleLogEvent } from '@avow/ledger/testing';
import { formatEntry, formatLeafRanges } from '@avow/ledger-log/entries';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StoredRecord } from '../records/record-store.ts';
import { findEndings } from './find-endings.ts';

const expiry = (state: string, leaves: readonly number[]) =>
  sampleLogEvent(0, {
    kind: 'expiry',
    subject: '',
    actor: '',
    state,
    details: [['leaves', formatLeafRanges(leaves)]],
  });
const dropped = (leafIndex: number): StoredRecord => ({
  ...{ kind: 'dropped', messageId: newId('msg', 1), log: { leafIndex, leafHash: '' } },
});

it('finds the event that ended a record, even if records expired out of order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (records, swaps, batch) => {
        const store = createMemoryLogStore();
        const tenantId = store.newTenant();
        const order = Array.from({ length: records }, (_, leafIndex) => leafIndex);
        await store.append(
          tenantId,
          order.map(() => sampleLogEvent(0)),
        );
        // As by holds that are lifted later.
        for (const [one, other] of swaps) order.push(...order.splice(one % records, 1 + (other % 5)));
        const endings = new Map(order.map((leafIndex) => [leafIndex, [] as number[]]));
        for (let at = 0; at < order.length; at += batch) {
          const some = (from: number) => order.slice(Math.max(0, from), Math.max(0, from + batch));
          // Records are dropped some time after their content has gone.
          for (const [state, leaves] of [
            ['content_expired', some(at)],
            ['record_dropped', some(at - 20 * batch)],
          ] as const) {
            if (leaves.length === 0) continue;
            const event = expiry(
              state,
              leaves.toSorted((left, right) => left - right),
            );
            const [place] = await store.append(tenantId, [event]);
            for (const leafIndex of leaves) endings.get(leafIndex)?.push(place?.leafIndex ?? -1);
          }
        }
        for (const leafIndex of order.slice(0, 40)) {
          const place = { leafIndex, leafHash: '' };
          const found = await findEndings(store, tenantId, dropped(leafIndex), place);
          expect(found.map((entry) => entry.leafIndex)).toEqual(endings.get(leafIndex));
        }
      },
    ),
    { numRuns: 25 },
  );
});

it('finds the expiry of any record among hundreds of thousands, and reads few of them', async () => {
  const [records, batch] = [50_000_000, 100];
  const size = records + records / batch;
  let read = 0;
  const store: Parameters<typeof findEndings>[0] = {
    readHead: async () => ({ size, hashes: [] }),
    listLogEvents: async (tenantId, { kind }, { before, limit }) => {
      if (kind !== 'expiry') return [];
      const first = Math.max(0, Math.min(size, before ?? size) - records);
      read += Math.min(first, limit);
      return Array.from({ length: Math.min(first, limit) }, (_, at) => {
        const number = first - 1 - at;
        const leaves = Array.from({ length: batch }, (_none, leaf) => number * batch + leaf);
        const { atMs: _atMs, ...event } = expiry('content_expired', leaves);
        const text = formatEntry({ ...event, tenantId, time: '2026-01-02T03:04:05.678Z', commitments: [] });
        return { leafIndex: records + number, leafHash: '', text };
      });
    },
  };
  const { messageId } = dropped(0);
  for (const leafIndex of [0, 99, 100, 17_000_001, records - 1]) {
    const record = { kind: 'emptied', messageId } as StoredRecord;
    const found = await findEndings(store, newId('ten', 1), record, { leafIndex, leafHash: '' });
    expect(found).toMatchObject([{ leafIndex: records + Math.floor(leafIndex / batch) }]);
  }
  expect(read).toBeLessThan(10_000);
});
