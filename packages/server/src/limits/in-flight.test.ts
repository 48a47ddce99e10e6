import { AppError } from '@avow/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInFlight } from './in-flight.ts';
import { createWorkMeter } from './work-meter.ts';

const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'entered';
  } catch (error) {
    return error instanceof AppError ? error.code : 'other';
  }
};

describe('in-flight', () => {
  it('[CON-6-11] never exceeds the limit, and counts every release once', () => {
    const steps = fc.array(
      fc.record({ tenant: fc.constantFrom('ten_a', 'ten_b', 'ten_c'), leave: fc.boolean() } as const),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(steps, (moves) => {
        const flights = createInFlight({ tenantMax: 3, totalMax: 5 });
        const inside: Array<{ tenant: string; leave: () => void }> = [];
        for (const move of moves) {
          const mine = inside.filter((flight) => flight.tenant === move.tenant);
          const first = mine[0];
          if (move.leave && first !== undefined) {
            first.leave();
            first.leave();
            inside.splice(inside.indexOf(first), 1);
          } else if (!move.leave) {
            const expected =
              inside.length >= 5 ? 'overloaded' : mine.length >= 3 ? 'concurrency_limited' : 'entered';
            const got = codeOf(() =>
              inside.push({
                tenant: move.tenant,
                leave: flights.enter(move.tenant as `ten_${string}`).leave,
              }),
            );
            expect(got).toBe(expected);
          }
          expect(flights.count).toBe(inside.length);
        }
      }),
    );
  });

  it('refuses what the machine could not answer in time, with how long to wait, and never the first', async () => {
    let nowMs = 0;
    const meter = createWorkMeter(() => nowMs);
    const machine = { meter, deadlineMs: 60_000 };
    const flights = createInFlight({ tenantMax: 1_000, totalMax: 1_000, machine });
    // Each takes five seconds of the machine.
    for (let answered = 0; answered < 8; answered += 1) {
      const { run, leave } = flights.enter('ten_a');
      await run(() =>
        meter.call(async () => {
          nowMs += 5_000;
        }),
      );
      leave();
    }
    const inside = Array.from({ length: 6 }, () => flights.enter('ten_a'));
    expect(flights.refusalOf(() => 'ten_a')).toMatchObject({
      code: 'overloaded',
      options: { retryAfterSeconds: 5 },
    });
    expect(codeOf(() => flights.enter('ten_a'))).toBe('overloaded');
    // The flood of one tenant keeps no other out, and one that waits for less time is refused at once.
    expect(flights.refusalOf(() => 'ten_b')).toBeNull();
    expect(codeOf(() => flights.enter('ten_b', 12_000))).toBe('overloaded');
    expect(codeOf(() => flights.enter('ten_b'))).toBe('entered');
    for (const { leave } of inside) leave();
    expect(codeOf(() => flights.enter('ten_a', 1))).toBe('overloaded');
    expect(codeOf(() => flights.enter('ten_a'))).toBe('entered');
  });

  it('admits nothing while draining, and resolves when the last request has ended', async () => {
    const flights = createInFlight({ tenantMax: 3, totalMax: 5 });
    const { leave } = flights.enter('ten_a');
    let drained = false;
    const done = flights.drain().then(() => {
      drained = true;
    });
    expect(codeOf(() => flights.enter('ten_a'))).toBe('shutting_down');
    await Promise.resolve();
    expect(drained).toBe(false);
    leave();
    await done;
    expect(drained).toBe(true);
    await flights.drain();
  });
});
