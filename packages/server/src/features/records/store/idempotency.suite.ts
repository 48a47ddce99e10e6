import type { MessageId, TenantId } from '@avow/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import {
  newTenant,
  nothingElse,
  sampleClaim,
  sampleMessage,
  sampleTimeMs,
} from '../../../storage/contract/samples.ts';
import type { ClaimOutcome, IdempotencyClaim } from '../record-store.ts';
import { ClaimModel } from './test-support/claim-model.ts';

const leaseMs = 10;
const keepMs = 40;

/** `holder` counts back through the claims made so far: 0 is the latest. */
const someStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      // Mostly one and the same, so that claims meet.
      route: fc.constantFrom('POST /v1/query', 'POST /v1/query', 'POST /v1/query', 'POST /v1/other'),
      key: fc.constantFrom('a', 'a', 'a', 'b'),
      fingerprint: fc.constantFrom('x', 'x', 'y'),
    }),
  },
  fc.record({ kind: fc.constant('release' as const), holder: fc.nat({ max: 3 }) }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('finish' as const),
      holder: fc.nat({ max: 3 }),
      ending: fc.constantFrom('keep' as const, 'free' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 25 }) }),
  },
  fc.record({ kind: fc.constant('sweep' as const), atStart: fc.boolean() }),
);
type Step = typeof someStep extends fc.Arbitrary<infer Value> ? Value : never;

/** One life of the store beside that of the model; they must answer alike at every step. */
class Walk {
  readonly #store: OpenedStore;
  readonly #tenantId: TenantId;
  readonly #model = new ClaimModel();
  readonly #holders: IdempotencyClaim[] = [];
  readonly #ended = new Set<MessageId>();
  #nowMs = sampleTimeMs;

  constructor(store: OpenedStore, tenantId: TenantId) {
    this.#store = store;
    this.#tenantId = tenantId;
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'claim') return this.#claim(step);
    if (step.kind === 'wait') this.#nowMs += step.ms;
    if (step.kind === 'sweep') {
      const sweep = { nowMs: this.#nowMs, atStart: step.atStart };
      await this.#store.upkeep.sweep({ ...sweep, outboxBeforeMs: 0, journalBeforeMs: 0 });
      this.#model.sweep(sweep);
    }
    if (step.kind !== 'release' && step.kind !== 'finish') return;
    const holder = this.#holders.at(-1 - step.holder);
    if (holder === undefined) return;
    if (step.kind === 'release') {
      await this.#store.records.releaseIdempotencyKey(this.#tenantId, holder);
      this.#model.end(holder, 'free');
    } else {
      await this.#finish(holder, step.ending);
    }
  }

  async #claim(step: Pick<IdempotencyClaim, 'route' | 'key' | 'fingerprint'>): Promise<void> {
    const { route, key, fingerprint } = step;
    const times = {
      nowMs: this.#nowMs,
      leaseUntilMs: this.#nowMs + leaseMs,
      keepUntilMs: this.#nowMs + keepMs,
    };
    const claim = sampleClaim({ route, key, fingerprint, ...times });
    const outcome = await this.#store.records.claimIdempotencyKey(this.#tenantId, claim);
    expect(simplify(outcome)).toEqual(this.#model.claim(claim));
    this.#holders.push(claim);
  }

  async #finish(claim: IdempotencyClaim, ending: 'keep' | 'free'): Promise<void> {
    const message = sampleMessage({ messageId: claim.messageId, createdAtMs: claim.nowMs });
    const end = await this.#store.records.finishMessage(this.#tenantId, message, {
      ...nothingElse,
      idempotency: { claim, ending },
    });
    expect(end === 'already_ended').toBe(this.#ended.has(claim.messageId));
    if (end !== 'already_ended') this.#model.end(claim, ending);
    this.#ended.add(claim.messageId);
  }
}

function simplify(outcome: ClaimOutcome): string {
  return outcome.kind === 'replay' ? outcome.message.messageId : outcome.kind;
}

export function describeIdempotency(get: () => OpenedStore): void {
  describe('idempotency keys', () => {
    it('[CON-6-02] [CON-6-04] [CON-6-05] [CON-6-08] behaves like a plain table of claims', async () => {
      const store = get();
      await fc.assert(
        fc.asyncProperty(fc.array(someStep, { minLength: 6, maxLength: 30, size: 'max' }), async (steps) => {
          const walk = new Walk(store, await newTenant(store.access));
          for (const step of steps) await walk.take(step);
        }),
        { numRuns: 40 },
      );
    });

    it('[CON-6-06] replays the stored message', async () => {
      const { records, access } = get();
      const tenantId = await newTenant(access);
      const claim = sampleClaim();
      expect(await records.claimIdempotencyKey(tenantId, claim)).toEqual({ kind: 'claimed' });
      const message = sampleMessage({ messageId: claim.messageId });
      await records.finishMessage(tenantId, message, {
        ...nothingElse,
        idempotency: { claim, ending: 'keep' },
      });
      const replay = await records.claimIdempotencyKey(tenantId, sampleClaim());
      expect(replay).toMatchObject({ kind: 'replay', message });
    });

    it('[CON-6-03] replays until the time is up, and not after', async () => {
      const { records, access } = get();
      const tenantId = await newTenant(access);
      const claim = sampleClaim();
      await records.claimIdempotencyKey(tenantId, claim);
      await records.finishMessage(tenantId, sampleMessage({ messageId: claim.messageId }), {
        ...nothingElse,
        idempotency: { claim, ending: 'keep' },
      });
      const last = sampleClaim({ nowMs: claim.keepUntilMs - 1 });
      expect(await records.claimIdempotencyKey(tenantId, last)).toMatchObject({ kind: 'replay' });
      const after = sampleClaim({ nowMs: claim.keepUntilMs });
      expect(await records.claimIdempotencyKey(tenantId, after)).toEqual({ kind: 'claimed' });
    });

    it('lets one of several claims made at the same time win', async () => {
      const { records, access } = get();
      const tenantId = await newTenant(access);
      const outcomes = await Promise.all(
        Array.from({ length: 16 }, () => records.claimIdempotencyKey(tenantId, sampleClaim())),
      );
      expect(outcomes.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'in_progress')).toHaveLength(15);
    });

    it('[CON-1-11] keeps the claim of an unanswered message at start, whether or not answering had begun', async () => {
      const { records, upkeep, access } = get();
      const tenantId = await newTenant(access);
      const queued = sampleClaim({ key: 'queued' });
      const running = sampleClaim({ key: 'running' });
      const failed = sampleClaim({ key: 'failed' });
      for (const claim of [queued, running, failed]) await records.claimIdempotencyKey(tenantId, claim);
      await records.admitMessage(tenantId, sampleMessage({ messageId: queued.messageId, status: 'queued' }));
      await records.admitMessage(
        tenantId,
        sampleMessage({ messageId: running.messageId, status: 'processing' }),
      );
      // Nobody knew any more with which key it came.
      const ended = sampleMessage({ messageId: failed.messageId, status: 'failed' });
      await records.finishMessage(tenantId, ended, nothingElse);
      await upkeep.sweep({ nowMs: sampleTimeMs, outboxBeforeMs: 0, journalBeforeMs: 0, atStart: true });
      const retry = (key: string) => records.claimIdempotencyKey(tenantId, sampleClaim({ key }));
      expect(await retry('queued')).toEqual({ kind: 'in_progress' });
      expect(await retry('running')).toEqual({ kind: 'in_progress' });
      expect(await retry('failed')).toEqual({ kind: 'claimed' });
    });

    it("refuses to end one message with another's claim", async () => {
      const { records, access } = get();
      const tenantId = await newTenant(access);
      const claim = sampleClaim();
      const message = sampleMessage();
      const ending = { ...nothingElse, idempotency: { claim, ending: 'keep' } } as const;
      await expect(records.finishMessage(tenantId, message, ending)).rejects.toMatchObject({
        code: 'internal',
      });
      expect(await records.getMessage(tenantId, message.messageId)).toBeNull();
    });
  });
}
