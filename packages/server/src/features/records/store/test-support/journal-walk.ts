import type { TenantId } from '@avow/foundation';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { OpenedStore } from '../../../../storage/contract/opened-store.ts';
import { nothingElse, sampleMessage } from '../../../../storage/contract/samples.ts';
import type { JournalEvent, MessageRow } from '../../record-store.ts';
import { JournalModel } from './journal-model.ts';

/** Which message of which tenant, and the events that are to follow its last; `skip` is how far off the first is. */
const someWrite = fc.record({
  kind: fc.constantFrom(
    'admit' as const,
    'append' as const,
    'append' as const,
    'append' as const,
    'finish' as const,
  ),
  tenant: fc.nat({ max: 1 }),
  message: fc.nat({ max: 2 }),
  texts: fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 4 }),
  skip: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, -1),
  end: fc.constantFrom('delivered' as const, 'blocked' as const, 'failed' as const, 'cancelled' as const),
});
type Write = typeof someWrite extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes that are asked for at the same time may share a commit, and must keep their order all the same. */
export const someJournalStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      writes: fc.array(someWrite, { minLength: 1, maxLength: 6 }),
    }),
  },
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 3 }) }),
  fc.record({ kind: fc.constant('sweep' as const), ageMs: fc.integer({ min: -1, max: 2 }) }),
);
type Step = typeof someJournalStep extends fc.Arbitrary<infer Value> ? Value : never;

/** More than any journal of a walk has. */
const wholeJournal = { after: 0, limit: 1000 };

/** One life of the store beside that of the model: both must answer alike, and hold the same after every step. */
export class JournalWalk {
  readonly #store: OpenedStore;
  readonly #clock: { nowMs: () => number };
  readonly #tenants: readonly TenantId[];
  readonly #model = new JournalModel();
  /** The tenants' messages have the same ids: they are other messages nonetheless. */
  readonly #messages: readonly MessageRow[] = [0, 1, 2].map(() => sampleMessage({ status: 'processing' }));

  constructor(parts: {
    store: OpenedStore;
    clock: { nowMs: () => number };
    tenants: readonly TenantId[];
  }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#tenants = parts.tenants;
  }

  async take(step: Step): Promise<void> {
    const nowMs = this.#clock.nowMs();
    if (step.kind === 'wait') this.#clock.nowMs = () => nowMs + step.ms;
    if (step.kind === 'sweep') {
      const journalBeforeMs = nowMs - step.ageMs;
      await this.#store.upkeep.sweep({ nowMs: 0, outboxBeforeMs: 0, journalBeforeMs, atStart: false });
      this.#model.sweep(journalBeforeMs);
    }
    if (step.kind === 'write') {
      const asked = step.writes.map((write) => this.#write(write));
      expect(await Promise.all(asked.map(({ outcome }) => outcome))).toEqual(
        asked.map(({ expected }) => expected),
      );
    }
    await this.#compare();
  }

  #write(write: Write): { expected: unknown; outcome: Promise<unknown> } {
    const { records } = this.#store;
    const { tenantId, message, place } = this.#at(write);
    const first = this.#model.lastSeq(place) + 1 + write.skip;
    const events: JournalEvent[] = write.texts.map((text, index) => ({
      seq: first + index,
      type: 'message.answer.delta',
      body: JSON.stringify({ place, text }),
    }));
    const isFaulty = first < 1 && events.length > 0;
    const rejected = () => 'rejected';
    if (write.kind === 'append') {
      const outcome = records.appendJournal(tenantId, message.messageId, events).catch(rejected);
      return { expected: isFaulty ? 'rejected' : this.#model.append(place, events), outcome };
    }
    if (write.kind === 'admit') {
      const outcome = records.admitMessage(tenantId, message, events).then(() => 'admitted', rejected);
      return { expected: this.#model.admit(place, events), outcome };
    }
    const ended = { ...message, status: write.end };
    const outcome = records
      .finishMessage(tenantId, ended, { ...nothingElse, journal: events })
      .then((end) => (end === 'already_ended' ? end : 'ended'), rejected);
    const nowMs = this.#clock.nowMs();
    return { expected: isFaulty ? 'rejected' : this.#model.finish(place, events, nowMs), outcome };
  }

  #at(at: { readonly tenant: number; readonly message: number }) {
    const tenantId = this.#tenants[at.tenant];
    const message = this.#messages[at.message];
    if (tenantId === undefined || message === undefined) throw new Error('out of range');
    return { tenantId, message, place: `${at.tenant} ${at.message}` };
  }

  async #compare(): Promise<void> {
    const { records } = this.#store;
    for (const tenant of [0, 1]) {
      for (const index of [0, 1, 2]) {
        const { tenantId, message, place } = this.#at({ tenant, message: index });
        const { messageId } = message;
        const last = this.#model.lastSeq(place);
        for (const page of [
          wholeJournal,
          { after: Math.max(0, last - 2), limit: 1 },
          { after: last, limit: 9 },
        ]) {
          expect(await records.readJournal(tenantId, messageId, page)).toEqual(this.#model.read(place, page));
        }
        const stored = await records.getMessage(tenantId, messageId);
        expect(stored === null ? undefined : stored.log !== null).toBe(this.#model.hasEnded(place));
      }
    }
  }
}
