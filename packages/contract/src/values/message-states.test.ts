import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MessageStatus, messageStatuses } from './enumerations.ts';
import { canBecome, isTerminal } from './message-states.ts';

const anyStatus = fc.constantFrom(...messageStatuses);

test('[CON-3-03] a message goes from queued to processing to one of four ends', () => {
  for (const end of ['delivered', 'blocked', 'failed', 'cancelled'] as const) {
    expect(canBecome('queued', 'processing') && canBecome('processing', end)).toBe(true);
    expect(isTerminal(end)).toBe(true);
  }
  expect(canBecome('queued', 'delivered')).toBe(false);
  expect(canBecome('queued', 'in_review')).toBe(false);
  expect(canBecome('processing', 'queued')).toBe(false);
});

test('[CON-3-04] review ends in delivered or blocked, unless the message is cancelled', () => {
  expect(messageStatuses.filter((status) => canBecome('in_review', status))).toEqual([
    'delivered',
    'blocked',
    'cancelled',
  ]);
  expect(messageStatuses.filter((status) => canBecome(status, 'in_review'))).toEqual(['processing']);
});

test('[CON-3-05] random walks never leave a terminal state, never stay and never return', () => {
  fc.assert(
    fc.property(fc.array(anyStatus, { maxLength: 30 }), (statuses) => {
      let status: MessageStatus = 'queued';
      const visited = new Set<MessageStatus>([status]);
      for (const next of statuses) {
        if (!canBecome(status, next)) continue;
        expect(isTerminal(status)).toBe(false);
        expect(visited.has(next)).toBe(false);
        visited.add(next);
        status = next;
      }
    }),
  );
});

test('every state is reached from queued, and every state reaches an end', () => {
  function reachableFrom(start: MessageStatus): Set<MessageStatus> {
    const reached = new Set<MessageStatus>([start]);
    for (const status of reached) {
      for (const next of messageStatuses) if (canBecome(status, next)) reached.add(next);
    }
    return reached;
  }
  expect(reachableFrom('queued')).toEqual(new Set(messageStatuses));
  for (const status of messageStatuses) expect([...reachableFrom(status)].some(isTerminal)).toBe(true);
});
