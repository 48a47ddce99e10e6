import { canBecome, isTerminal, messageStatuses } from '@avow/contract';
import { expect, it } from 'vitest';
import type { MessageRow, RecordStore } from '../../interfaces/record-store.ts';
import type { OpenedStore } from './opened-store.ts';
import {
  newTenant,
  nothingElse,
  sampleClaim,
  sampleEvent,
  sampleLabel,
  sampleMessage,
  sampleTimeMs,
} from './samples.ts';

const alone = { events: [], claim: null, journal: [], cost: null, heldMax: 10 } as const;
const cost = { currency: 'EUR', amount: 0.25, inputTokens: 10, outputTokens: 20 } as const;
const event = (seq: number) => ({ seq, type: 'message.processing', body: `{"seq":${seq}}` });

/** Answers that wait for a person. */
export function describeHolding(get: () => OpenedStore): void {
  it('lets an answer wait without a leaf, and ends it later', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const admitted = sampleMessage({ status: 'processing', envelope: [['question', 'admitted']] });
    await records.admitMessage(tenantId, admitted, [event(1)]);
    const held: MessageRow = {
      ...{
        ...admitted,
        status: 'in_review',
        envelope: [['question', 'held']],
        timeMs: 12.5,
        isDegraded: true,
      },
      findings: [{ guardrailId: 'grd_1', name: '“Wörter”', did: 'flag', isShadow: true }],
    };
    const also = { ...alone, events: [sampleEvent('message.in_review')], journal: [event(2)] };
    expect(await records.holdMessage(tenantId, held, also)).toBe('held');
    expect(await records.getMessage(tenantId, held.messageId)).toEqual({ ...held, log: null });
    expect(await records.appendJournal(tenantId, held.messageId, [event(3)])).toBe(true);

    const ended: MessageRow = { ...held, status: 'delivered', envelope: [['question', 'ended']] };
    const end = { ...nothingElse, journal: [event(4)] };
    const log = await records.finishMessage(tenantId, ended, end);
    expect(log).toMatchObject({ leafIndex: 0 });
    expect(await records.getMessage(tenantId, held.messageId)).toEqual({ ...ended, log });
    const journal = await records.readJournal(tenantId, held.messageId, { after: 0, limit: 9 });
    expect(journal.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(await records.holdMessage(tenantId, held, { ...alone, journal: [] })).toBe('already_ended');
  });

  it('lets one wait that was not admitted, with its thread', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const held = sampleMessage({ status: 'in_review', endUserId: 'ada' });
    expect(await records.holdMessage(tenantId, held, alone)).toBe('held');
    expect(await records.getMessage(tenantId, held.messageId)).toEqual({ ...held, log: null });
    expect(await records.isThreadOf(tenantId, held.threadId, 'ada')).toBe(true);
    await expect(records.holdMessage(tenantId, held, alone)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('ends what waits only as what a person may make of it', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    for (const to of messageStatuses.filter(isTerminal)) {
      const held = sampleMessage({ status: 'in_review' });
      await records.holdMessage(tenantId, held, alone);
      const ending = records.finishMessage(tenantId, { ...held, status: to }, nothingElse);
      if (canBecome('in_review', to)) expect(await ending).toHaveProperty('leafIndex');
      else await expect(ending).rejects.toMatchObject({ code: 'invalid_state' });
    }
    for (const status of messageStatuses.filter((one) => one !== 'in_review')) {
      const holding = records.holdMessage(tenantId, sampleMessage({ status }), alone);
      await expect(holding).rejects.toMatchObject({ code: 'internal' });
    }
  });

  it('keeps the idempotency key, which tells how things stand', async () => {
    const { records, access, upkeep } = get();
    const tenantId = await newTenant(access);
    const claim = sampleClaim();
    await records.claimIdempotencyKey(tenantId, claim);
    const held = sampleMessage({ status: 'in_review', messageId: claim.messageId });
    await records.holdMessage(tenantId, held, { ...alone, claim });
    await upkeep.sweep({ nowMs: sampleTimeMs, outboxBeforeMs: 0, journalBeforeMs: 0, atStart: true });
    const again = () => records.claimIdempotencyKey(tenantId, sampleClaim());
    expect(await again()).toMatchObject({ kind: 'replay', message: { status: 'in_review', log: null } });
    const ended = { ...held, status: 'blocked' } as const;
    const idempotency = { claim, ending: 'keep' } as const;
    await records.finishMessage(tenantId, ended, { ...nothingElse, idempotency });
    expect(await again()).toMatchObject({ kind: 'replay', message: { status: 'blocked' } });
  });

  it('counts what it cost where it begins to wait', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const held = sampleMessage({ status: 'in_review' });
    await records.holdMessage(tenantId, held, { ...alone, cost });
    await records.finishMessage(tenantId, { ...held, status: 'delivered' }, nothingElse);
    const [day, ...more] = await records.readSpending(tenantId, '0000-01-01');
    expect(day).toMatchObject(cost);
    expect(more).toEqual([]);
  });

  it('keeps what its end tells of its answer with that end, and never without it', async () => {
    const { records, learning, access } = get();
    const tenantId = await newTenant(access);
    const labels = () => learning.listLabels(tenantId, {}, 9);
    const held = sampleMessage({ status: 'in_review' });
    const label = sampleLabel(held.messageId, { origin: 'review' });
    const end: Parameters<RecordStore['finishMessage']>[2] = { ...nothingElse, label };
    await records.holdMessage(tenantId, held, alone);
    // Whatever keeps a message from ending keeps its label from being written.
    const refusals: [MessageRow, typeof end][] = [
      [{ ...held, status: 'failed' }, end],
      [
        { ...held, status: 'delivered' },
        { ...end, journal: [event(7)] },
      ],
      [sampleMessage(), end],
    ];
    for (const [message, also] of refusals) {
      await expect(records.finishMessage(tenantId, message, also)).rejects.toThrow();
      expect(await labels()).toEqual([]);
    }
    const ended = { ...held, status: 'delivered' } as const;
    await records.finishMessage(tenantId, ended, end);
    expect(await labels()).toEqual([label]);
    const late = { ...nothingElse, label: { ...label, author: 'bob', isRight: true } };
    expect(await records.finishMessage(tenantId, ended, late)).toBe('already_ended');
    expect(await labels()).toEqual([label]);
  });

  it('lets no more wait than it may, and of another tenant as many', async () => {
    const { records, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const hold = (whose: typeof tenantId) =>
      records.holdMessage(whose, sampleMessage({ status: 'in_review' }), { ...alone, cost, heldMax: 2 });
    expect(await Promise.all([hold(tenantId), hold(tenantId)])).toEqual(['held', 'held']);
    expect(await hold(tenantId)).toBe('too_many');
    expect(await hold(other)).toBe('held');
    expect(await records.listHeld(tenantId, { after: null, limit: 9 })).toHaveLength(2);
    expect((await records.readSpending(tenantId, '0000-01-01'))[0]?.amount).toBe(0.5);
  });

  it('lists what waits oldest first, page by page, and nothing else', async () => {
    const { records, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const held = [3, 1, 2].map((second) =>
      sampleMessage({ status: 'in_review', createdAtMs: sampleTimeMs + second * 1000 }),
    );
    for (const message of held) await records.holdMessage(tenantId, message, alone);
    await records.holdMessage(other, sampleMessage({ status: 'in_review' }), alone);
    await records.finishMessage(tenantId, sampleMessage(), nothingElse);
    await records.admitMessage(tenantId, sampleMessage({ status: 'queued' }));
    const inOrder = held
      .toSorted((one, next) => one.createdAtMs - next.createdAtMs)
      .map((message) => ({ ...message, log: null }));
    const first = await records.listHeld(tenantId, { after: null, limit: 2 });
    expect(first).toEqual(inOrder.slice(0, 2));
    const after = first.at(-1)?.messageId ?? null;
    expect(await records.listHeld(tenantId, { after, limit: 2 })).toEqual(inOrder.slice(2));
    await expect(records.listHeld(tenantId, { after: null, limit: 0 })).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('keeps what waits from what a start takes up, and finds what has waited too long', async () => {
    const { records, access, upkeep } = get();
    const tenantId = await newTenant(access);
    const oldMs = Date.UTC(2001, 0, 1);
    const [old, older, young] = [
      sampleMessage({ status: 'in_review', createdAtMs: oldMs + 1 }),
      sampleMessage({ status: 'in_review', createdAtMs: oldMs }),
      sampleMessage({ status: 'in_review', createdAtMs: oldMs + 2 }),
    ];
    for (const message of [old, older, young]) await records.holdMessage(tenantId, message, alone);
    await records.admitMessage(tenantId, sampleMessage({ status: 'queued', createdAtMs: oldMs }));
    const unfinished = await upkeep.listUnfinished(1000);
    expect(unfinished.map(({ message }) => message.status)).not.toContain('in_review');
    const overdue = await upkeep.listOverdue(oldMs + 2, 1000);
    expect(overdue).toEqual(
      [older, old].map((message) => ({ tenantId, message: { ...message, log: null } })),
    );
    expect(await upkeep.listOverdue(oldMs + 2, 1)).toHaveLength(1);
    for (const message of [old, older, young]) {
      await records.finishMessage(tenantId, { ...message, status: 'blocked' }, nothingElse);
    }
    expect(await upkeep.listOverdue(oldMs + 2, 1000)).toEqual([]);
  });
}
