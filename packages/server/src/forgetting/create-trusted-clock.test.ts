import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryLogStore } from '../ledger/test-support/memory-log-store.ts';
import { sampleDeed } from '../stores/contract/log-store.suite.ts';
import { createTrustedClock } from './create-trusted-clock.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const startMs = Date.UTC(2026, 0, 1);

/** A machine with logs: its clock can be set, and what has passed cannot. */
class Machine {
  readonly doubts: number[] = [];
  /** When logs were signed. */
  readonly signedMs: number[] = [];
  reads = 0;
  readonly #store = createMemoryLogStore();
  readonly #tenantIds = [this.#store.newTenant(), this.#store.newTenant()] as const;
  #passedMs = 0;
  #aheadMs = 0;
  #clock = this.#start();

  get nowMs(): number {
    return startMs + this.#passedMs + this.#aheadMs;
  }

  /** The time as it is trusted, in days from the start; null: it is not. */
  async trusted(): Promise<number | null> {
    const trustedMs = await this.#clock();
    return trustedMs === null ? null : (trustedMs - startMs) / dayMs;
  }

  pass(ms: number): void {
    this.#passedMs += ms;
  }

  setAhead(ms: number): void {
    this.#aheadMs = ms;
  }

  async sign(log: 0 | 1 = 0): Promise<void> {
    const tenantId = this.#tenantIds[log];
    const [place] = await this.#store.append(tenantId, [sampleDeed(0)]);
    const size = (place?.leafIndex ?? 0) + 1;
    await this.#store.putCheckpoint(tenantId, { size, root: '', note: '', createdAtMs: this.nowMs });
    this.signedMs.push(this.nowMs);
  }

  async signHourly(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      this.pass(hourMs);
      await this.sign();
    }
  }

  restart(): void {
    this.#clock = this.#start();
  }

  #start(): () => Promise<number | null> {
    const startedMs = this.#passedMs;
    return createTrustedClock({
      log: {
        ...this.#store,
        listCheckpoints: (...wish) => {
          this.reads++;
          return this.#store.listCheckpoints(...wish);
        },
      },
      nowMs: () => this.nowMs,
      uptimeMs: () => this.#passedMs - startedMs,
      onDoubt: (lastSignedMs) => this.doubts.push((lastSignedMs - startMs) / dayMs),
    });
  }
}

describe('createTrustedClock', () => {
  it('trusts a clock that a log bears out, at once after a start', async () => {
    const machine = new Machine();
    await machine.signHourly(2000);
    machine.restart();
    expect(await machine.trusted()).toBeCloseTo(2000 / 24);
    // By halves, however many there are.
    expect(machine.reads).toBeLessThan(20);
    expect(machine.doubts).toEqual([]);
  });

  it('does not trust a clock that is years ahead, however often the service is started under it', async () => {
    const machine = new Machine();
    await machine.signHourly(100);
    machine.setAhead(14 * 365 * dayMs);
    for (let start = 0; start < 20; start++) {
      machine.restart();
      await machine.signHourly(1);
      expect(await machine.trusted()).toBeNull();
    }
    expect(machine.doubts).toHaveLength(20);
    expect(machine.doubts[0]).toBeCloseTo(100 / 24);
    machine.setAhead(0);
    expect(await machine.trusted()).toBeCloseTo(120 / 24);
  });

  it('does not trust a clock that jumps ahead while the service runs', async () => {
    const machine = new Machine();
    await machine.signHourly(100);
    expect(await machine.trusted()).not.toBeNull();
    machine.setAhead(400 * dayMs);
    await machine.signHourly(1);
    expect(await machine.trusted()).toBeNull();
    expect(await machine.trusted()).toBeNull();
    expect(machine.doubts).toHaveLength(1);
  });

  it('does not take a jump of days ago for what bears out the next one', async () => {
    const machine = new Machine();
    await machine.signHourly(100);
    machine.setAhead(400 * dayMs);
    await machine.signHourly(1);
    machine.setAhead(0);
    await machine.signHourly(72);
    machine.restart();
    machine.setAhead(400 * dayMs);
    await machine.signHourly(1);
    expect(await machine.trusted()).toBeNull();
  });

  it('trusts a clock after standing still for long once it has gone on for a day, and says so once', async () => {
    const machine = new Machine();
    await machine.signHourly(10);
    machine.pass(90 * dayMs);
    machine.restart();
    for (let hour = 0; hour < 24; hour++) {
      expect(await machine.trusted()).toBeNull();
      machine.pass(hourMs);
    }
    expect(await machine.trusted()).toBeCloseTo(91 + 10 / 24);
    expect(machine.doubts).toHaveLength(1);
  });

  it('goes by the log of any tenant, and has nothing to tell while all are young', async () => {
    const machine = new Machine();
    expect(await machine.trusted()).toBeNull();
    await machine.sign();
    expect(await machine.trusted()).toBeNull();
    expect(machine.doubts).toEqual([]);
    machine.pass(30 * dayMs);
    await machine.sign(1);
    machine.pass(2 * dayMs);
    await machine.sign();
    machine.restart();
    expect(await machine.trusted()).toBe(32);
  });

  it('is never ahead of all that a log or a day of running bears out', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ kind: fc.constant('set' as const), days: fc.constantFrom(0, 0, 30, 400, 5000) }),
      fc.record({ kind: fc.constantFrom('sign' as const, 'restart' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const machine = new Machine();
        await machine.signHourly(48);
        /** How long the clock has been as it is, and the service has run meanwhile. */
        let steadyMs = 48 * hourMs;
        for (const one of steps) {
          if (one.kind === 'pass') {
            machine.pass(one.hours * hourMs);
            steadyMs += one.hours * hourMs;
          } else if (one.kind === 'set') {
            const beforeMs = machine.nowMs;
            machine.setAhead(one.days * dayMs);
            if (machine.nowMs !== beforeMs) steadyMs = 0;
          } else if (one.kind === 'sign') await machine.sign();
          else {
            machine.restart();
            steadyMs = 0;
          }
          const nowDays = (machine.nowMs - startMs) / dayMs;
          const trusted = await machine.trusted();
          if (trusted === null) continue;
          expect(trusted).toBe(nowDays);
          const isLogged = machine.signedMs.some((signedMs) => {
            const ageMs = machine.nowMs - signedMs;
            return ageMs >= dayMs && ageMs <= 7 * dayMs;
          });
          expect(isLogged || steadyMs >= dayMs).toBe(true);
        }
      }),
    );
  });
});
