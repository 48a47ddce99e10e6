import type { HoldId, MessageId, TenantId, ThreadId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { parseEntry, parseLeafRanges } from '@avow/ledger-log/entries';
import { newFolder } from '@avow/storage/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../../storage/contract/sample-master-key.ts';
import {
  newTenant,
  nothingElse,
  sampleEvent,
  sampleMessage,
  sampleTimeMs,
} from '../../../../storage/contract/samples.ts';
import { openSqliteStore } from '../../../../storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../../storage/store.ts';
import type { HoldTarget } from '../../retention-store.ts';
import { RetentionModel } from '../test-support/retention-model.ts';
import { sampleHold, sampleVerdict } from '../test-support/retention-samples.ts';

type Step =
  | {
      readonly kind: 'finish' | 'admit';
      readonly person: number;
      readonly thread: number;
      readonly afterMs: number;
    }
  | { readonly kind: 'say'; readonly which: number; readonly person: number }
  | { readonly kind: 'erase_traces'; readonly person: number }
  | { readonly kind: 'end' | 'erase'; readonly which: number }
  | { readonly kind: 'hold'; readonly scope: HoldTarget['scope']; readonly which: number }
  | { readonly kind: 'lift'; readonly which: number }
  | { readonly kind: 'expire' | 'drop'; readonly afterMs: number; readonly rowsMax: number };

const small = fc.nat({ max: 30 });
const scopes = ['message', 'thread', 'end_user', 'end_user', 'end_user', 'tenant'] as const;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('finish', 'finish', 'admit'),
    person: fc.nat({ max: 2 }),
    thread: fc.nat({ max: 2 }),
    // In any order, as by a clock that jumps.
    afterMs: fc.nat({ max: 300 }),
  }),
  fc.record({ kind: fc.constant('say'), which: small, person: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constant('erase_traces'), person: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ kind: fc.constantFrom('end', 'erase', 'erase'), which: small }),
  fc.record({ kind: fc.constant('hold'), scope: fc.constantFrom(...scopes), which: small }),
  fc.record({ kind: fc.constant('lift'), which: small }),
  fc.record({
    kind: fc.constantFrom('expire', 'expire', 'drop'),
    afterMs: fc.nat({ max: 400 }),
    rowsMax: fc.integer({ min: 1, max: 4 }),
  }),
);

const people = [null, 'ada', 'ben'];
const attribution = { atMs: sampleTimeMs, actor: 'operator' } as const;

let store: Store;
const folder = newFolder();
beforeAll(async () => {
  // By this clock no message takes long.
  const clock = { nowMs: () => sampleTimeMs };
  store = await openSqliteStore({ masterKey: sampleMasterKey, directory: folder.path, clock });
});
afterAll(async () => {
  await store.close();
  folder.remove();
});

/** One tenant in the store and in the model, which must agree after every step. */
class Walk {
  readonly #tenantId: TenantId;
  readonly #model = new RetentionModel();
  readonly #threads = new Map<string, ThreadId>();

  constructor(tenantId: TenantId) {
    this.#tenantId = tenantId;
  }

  async take(one: Step): Promise<void> {
    switch (one.kind) {
      case 'finish':
      case 'admit':
        return await this.#ask(one);
      case 'end':
        return await this.#end(one.which);
      case 'erase': {
        const messageId = this.#messageAt(one.which);
        const event = sampleEvent('audit.erased');
        const outcome = await store.retention.eraseMessage(this.#tenantId, messageId, {
          ...attribution,
          event,
        });
        expect(outcome.kind).toBe(this.#model.erase(messageId));
        return;
      }
      case 'say': {
        const [messageId, name] = [this.#messageAt(one.which), people[one.person] ?? ''];
        const said = sampleVerdict(messageId, name);
        const also = { label: null, perMessageMax: 5 };
        const outcome = await store.feedback.putFeedback(this.#tenantId, said, also);
        expect(outcome).toBe(this.#model.say(messageId, name));
        return;
      }
      case 'erase_traces': {
        const name = people[one.person] ?? '';
        await store.retention.eraseEndUserTraces(this.#tenantId, name);
        this.#model.eraseTraces(name);
        return;
      }
      case 'hold':
        return await this.#hold(one);
      case 'lift': {
        const holdId = pick([...this.#model.holds.keys()], one.which);
        if (holdId === undefined) return;
        await store.retention.liftHold(this.#tenantId, holdId, attribution);
        this.#model.holds.delete(holdId);
        return;
      }
      case 'expire':
      case 'drop':
        return await this.#sweep(one);
    }
  }

  async #ask({ kind, person, thread, afterMs }: Step & { kind: 'finish' | 'admit' }): Promise<void> {
    const endUserId = people[person] ?? null;
    // A thread is of one person.
    const name = `${endUserId} ${thread}`;
    const threadId = this.#threads.get(name) ?? newId('thr', sampleTimeMs);
    this.#threads.set(name, threadId);
    const status = kind === 'admit' ? 'processing' : 'delivered';
    const row = sampleMessage({ createdAtMs: sampleTimeMs + afterMs, endUserId, threadId, status });
    this.#model.add(row, kind === 'finish');
    if (kind === 'admit') await store.records.admitMessage(this.#tenantId, row);
    else await store.records.finishMessage(this.#tenantId, row, nothingElse);
  }

  async #end(which: number): Promise<void> {
    const open = [...this.#model.messages.values()].filter(({ hasEnded }) => !hasEnded);
    const message = pick(open, which);
    if (message === undefined) return;
    await store.records.finishMessage(this.#tenantId, { ...message.row, status: 'delivered' }, nothingElse);
    message.hasEnded = true;
  }

  #messageAt(which: number): MessageId {
    return pick([...this.#model.messages.keys()], which) ?? newId('msg', 1);
  }

  async #hold({ scope, which }: Step & { kind: 'hold' }): Promise<void> {
    const row = this.#model.messages.get(this.#messageAt(which))?.row;
    const target = targetOf(scope, row);
    if (target === null) return;
    const hold = sampleHold(target);
    const outcome = await store.retention.placeHold(this.#tenantId, hold, 1_000);
    // What was dropped is known by its place alone.
    if (outcome !== 'unknown') this.#model.holds.set(hold.holdId as HoldId, target);
  }

  /** To its end, however small the batches. */
  async #sweep({ kind, afterMs, rowsMax }: Step & { kind: 'expire' | 'drop' }): Promise<void> {
    const askedBeforeMs = sampleTimeMs + afterMs;
    const options = { askedBeforeMs, atMs: sampleTimeMs, rowsMax };
    let swept = 0;
    for (let isDone = false; !isDone; ) {
      if (kind === 'expire') {
        const outcome = await store.retention.expireContent(this.#tenantId, options);
        [swept, isDone] = [swept + outcome.expired, outcome.isDone];
      } else {
        const outcome = await store.retention.dropRecords(this.#tenantId, options);
        [swept, isDone] = [swept + outcome.dropped, outcome.isDone];
      }
    }
    expect(swept).toBe(
      kind === 'expire' ? this.#model.expire(askedBeforeMs) : this.#model.drop(askedBeforeMs),
    );
  }

  /** No hold is active, everything has ended and is due: what sweeps skipped earlier must not be left behind. */
  async end(): Promise<void> {
    while (this.#model.holds.size > 0) await this.take({ kind: 'lift', which: 0 });
    const isOpen = () => [...this.#model.messages.values()].some(({ hasEnded }) => !hasEnded);
    while (isOpen()) await this.take({ kind: 'end', which: 0 });
    for (const kind of ['expire', 'drop'] as const) await this.take({ kind, afterMs: 1_000, rowsMax: 3 });
    const left = [...this.#model.messages.values()].filter(({ content }) => content !== 'dropped');
    expect(left).toEqual([]);
  }

  async check(): Promise<void> {
    for (const [messageId, { row, content, saidBy }] of this.#model.messages) {
      const record = await store.records.getRecord(this.#tenantId, messageId);
      const state = record?.kind === 'emptied' ? record.contentState : record?.kind;
      expect([messageId, state]).toEqual([messageId, content]);
      if (record?.kind === 'whole') expect(record.envelope).toEqual(row.envelope);
      const said = await store.feedback.listFeedbackOf(this.#tenantId, messageId);
      expect(said.map(({ endUserId }) => endUserId).sort()).toEqual([...saidBy].sort());
    }
    for (const person of people) {
      if (person === null) continue;
      const page = { after: null, limit: 100 };
      const named = [...this.#model.messages.values()]
        .filter(
          ({ row, content }) => row.endUserId === person && content !== 'erased' && content !== 'dropped',
        )
        .map(({ row }) => row.messageId)
        .sort();
      expect(await store.retention.listMessagesOf(this.#tenantId, person, page)).toEqual(named);
    }
    expect((await this.#readEvents()).sort()).toEqual(
      this.#model.events.map((event) => event.join(' ')).sort(),
    );
  }

  /** What the log says about each message, in any entry. */
  async #readEvents(): Promise<string[]> {
    const entries = await store.log.readEntries(this.#tenantId, { from: 0, limit: 1_000 });
    const parsed = entries.map(({ text }) => parseEntry(text));
    return parsed.flatMap(({ kind, subject, state, details }) => {
      if (kind === 'erasure') return [`${state} ${subject}`];
      if (kind !== 'expiry') return [];
      const ranges = parseLeafRanges(details[0]?.[1] ?? '');
      return ranges.flatMap(({ start, end }) =>
        parsed.slice(start, end).map((record) => `${state} ${record.subject}`),
      );
    });
  }
}

function pick<One>(all: readonly One[], which: number): One | undefined {
  return all.length === 0 ? undefined : all[which % all.length];
}

function targetOf(
  scope: HoldTarget['scope'],
  row: { messageId: MessageId; threadId: ThreadId; endUserId: string | null } | undefined,
): HoldTarget | null {
  if (scope === 'tenant') return { scope };
  if (row === undefined) return null;
  if (scope === 'message') return { scope, messageId: row.messageId };
  if (scope === 'thread') return { scope, threadId: row.threadId };
  return row.endUserId === null ? null : { scope, endUserId: row.endUserId };
}

it('[CON-14-03] keeps store and log in agreement with the model through questions, holds, erasures and sweeps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      const walk = new Walk(await newTenant(store.access));
      for (const one of steps) await walk.take(one);
      await walk.check();
      await walk.end();
      await walk.check();
    }),
    { numRuns: 60 },
  );
});
