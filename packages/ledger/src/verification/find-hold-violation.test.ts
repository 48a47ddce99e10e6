import { formatEntry, formatLeafRanges } from '@avow/ledger-log/entries';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Archive } from './archive.ts';
import type { LoggedHold } from './compare-retention.ts';
import { findHoldViolation } from './find-hold-violation.ts';

const tenantId = 'ten_1';
const time = '2026-01-02T03:04:05.678Z';
const records = 8;

interface LogEvent {
  readonly kind: 'erasure' | 'expiry' | 'access';
  readonly of: readonly number[];
}

const messageAt = (leafIndex: number) => `msg_${leafIndex}`;
const threadAt = (leafIndex: number) => `thr_${leafIndex % 3}`;

/** A log that has records first, two of each three in a thread with others, and events behind them. */
function archiveOf(
  events: readonly LogEvent[],
): Pick<Archive, 'listLogEvents' | 'listPlaces' | 'findMessage'> {
  const words = { tenantId, time, actor: 'operator', commitments: [] };
  const entries = events.map(({ kind, of }, at) => {
    const leaves = kind === 'expiry' ? [['leaves', formatLeafRanges(of)] as const] : [];
    const subject = kind === 'expiry' ? '' : messageAt(of[0] ?? 0);
    const state = { erasure: 'erased', expiry: 'content_expired', access: 'read' }[kind];
    return {
      kind,
      leafIndex: records + at,
      entry: formatEntry({ ...words, kind, subject, state, details: leaves }),
    };
  });
  const unknown = { person: null, status: null, band: null, tripwireTriggered: null, audience: null };
  const placeAt = (leafIndex: number) => ({
    ...{ leafIndex, isEvent: false, threadId: threadAt(leafIndex), ...unknown },
    entry: formatEntry({
      ...{ ...words, kind: 'record', subject: messageAt(leafIndex), state: 'delivered', details: [] },
    }),
  });
  return {
    listLogEvents: (_, wanted, { from, limit }) =>
      entries
        .filter(({ kind, leafIndex }) => kind === wanted && leafIndex >= from)
        .slice(0, limit)
        .map(({ leafIndex, entry }) => ({ leafIndex, entry, isEvent: true, threadId: null, ...unknown })),
    listPlaces: (_, { start, end }) =>
      Array.from({ length: Math.min(end, records) - start }, (_none, at) => placeAt(start + at)),
    findMessage: (_, messageId) => ({ leafIndex: Number(messageId.slice(4)), isWhole: false }),
  };
}

const leaf = fc.integer({ min: 0, max: records - 1 });
const event: fc.Arbitrary<LogEvent> = fc.oneof(
  fc.record({ kind: fc.constantFrom('erasure' as const, 'access' as const), of: fc.tuple(leaf) }),
  fc.record({
    kind: fc.constant('expiry' as const),
    of: fc.uniqueArray(leaf, { minLength: 1 }).map((of) => of.sort((left, right) => left - right)),
  }),
);
const target = fc.oneof(
  leaf.map((at) => ({ scope: 'message', target: messageAt(at) })),
  leaf.map((at) => ({ scope: 'thread', target: threadAt(at) })),
  fc.constant({ scope: 'tenant', target: null }),
  fc.constant({ scope: 'end_user', target: null }),
);
const at = (leafIndex: number) => ({ leafIndex, time, actor: 'operator' });

it('finds exactly the records that were erased or expired while under a logged hold', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 12 }),
      fc.array(fc.tuple(target, fc.nat(12), fc.option(fc.nat(12))), { maxLength: 3 }),
      fc.integer({ min: records, max: records + 12 }),
      (events, drawn, size) => {
        const holds = drawn.map(([over, from, length], index): LoggedHold => {
          // Between two events, as a hold has a place of its own.
          const placed = records + from - 0.5;
          return {
            ...{ ...over, holdId: `hld_${index}`, placed: at(placed) },
            lifted: length === null ? null : at(placed + length),
          };
        });
        const isHeld = (place: number, record: number) =>
          holds.some(
            ({ scope, target: name, placed, lifted }) =>
              place > placed.leafIndex &&
              place < (lifted?.leafIndex ?? Infinity) &&
              (scope === 'tenant' || name === messageAt(record) || name === threadAt(record)),
          );
        const expected = events.some(
          ({ kind, of }, index) =>
            kind !== 'access' &&
            records + index < size &&
            of.some((record) => isHeld(records + index, record)),
        );
        // As they were known when the log had that size: what came later is not, be it the end of a hold or what it let go.
        const known = holds
          .filter(({ placed }) => placed.leafIndex < size)
          .map((hold) => ({ ...hold, lifted: (hold.lifted?.leafIndex ?? size) < size ? hold.lifted : null }));
        const fault = findHoldViolation(archiveOf(events), tenantId, { holds: known, size });
        expect(fault !== null).toBe(expected);
      },
    ),
  );
});
