import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordedTimesModel } from '../records/store/test-support/recorded-times-model.ts';
import { createTrustedClock } from './create-trusted-clock.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const startMs = Date.UTC(2026, 0, 1);

/** A machine on which the service runs: its clock can be set, and what has passed cannot. */
class Machine {
  readonly doubts: number[] = [];
  /** What the clock showed at each round of the service, in order, where it had been steady for ten minutes. */
  readonly roundsMs: number[] = [];
  readonly #store = new RecordedTimesModel();
  #passedMs = 0;
  #aheadMs = 0;
  /** As the rounds have found it. */
  #steady = { aheadMs: 0, sinceMs: 0 };
  #clock = this.#start();

  get nowMs(): number {
    return startMs + this.#passedMs + this.#aheadMs;
  }

  get notedCount(): number {
    return this.#store.count;
  }

  doubted(): Promise<boolean> {
    return this.#clock.isDoubted();
  }

  /** The time as it is trusted, in days from the start; null: it is not. */
  async trusted(): Promise<number | null> {
    const trustedMs = await this.#clock.trustedNowMs();
    return trustedMs === null ? null : (trustedMs - startMs) / dayMs;
  }

  pass(ms: number): void {
    this.#passedMs += ms;
  }

  setAhead(ms: number): void {
    this.#aheadMs = ms;
  }

  /** What the upkeep does: it notes the time before it asks for it. */
  async round(): Promise<number | null> {
    await this.#clock.recordTime();
    if (this.#steady.aheadMs !== this.#aheadMs)
      this.#steady = { aheadMs: this.#aheadMs, sinceMs: this.#passedMs };
    if (this.#passedMs - this.#steady.sinceMs >= 10 * minuteMs) this.roundsMs.push(this.nowMs);
    return await this.trusted();
  }

  async run(hours: number): Promise<number | null> {
    let trusted: number | null = null;
    for (let rounds = 0; rounds < hours * 4; rounds++) {
      this.pass(hourMs / 4);
      trusted = await this.round();
    }
    return trusted;
  }

  restart(): void {
    this.#clock = this.#start();
  }

  #start() {
    const startedMs = this.#passedMs;
    this.#steady = { aheadMs: this.#aheadMs, sinceMs: startedMs };
    return createTrustedClock({
      ...{ store: this.#store, nowMs: () => this.nowMs, uptimeMs: () => this.#passedMs - startedMs },
      onDoubt: (lastRecordedMs) => this.doubts.push((lastRecordedMs - startMs) / dayMs),
    });
  }
}

describe('createTrustedClock', () => {
  it('trusts a clock once the service ran a day earlier, and reports nothing until then', async () => {
    const machine = new Machine();
    expect(await machine.trusted()).toBeNull();
    expect(await machine.run(24)).toBeNull();
    expect(await machine.run(1)).toBeCloseTo(25 / 24);
    expect(machine.doubts).toEqual([]);
  });

  it('trusts it immediately after a start, and after an outage of less than a week', async () => {
    const machine = new Machine();
    await machine.run(100);
    machine.restart();
    expect(await machine.trusted()).toBeCloseTo(100 / 24);
    machine.pass(6.5 * dayMs);
    machine.restart();
    expect(await machine.round()).toBeCloseTo(6.5 + 100 / 24);
    expect(machine.doubts).toEqual([]);
  });

  it('doubts a clock that jumps ahead by more than a week, but not a new installation', async () => {
    const machine = new Machine();
    expect(await machine.doubted()).toBe(false);
    await machine.run(48);
    expect(await machine.doubted()).toBe(false);
    machine.setAhead(60 * dayMs);
    expect(await machine.doubted()).toBe(true);
    machine.setAhead(0);
    expect(await machine.doubted()).toBe(false);
  });

  it('keeps working if the service is restarted every night without any questions', async () => {
    const machine = new Machine();
    for (let night = 0; night < 30; night++) {
      machine.restart();
      for (let hour = 0; hour < 24; hour++) expect((await machine.run(1)) === null).toBe(night === 0);
    }
    // So does a service that runs for a moment each day.
    for (let night = 30; night < 60; night++) {
      machine.pass(dayMs - hourMs / 4);
      machine.restart();
      machine.pass(hourMs / 4);
      expect(await machine.round()).toBe(night + 1);
    }
    expect(machine.doubts).toEqual([]);
  });

  it('does not trust a clock that leapt a year ahead, however often the service is started within a day', async () => {
    const machine = new Machine();
    await machine.run(100);
    machine.setAhead(365 * dayMs);
    for (let start = 0; start < 10; start++) {
      machine.restart();
      expect(await machine.run(2)).toBeNull();
    }
    expect(machine.doubts).toHaveLength(10);
    for (const days of machine.doubts) expect(days).toBeCloseTo(100 / 24, 1);
    machine.setAhead(0);
    expect(await machine.round()).toBeCloseTo(120 / 24);
  });

  it('does not trust a clock that leaps ahead while the service runs, until it is a day older', async () => {
    const machine = new Machine();
    expect(await machine.run(100)).not.toBeNull();
    machine.setAhead(400 * dayMs);
    expect(await machine.round()).toBeNull();
    expect(await machine.run(23)).toBeNull();
    expect(machine.doubts).toHaveLength(1);
    expect(await machine.run(2)).toBeCloseTo(400 + 125 / 24);
  });

  it('does not accept an earlier leap as support for the next one', async () => {
    const machine = new Machine();
    await machine.run(100);
    machine.setAhead(400 * dayMs);
    await machine.run(1);
    machine.setAhead(0);
    await machine.run(72);
    machine.restart();
    machine.setAhead(400 * dayMs);
    expect(await machine.run(1)).toBeNull();
  });

  it('records no time of a clock that is corrected some time after boot', async () => {
    for (const aheadMs of [365 * dayMs, -20_000 * dayMs]) {
      const machine = new Machine();
      await machine.run(100);
      for (let start = 0; start < 10; start++) {
        machine.setAhead(aheadMs);
        machine.restart();
        for (const minutes of [1, 5, 3]) {
          machine.pass(minutes * minuteMs);
          expect(await machine.round()).toBeNull();
        }
        machine.setAhead(0);
        machine.pass(minuteMs);
        // The earlier times still support the right time.
        expect(await machine.round()).not.toBeNull();
        machine.pass(dayMs / 4);
      }
      expect(machine.notedCount).toBe(200);
    }
  });

  it('reports a clock that it does not trust, once each time', async () => {
    const machine = new Machine();
    await machine.run(10);
    for (const times of [1, 2]) {
      machine.pass(90 * dayMs);
      expect(await machine.run(24)).toBeNull();
      expect(await machine.run(2)).not.toBeNull();
      expect(machine.doubts).toHaveLength(times);
    }
  });

  it('records a few hundred times at most, covering a week, even if restarted repeatedly', async () => {
    const machine = new Machine();
    for (let start = 0; start < 9 * 24 * 6; start++) {
      machine.restart();
      machine.pass(10 * minuteMs);
      await machine.round();
    }
    expect(machine.notedCount).toBe(8 * 48);
    // A day of a wrong clock removes none of the times that support the right one.
    machine.setAhead(365 * dayMs);
    await machine.run(23);
    machine.setAhead(0);
    machine.pass(5.5 * dayMs);
    expect(await machine.round()).not.toBeNull();
    expect(machine.notedCount).toBeLessThanOrEqual(8 * 48);
  });

  it('trusts only a time that a record from one to seven days earlier supports', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 100 }) }),
      fc.record({
        kind: fc.constant('pass' as const),
        hours: fc.constantFrom(0.1, 0.2, 0.5, 24, 167.5, 168),
      }),
      fc.record({ kind: fc.constant('set' as const), days: fc.constantFrom(-400, 0, 0, 0, 5, 30, 400) }),
      fc.record({ kind: fc.constantFrom('round' as const, 'round' as const, 'restart' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const machine = new Machine();
        for (const one of steps) {
          if (one.kind === 'pass') machine.pass(one.hours * hourMs);
          else if (one.kind === 'set') machine.setAhead(one.days * dayMs);
          else if (one.kind === 'restart') machine.restart();
          else await machine.round();
          const { nowMs, roundsMs } = machine;
          // Those that the clock did not come back from by a later round.
          const kept = roundsMs.filter((atMs, index) => roundsMs.slice(index).every((next) => next >= atMs));
          const isSupported = (oldestMs: number) =>
            kept.some((atMs) => atMs <= nowMs - dayMs && atMs >= nowMs - oldestMs);
          const trusted = await machine.trusted();
          if (trusted !== null) {
            expect(trusted).toBe((nowMs - startMs) / dayMs);
            expect(isSupported(7 * dayMs)).toBe(true);
          } else {
            // Of rounds less than half an hour apart only the first is recorded.
            expect(isSupported(7 * dayMs - hourMs / 2)).toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
