import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Coordination } from './coordination.ts';
import { openLeases } from './leases.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('does not renew what could not be given back, so that it ends by itself', async () => {
  const renewed: string[][] = [];
  let fence = 0;
  const coordination = {
    run: async (sql: string, ...values: readonly unknown[]) => {
      if (sql.startsWith('INSERT')) return { rows: [{ fence: ++fence }] };
      if (!sql.includes('RETURNING')) throw new Error('the connection is lost');
      renewed.push(JSON.parse(String(values[2])));
      return { rows: [] };
    },
  } as unknown as Coordination;
  const leases = openLeases(coordination, 'node');
  await leases.take('one');
  await leases.take('other');
  await leases.giveBack('other');
  await vi.advanceTimersByTimeAsync(3_500);
  expect(renewed).toEqual([['one']]);
});
