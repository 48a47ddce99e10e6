import { AppError } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import { observeService } from './observe-service.ts';
import type { ObservedTime } from './outage-store.ts';

function startObserving() {
  const written = new Map<number, ObservedTime>();
  const world = { nowMs: 100_000, refused: 0, fault: null as Error | null, pingMs: 0 };
  const tryTo = async () => {
    world.nowMs += world.pingMs;
    if (world.fault !== null) throw world.fault;
  };
  const observer = observeService({
    clock: { nowMs: () => world.nowMs },
    ping: tryTo,
    store: {
      noteTimes: async (times) => {
        await tryTo();
        for (const time of times) written.set(time.position, time);
      },
    },
    ...{ process: 'one', host: 'alpha', refusedForLoad: () => world.refused },
  });
  const noteAt = async (nowMs: number) => {
    world.nowMs = nowMs;
    await observer.note();
  };
  const all = () => [...written.values()].toSorted((one, other) => one.position - other.position);
  const other = () => all().filter(({ kind }) => kind !== 'serving');
  return { observer, world, noteAt, all, other };
}

const disk = new AppError('audit_unavailable', { detail: 'The disk is full.' });

describe('what a process observes of itself', () => {
  it('is that it serves, from its start until it is stopped', async () => {
    const { observer, world, noteAt, all } = startObserving();
    await noteAt(110_000);
    const serving = { position: 0, kind: 'serving', process: 'one', host: 'alpha', fromMs: 100_000 };
    expect(all()).toMatchObject([{ ...serving, untilMs: 110_000, state: 'on' }]);
    await noteAt(120_000);
    world.nowMs = 123_456;
    await observer.stopped();
    expect(all()).toMatchObject([{ ...serving, untilMs: 123_456, state: 'over' }]);
  });

  it('is from when until when a model was suspended', async () => {
    const { observer, world, noteAt, other } = startObserving();
    await noteAt(101_000);
    observer.modelSuspended({ name: 'a/b', cause: 'tier 1, unreachable' });
    observer.modelSuspended({ name: 'a/b', cause: 'tier 1, failed' });
    await noteAt(110_000);
    const suspended = { kind: 'model', subject: 'a/b', cause: 'tier 1, unreachable', fromMs: 101_000 };
    expect(other()).toMatchObject([{ ...suspended, untilMs: 110_000, state: 'on' }]);
    world.nowMs = 113_000;
    observer.modelRecovered('a/b');
    observer.modelRecovered('never');
    await noteAt(120_000);
    expect(other()).toMatchObject([{ ...suspended, untilMs: 113_000, state: 'over' }]);
    observer.modelSuspended({ name: 'a/b', cause: 'failed' });
    await observer.stopped();
    expect(other()[1]).toMatchObject({ fromMs: 120_000, state: 'cut' });
  });

  it('is when records could not be written, once they can be', async () => {
    const { observer, world, noteAt, all, other } = startObserving();
    await noteAt(110_000);
    world.fault = disk;
    await noteAt(120_000);
    world.fault = new TypeError('a secret');
    await noteAt(130_000);
    observer.modelSuspended({ name: 'a/b', cause: 'failed' });
    observer.modelRecovered('a/b');
    expect(all()).toMatchObject([{ untilMs: 110_000 }]);
    world.fault = null;
    // Long after it was last written, which does not look like a halt.
    await noteAt(200_000);
    expect(other()).toMatchObject([
      { kind: 'records', cause: 'The disk is full.', fromMs: 110_000, untilMs: 200_000, state: 'over' },
      { kind: 'model', fromMs: 130_000, state: 'over' },
    ]);
    expect(all()[0]).toMatchObject({ kind: 'serving', fromMs: 100_000, untilMs: 200_000, state: 'on' });
    world.fault = new TypeError('a secret');
    await noteAt(210_000);
    world.fault = null;
    await noteAt(220_000);
    expect(other()[2]).toMatchObject({ cause: 'TypeError', fromMs: 200_000, untilMs: 220_000 });
  });

  it('takes a write that lasts too long for one that could not be made', async () => {
    const { world, noteAt, other } = startObserving();
    world.pingMs = 11_000;
    await noteAt(110_000);
    expect(other()).toMatchObject([{ kind: 'records', cause: 'no answer in time', fromMs: 110_000 }]);
    world.pingMs = 0;
    await noteAt(140_000);
    expect(other()).toHaveLength(1);
  });

  it('is how long queries were refused for load, and how many', async () => {
    const { world, noteAt, other } = startObserving();
    await noteAt(110_000);
    world.refused = 5;
    await noteAt(120_000);
    expect(other()).toMatchObject([{ kind: 'overload', fromMs: 110_000, untilMs: 120_000, refused: 5 }]);
    await noteAt(130_000);
    world.refused = 7;
    await noteAt(140_000);
    for (const atMs of [160_000, 180_000, 200_000, 220_000]) await noteAt(atMs);
    const overload = { kind: 'overload', fromMs: 110_000, untilMs: 140_000, refused: 7, state: 'over' };
    expect(other()).toMatchObject([overload]);
    world.refused = 8;
    await noteAt(230_000);
    expect(other()).toMatchObject([overload, { fromMs: 220_000, refused: 1, state: 'on' }]);
  });

  it('is that it was halted: it served nobody meanwhile', async () => {
    const { observer, noteAt, all } = startObserving();
    await noteAt(110_000);
    observer.modelSuspended({ name: 'a/b', cause: 'failed' });
    await noteAt(120_000);
    await noteAt(500_000);
    expect(all()).toMatchObject([
      { kind: 'serving', fromMs: 100_000, untilMs: 120_000, state: 'cut' },
      { kind: 'model', fromMs: 110_000, untilMs: 120_000, state: 'cut' },
      { kind: 'serving', fromMs: 500_000, state: 'on' },
      { kind: 'model', fromMs: 500_000, state: 'on' },
    ]);
    await observer.stopped();
    expect(all()[2]).toMatchObject({ kind: 'serving', state: 'over' });
  });

  it('keeps no more than a thousand of what cannot be written', async () => {
    const { observer, world, noteAt, other } = startObserving();
    await noteAt(110_000);
    world.fault = disk;
    await noteAt(120_000);
    for (let nth = 0; nth < 1100; nth += 1) {
      observer.modelSuspended({ name: `a/${nth}`, cause: 'failed' });
      observer.modelRecovered(`a/${nth}`);
    }
    world.fault = null;
    await noteAt(130_000);
    const models = other().filter(({ kind }) => kind === 'model');
    expect(models.length).toBeLessThanOrEqual(1000);
    expect(models.at(-1)?.subject).toBe('a/1099');
  });
});
