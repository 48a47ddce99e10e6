import { newId } from '@avow/foundation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../storage/contract/samples.ts';
import type { JournalEvent } from '../record-store.ts';
import { JournalWalk, someJournalStep } from './test-support/journal-walk.ts';

const kib = 1024;

function eventOf(seq: number, body = `{"text":"piece ${seq}"}`): JournalEvent {
  return { seq, type: 'message.answer.delta', body };
}

/** A JSON text of so many bytes. */
function textOf(bytes: number): string {
  return JSON.stringify(
    '€'.repeat(Math.floor((bytes - 2) / 3)).padEnd(Math.floor((bytes - 2) / 3) + ((bytes - 2) % 3), 'x'),
  );
}

const whole = { after: 0, limit: 100 } as const;

/** What every store must do with the events of a message, on any database. */
export function describeJournals(name: string, open: OpenStore, walks = 24): void {
  describe(`${name} as a store of journals`, () => {
    const clock = { nowMs: () => sampleTimeMs };
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open(clock);
    });
    afterAll(() => store.close());

    it('behaves like plain arrays, one for each message and tenant', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(someJournalStep, { minLength: 4, maxLength: 20, size: 'max' }),
          async (steps) => {
            const tenants = [await newTenant(store.access), await newTenant(store.access)];
            const walk = new JournalWalk({ store, clock, tenants });
            for (const step of steps) await walk.take(step);
          },
        ),
        { numRuns: walks },
      );
    });

    describeEnds(() => store);
    describeLimits(() => store);
    describeSweeping(() => store, clock);
  });
}

function describeEnds(get: () => OpenedStore): void {
  it.each(['queued', 'processing'] as const)(
    'ends a %s message as cancelled, with its last event',
    async (status) => {
      const { records, access } = get();
      const tenantId = await newTenant(access);
      const message = sampleMessage({ status });
      await records.admitMessage(tenantId, message, [eventOf(1)]);
      const ended = { ...message, status: 'cancelled' } as const;
      const end = { ...nothingElse, journal: [eventOf(2)] };
      expect(await records.finishMessage(tenantId, ended, end)).toBe('ended');
      expect(await records.readJournal(tenantId, message.messageId, whole)).toEqual([eventOf(1), eventOf(2)]);
      expect(await records.appendJournal(tenantId, message.messageId, [eventOf(3)])).toBe(false);
    },
  );

  it('accepts one of two concurrent appends', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage({ status: 'processing' });
    await records.admitMessage(tenantId, message, [eventOf(1)]);
    const [first, second] = await Promise.allSettled([
      records.appendJournal(tenantId, message.messageId, [eventOf(2, '"first"')]),
      records.appendJournal(tenantId, message.messageId, [eventOf(2, '"second"')]),
    ]);
    expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected']);
    expect(await records.readJournal(tenantId, message.messageId, whole)).toEqual([
      eventOf(1),
      eventOf(2, '"first"'),
    ]);
  });

  it('writes nothing if the end does not follow the last event', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage({ status: 'processing' });
    await records.admitMessage(tenantId, message, [eventOf(1)]);
    const cost = { currency: 'EUR', amount: 1, inputTokens: 1, outputTokens: 1 };
    const ending = records.finishMessage(
      tenantId,
      { ...message, status: 'delivered', envelope: [['question', 'ended']] },
      { ...nothingElse, journal: [eventOf(3)], cost },
    );
    await expect(ending).rejects.toMatchObject({ code: 'internal' });
    expect(await records.getMessage(tenantId, message.messageId)).toEqual({ ...message, log: null });
    expect(await records.readJournal(tenantId, message.messageId, whole)).toEqual([eventOf(1)]);
    expect(await records.readSpending(tenantId, '0000-01-01')).toEqual([]);
  });

  it('keeps no journal of a tenant or a message that does not exist', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const { messageId } = sampleMessage();
    for (const anyone of [tenantId, newId('ten', sampleTimeMs)]) {
      expect(await records.appendJournal(anyone, messageId, [eventOf(1)])).toBe(false);
      expect(await records.readJournal(anyone, messageId, whole)).toEqual([]);
    }
  });
}

function describeLimits(get: () => OpenedStore): void {
  it('accepts events of up to 64 KiB while a message runs and 1 MiB at its end', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage({ status: 'processing' });
    const ended = { ...message, status: 'delivered' } as const;
    const refused = { code: 'internal' };
    const [long, tooLong] = [textOf(64 * kib), textOf(64 * kib + 1)];
    await expect(records.admitMessage(tenantId, message, [eventOf(1, tooLong)])).rejects.toMatchObject(
      refused,
    );
    expect(await records.getMessage(tenantId, message.messageId)).toBeNull();
    await records.admitMessage(tenantId, message, [eventOf(1, long)]);
    const append = (body: string) => records.appendJournal(tenantId, message.messageId, [eventOf(2, body)]);
    await expect(append(tooLong)).rejects.toMatchObject(refused);
    expect(await append(long)).toBe(true);
    const finish = (bytes: number) =>
      records.finishMessage(tenantId, ended, { ...nothingElse, journal: [eventOf(3, textOf(bytes))] });
    await expect(finish(kib * kib + 1)).rejects.toMatchObject(refused);
    expect(await finish(kib * kib)).toBe('ended');
    const events = await records.readJournal(tenantId, message.messageId, whole);
    expect(events.map(({ body }) => body)).toEqual([long, long, textOf(kib * kib)]);
  });

  it('limits the events of a journal, and leaves room for the end', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage({ status: 'processing' });
    await records.admitMessage(tenantId, message);
    const events = Array.from({ length: 10_000 }, (_, index) => eventOf(index + 1, '{}'));
    expect(await records.appendJournal(tenantId, message.messageId, events)).toBe(true);
    const next = eventOf(10_001);
    const appending = records.appendJournal(tenantId, message.messageId, [next]);
    await expect(appending).rejects.toMatchObject({ code: 'internal' });
    const ended = { ...message, status: 'failed' } as const;
    await records.finishMessage(tenantId, ended, { ...nothingElse, journal: [next] });
    const last = await records.readJournal(tenantId, message.messageId, { after: 9_999, limit: 10 });
    expect(last).toEqual([events.at(-1), next]);
  });

  it.each([
    ['a number that is none', { ...eventOf(1), seq: 1.5 }],
    ['no type', { ...eventOf(1), type: '' }],
    ['a long type', { ...eventOf(1), type: 'x'.repeat(65) }],
  ])('refuses an event with %s', async (_, event) => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage({ status: 'queued' });
    await expect(records.admitMessage(tenantId, message, [event])).rejects.toMatchObject({
      code: 'internal',
    });
    expect(await records.getMessage(tenantId, message.messageId)).toBeNull();
  });

  it('refuses a page size of zero', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const page = { after: 0, limit: 0 };
    const reading = records.readJournal(tenantId, sampleMessage().messageId, page);
    await expect(reading).rejects.toMatchObject({ code: 'internal' });
  });
}

function describeSweeping(get: () => OpenedStore, clock: { nowMs: () => number }): void {
  it('sweeps more than fits into one transaction, and the record stays', async () => {
    const { records, upkeep, access } = get();
    const tenantId = await newTenant(access);
    const nowMs = clock.nowMs();
    const messages = Array.from({ length: 60 }, () => sampleMessage());
    const journal = Array.from({ length: 20 }, (_, index) => eventOf(index + 1));
    await Promise.all(
      messages.map((message) => records.finishMessage(tenantId, message, { ...nothingElse, journal })),
    );
    const going = sampleMessage({ status: 'processing' });
    await records.admitMessage(tenantId, going, journal);
    const counts = async () => {
      const lists = messages.map(({ messageId }) => records.readJournal(tenantId, messageId, whole));
      return new Set((await Promise.all(lists)).map(({ length }) => length));
    };
    const sweep = { nowMs, outboxBeforeMs: 0, atStart: false };
    await upkeep.sweep({ ...sweep, journalBeforeMs: nowMs });
    expect(await counts()).toEqual(new Set([20]));
    await upkeep.sweep({ ...sweep, journalBeforeMs: nowMs + 1 });
    expect(await counts()).toEqual(new Set([0]));
    expect(await records.readJournal(tenantId, going.messageId, whole)).toEqual(journal);
    expect(
      await records.listMessages(tenantId, { readableBy: null }, { before: null, limit: 100 }),
    ).toHaveLength(61);
  });

  it('sweeps a journal whose message ended without another event', async () => {
    const { records, upkeep, access } = get();
    const tenantId = await newTenant(access);
    const nowMs = clock.nowMs();
    const message = sampleMessage({ status: 'processing' });
    await records.admitMessage(tenantId, message, [eventOf(1), eventOf(2)]);
    const sweep = { nowMs, outboxBeforeMs: 0, journalBeforeMs: nowMs + 1, atStart: true };
    await upkeep.sweep(sweep);
    expect(await records.readJournal(tenantId, message.messageId, whole)).toHaveLength(2);
    await records.finishMessage(tenantId, { ...message, status: 'failed' }, nothingElse);
    await upkeep.sweep(sweep);
    expect(await records.readJournal(tenantId, message.messageId, whole)).toEqual([]);
  });
}
