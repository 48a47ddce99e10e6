import type { StreamEvent } from '@avow/contract/query';
import { type MessageId, systemClock, type TenantId } from '@avow/foundation';
import { newFolder } from '@avow/storage/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealEnvelope } from '../../features/records/envelope.ts';
import type { JournalEvent, MessageRow } from '../../features/records/record-store.ts';
import { sampleMasterKey } from '../../storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../storage/contract/samples.ts';
import { openSqliteStore } from '../../storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../../storage/store.ts';
import { createJournals, type Journals, journalsKeptMs } from './create-journals.ts';

let store: Store;
let tenantId: TenantId;
const folder = newFolder();

beforeAll(async () => {
  store = await openSqliteStore({ masterKey: sampleMasterKey, directory: folder.path });
  tenantId = await newTenant(store.access);
});

afterAll(async () => {
  await store.close();
  folder.remove();
});

/** Long enough that a follower who is not woken does not wake by itself. */
const neverMs = 2 ** 31 - 1;
const going = () => new AbortController().signal;
const delta = (text: string): StreamEvent => ({
  type: 'message.answer.delta',
  data: { text, generated: 'written' },
});
const started: StreamEvent = { type: 'message.processing', data: { step: 'search' } };
const delivered = { type: 'message.delivered', data: { answer: 'So.' } } as unknown as StreamEvent;

const content = {
  question: 'Why?',
  refined_question: null,
  history: [],
  blocked_prompt: null,
  metadata: {},
  sources: null,
  searches: [],
  answer_changes: [],
  other_answer: null,
  resume: null,
};

function newRow(): MessageRow {
  const envelope = sealEnvelope(content as unknown as Parameters<typeof sealEnvelope>[0], {
    answer: 'So.',
    responseJson: '{"answer":"So."}',
  });
  return sampleMessage({ status: 'processing', envelope });
}

async function begin(journals: Journals) {
  const row = newRow();
  const { messageId } = row;
  const journal = journals.open(tenantId, messageId);
  await store.records.admitMessage(tenantId, row, journal.first([started]));
  const end = async () => {
    const ended = { ...row, status: 'delivered' } as const;
    const also = { ...nothingElse, journal: await journal.last([delivered]) };
    await store.records.finishMessage(tenantId, ended, also);
    journal.ended();
  };
  return { messageId, journal, end, row };
}

async function collect(events: AsyncIterable<JournalEvent>): Promise<JournalEvent[]> {
  const all: JournalEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const stored = (messageId: MessageId) =>
  store.records.readJournal(tenantId, messageId, { after: 0, limit: 1000 });
const textsOf = (events: readonly JournalEvent[]) =>
  events.flatMap(({ type, body }) => (type === 'message.answer.delta' ? JSON.parse(body).text : []));

describe('journals', () => {
  it('gives a follower exactly the remaining events in order, from any position and at any time', async () => {
    const journals = createJournals({ clock: systemClock, records: store.records, pollMs: neverMs });
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.record({ add: fc.integer({ min: 1, max: 70 }), awaits: fc.boolean() }) },
        { weight: 2, arbitrary: fc.record({ followAfter: fc.nat({ max: 80 }) }) },
      ),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { messageId, journal, end } = await begin(journals);
        const following: Array<{ after: number; seen: Promise<JournalEvent[]> }> = [];
        const follow = (after: number) =>
          following.push({
            after,
            seen: collect(journals.events(tenantId, messageId, { after, signal: going() })),
          });
        const added: Promise<void>[] = [];
        let count = 0;
        follow(0);
        for (const one of all) {
          if ('followAfter' in one) follow(one.followAfter);
          else {
            added.push(journal.add(Array.from({ length: one.add }, () => delta(String(count++)))));
            if (one.awaits) await added.at(-1);
          }
        }
        await Promise.all(added);
        await end();
        follow(1);
        const whole = await stored(messageId);
        expect(whole.map(({ seq }) => seq)).toEqual(
          Array.from({ length: count + 2 }, (_, index) => index + 1),
        );
        expect(textsOf(whole)).toEqual(Array.from({ length: count }, (_, index) => String(index)));
        for (const { after, seen } of following) {
          const rest = whole.slice(after);
          // A follower from beyond the end still gets the terminal event.
          if (rest.length > 0 || after === whole.length) expect(await seen).toEqual(rest);
          else expect((await seen).map(({ type }) => type)).toEqual(['message.delivered']);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('what could not be written leaves no gap, and what comes after the end is passed over', async () => {
    let failing = false;
    const records = {
      ...store.records,
      appendJournal: async (...args: Parameters<typeof store.records.appendJournal>) => {
        if (failing) throw new Error('the disk is full');
        return await store.records.appendJournal(...args);
      },
    };
    const { messageId, journal, end } = await begin(createJournals({ clock: systemClock, records }));
    await journal.add([]);
    failing = true;
    await expect(journal.add([delta('lost')])).rejects.toThrow('the disk is full');
    failing = false;
    await journal.add([delta('kept')]);
    const late = journal.add([delta('on its way')]);
    await end();
    await late;
    await journal.add([delta('too late')]);
    const whole = await stored(messageId);
    expect(whole.map(({ seq }) => seq)).toEqual(whole.map((_, index) => index + 1));
    expect(textsOf(whole).filter((text) => text !== 'on its way')).toEqual(['kept']);
    expect(whole.at(-1)?.type).toBe('message.delivered');
  });

  it('sees what another process writes', async () => {
    const here = createJournals({ clock: systemClock, records: store.records, pollMs: 10 });
    const { messageId, journal, end } = await begin(
      createJournals({ clock: systemClock, records: store.records }),
    );
    const seen = collect(here.events(tenantId, messageId, { after: 1, signal: going() }));
    await journal.add([delta('from afar')]);
    await end();
    expect((await seen).map(({ seq }) => seq)).toEqual([2, 3]);
  });

  it('continues where the previous process stopped', async () => {
    const before = await begin(createJournals({ clock: systemClock, records: store.records }));
    await before.journal.add(Array.from({ length: 150 }, () => delta('x')));
    const journal = await createJournals({ clock: systemClock, records: store.records }).reopen(
      tenantId,
      before.messageId,
    );
    expect((await journal.last([delivered])).map(({ seq }) => seq)).toEqual([152]);
    const other = await createJournals({ clock: systemClock, records: store.records }).reopen(
      tenantId,
      newRow().messageId,
    );
    expect(other.first([started]).map(({ seq }) => seq)).toEqual([1]);
  });

  it('ends for who stops listening, at once and while it waits', async () => {
    const journals = createJournals({ clock: systemClock, records: store.records, pollMs: neverMs });
    const { messageId } = await begin(journals);
    const listening = new AbortController();
    const events = journals.events(tenantId, messageId, { after: 0, signal: listening.signal });
    expect((await events.next()).value?.seq).toBe(1);
    const waiting = events.next();
    listening.abort();
    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(
      await collect(journals.events(tenantId, messageId, { after: 0, signal: AbortSignal.abort() })),
    ).toEqual([]);
  });
});

describe('follow', () => {
  it('distinguishes unknown, ended and running messages', async () => {
    const journals = createJournals({ clock: systemClock, records: store.records });
    const { messageId, end } = await begin(journals);
    const follow = (id: MessageId, after: number, who = tenantId) =>
      journals.follow(who, id, { after, signal: going() });
    const other = await newTenant(store.access);
    expect(await follow(newRow().messageId, 0)).toEqual({ kind: 'not_found' });
    expect(await follow(messageId, 0, other)).toEqual({ kind: 'not_found' });
    expect(await follow(messageId, 7)).toEqual({ kind: 'beyond' });
    await end();
    expect((await follow(messageId, 1)).kind).toBe('following');
    expect(await follow(messageId, 2)).toEqual({ kind: 'over' });
    expect(await follow(messageId, 3)).toEqual({ kind: 'beyond' });
  });

  it('knows what a message without a journal has, as long as one would still be kept', async () => {
    let nowMs = sampleTimeMs;
    const journals = createJournals({ clock: { nowMs: () => nowMs }, records: store.records });
    const row = { ...newRow(), createdAtMs: nowMs };
    await store.records.admitMessage(tenantId, row);
    const follow = async (after: number) =>
      (await journals.follow(tenantId, row.messageId, { after, signal: going() })).kind;
    expect([await follow(0), await follow(1)]).toEqual(['following', 'beyond']);
    await store.records.finishMessage(tenantId, { ...row, status: 'delivered' }, nothingElse);
    expect([await follow(0), await follow(1), await follow(2)]).toEqual(['following', 'over', 'beyond']);
    nowMs += journalsKeptMs;
    expect([await follow(0), await follow(1), await follow(17)]).toEqual(Array(3).fill('following'));
  });

  it('emits the terminal event of a message whose journal lacks it', async () => {
    const journals = createJournals({ clock: systemClock, records: store.records });
    const { messageId, row } = await begin(journals);
    // As a process that died leaves it, and the next one ends it.
    await store.records.finishMessage(tenantId, { ...row, status: 'failed' }, nothingElse);
    for (const after of [0, 1]) {
      const followed = await journals.follow(tenantId, messageId, { after, signal: going() });
      const events = followed.kind === 'following' ? await collect(followed.events) : [];
      expect(events.at(-1)).toEqual({
        seq: 2,
        type: 'message.failed',
        body: JSON.stringify({ answer: 'So.', status: 'failed' }),
      });
      expect(events).toHaveLength(2 - after);
    }
    const kindAfter = async (after: number) =>
      (await journals.follow(tenantId, messageId, { after, signal: going() })).kind;
    expect([await kindAfter(2), await kindAfter(3)]).toEqual(['over', 'beyond']);
  });
});
