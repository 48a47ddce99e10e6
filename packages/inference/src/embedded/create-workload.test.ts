import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkload } from './create-workload.ts';

const owner = 'one';

/** One where a token is known to take 10 ms. */
function learned(processes = 1) {
  const workload = createWorkload({ processes, now: () => 0 });
  const first = workload.enter({ tokens: 80, deadlineMs: 1, owner });
  for (let part = 0; part < 8; part += 1) first?.finish({ tokens: 10, durationMs: 100 });
  first?.leave();
  return workload;
}

describe('createWorkload', () => {
  it('lets in what can be done in its time, with what goes before it', () => {
    const workload = learned();
    expect(workload.enter({ tokens: 50, deadlineMs: 500, owner })).not.toBeNull();
    expect(workload.enter({ tokens: 50, deadlineMs: 1_000, owner })).not.toBeNull();
    expect(workload.enter({ tokens: 1, deadlineMs: 1_000, owner })).toBeNull();
    // What has more time goes after it.
    expect(workload.enter({ tokens: 10, deadlineMs: 100, owner })).not.toBeNull();
  });

  it('rejects nothing while the deadline is far, however much is to be done', () => {
    const workload = learned();
    for (let call = 0; call < 100; call += 1)
      expect(workload.enter({ tokens: 10_000, deadlineMs: 60_000, owner })).not.toBeNull();
    expect(workload.enter({ tokens: 10_000, deadlineMs: 4_000, owner: 'other' })).toBeNull();
  });

  it('rejects nothing by a cold start, and follows the machine', () => {
    const workload = createWorkload({ processes: 1, now: () => 0 });
    const call = workload.enter({ tokens: 1e6, deadlineMs: 60_000, owner });
    const soon = { tokens: 100, deadlineMs: 500, owner };
    call?.finish({ tokens: 10, durationMs: 20_000 });
    expect(workload.enter(soon)).not.toBeNull();
    for (let part = 0; part < 30; part += 1) call?.finish({ tokens: 10, durationMs: 10 });
    expect(workload.enter({ ...soon, owner: 'other' })).not.toBeNull();
    for (let part = 0; part < 16; part += 1) call?.finish({ tokens: 10, durationMs: 100 });
    expect(workload.enter({ ...soon, owner: 'third' })).toBeNull();
  });

  it('counts of each other owner as much as of its own, since they are served in turn', () => {
    const workload = learned();
    expect(workload.enter({ tokens: 100, deadlineMs: 1_000, owner })).not.toBeNull();
    expect(workload.enter({ tokens: 10, deadlineMs: 200, owner })).not.toBeNull();
    expect(workload.enter({ tokens: 10, deadlineMs: 190, owner: 'other' })).toBeNull();
    expect(workload.enter({ tokens: 10, deadlineMs: 200, owner: 'other' })).not.toBeNull();
    expect(workload.enter({ tokens: 10, deadlineMs: 290, owner: 'third' })).toBeNull();
    expect(workload.enter({ tokens: 10, deadlineMs: 300, owner: 'third' })).not.toBeNull();
  });

  it('counts on all processes', () => {
    const workload = learned(2);
    expect(workload.enter({ tokens: 50, deadlineMs: 500, owner })).not.toBeNull();
    expect(workload.enter({ tokens: 50, deadlineMs: 500, owner })).not.toBeNull();
    expect(workload.enter({ tokens: 2, deadlineMs: 500, owner })).toBeNull();
  });

  it('makes room as parts are done, and when a call leaves', () => {
    const workload = learned();
    const call = workload.enter({ tokens: 50, deadlineMs: 500, owner });
    const other = { tokens: 20, deadlineMs: 500, owner };
    expect(workload.enter(other)).toBeNull();
    call?.finish({ tokens: 20, durationMs: 200 });
    expect(workload.enter(other)).not.toBeNull();
    expect(workload.enter(other)).toBeNull();
    call?.leave();
    expect(workload.enter(other)).not.toBeNull();
  });

  it('lets a call in that is alone, whatever it has learned', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1e6)), fc.nat(1e6), (durations, tokens) => {
        const workload = createWorkload({ processes: 2, now: () => 0 });
        for (const durationMs of durations) {
          const call = workload.enter({ tokens: 3, deadlineMs: 0, owner });
          expect(call).not.toBeNull();
          call?.finish({ tokens: 3, durationMs });
          call?.leave();
        }
        expect(workload.enter({ tokens, deadlineMs: 0, owner })).not.toBeNull();
      }),
    );
  });

  it('does most of what can be done where twice as much is asked', () => {
    // Each call wants 500 ms of one process within 1,500 ms, and one comes every 250 ms: first come, first served.
    let now = 0;
    const workload = createWorkload({ processes: 1, now: () => now });
    let freeAt = 0;
    let done = 0;
    const ends: { readonly at: number; readonly end: () => void }[] = [];
    for (let call = 0; call < 400; call += 1) {
      now = call * 250;
      for (const { end } of ends.splice(0, ends.filter(({ at }) => at <= now).length)) end();
      const deadlineMs = now + 1_500;
      const entered = workload.enter({ tokens: 50, deadlineMs, owner });
      if (entered === null) continue;
      const startsAt = Math.max(now, freeAt);
      freeAt = Math.min(deadlineMs, startsAt + 500);
      if (startsAt + 500 <= deadlineMs) done += 1;
      ends.push({
        at: freeAt,
        end: () => {
          entered.finish({ tokens: 50, durationMs: 500 });
          entered.leave();
        },
      });
    }
    expect(done).toBeGreaterThan(190);
  });
});
