import { canBecome, isTerminal, messageStatuses } from '@avow/contract/values';
import { expect, it } from 'vitest';
import type { OpenedStore } from '../../../storage/contract/opened-store.ts';
import {
  newTenant,
  nothingElse,
  sampleClaim,
  sampleEvent,
  sampleLabel,
  sampleMessage,
  sampleTimeMs,
} from '../../../storage/contract/samples.ts';
import type { MessageRow, RecordStore } from '../../records/record-store.ts';

const alone = { events: [], claim: null, journal: [], cost: null, inReviewMax: 10 } as const;
const cost = { currency: 'EUR', amount: 0.25, inputTokens: 10, outputTokens: 20 } as const;
const event = (seq: number) => ({ seq, type: 'message.processing', body: `{"seq":${seq}}` });

/** Answers that wait for a person. */
export function describeHolding(get: () => OpenedStore): void {
  it('puts an answer in review without a leaf, and ends it later', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const admitted = sampleMessage({ status: 'processing', envelope: [['question', 'admitted']] });
    await records.admitMessage(tenantId, admitted, [event(1)]);
    const pending: MessageRow = {
      ...{
        ...admitted,
        status: 'in_review',
        envelope: [['question', 'pending']],
        timeMs: 12.5,
        isDegraded: true,
      },
      findings: [{ guardrailId: 'grd_1', name: '“Wörter”', did: 'flag', isShadow: true }],
    };
    const also = { ...alone, events: [sampleEvent('message.in_review')], journal: [event(2)] };
    expect(await records.submitForReview(tenantId, pending, also)).toBe('in_review');
    expect(await records.getMessage(tenantId, pending.messageId)).toEqual({ ...pending, log: null });
    expect(await records.appendJournal(tenantId, pending.messageId, [event(3)])).toBe(true);

    const ended: MessageRow = { ...pending, status: 'delivered', envelope: [['question', 'ended']] };
    const end = { ...nothingElse, journal: [event(4)] };
    expect(await records.finishMessage(tenantId, ended, end)).toBe('ended');
    expect(await records.getMessage(tenantId, pending.messageId)).toMatchObject({
      ...ended,
      log: { leafIndex: 0 },
    });
    const journal = await records.readJournal(tenantId, pending.messageId, { after: 0, limit: 9 });
    expect(journal.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(await records.submitForReview(tenantId, pending, { ...alone, journal: [] })).toBe('already_ended');
  });

  it('puts a message in review that was not admitted, with its thread', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const pending = sampleMessage({ status: 'in_review', endUserId: 'ada' });
    expect(await records.submitForReview(tenantId, pending, alone)).toBe('in_review');
    expect(await records.getMessage(tenantId, pending.messageId)).toEqual({ ...pending, log: null });
    expect(await records.isThreadOf(tenantId, pending.threadId, 'ada')).toBe(true);
    await expect(records.submitForReview(tenantId, pending, alone)).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });

  it('ends a message in review only with a state that a reviewer may choose', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    for (const to of messageStatuses.filter(isTerminal)) {
      const pending = sampleMessage({ status: 'in_review' });
      await records.submitForReview(tenantId, pending, alone);
      const ending = records.finishMessage(tenantId, { ...pending, status: to }, nothingElse);
      if (canBecome('in_review', to)) expect(await ending).toBe('ended');
      else await expect(ending).rejects.toMatchObject({ code: 'invalid_state' });
    }
    for (const status of messageStatuses.filter((one) => one !== 'in_review')) {
      const holding = records.submitForReview(tenantId, sampleMessage({ status }), alone);
      await expect(holding).rejects.toMatchObject({ code: 'internal' });
    }
  });

  it('keeps the idempotency key, which replays the current state', async () => {
    const { records, access, upkeep } = get();
    const tenantId = await newTenant(access);
    const claim = sampleClaim();
    await records.claimIdempotencyKey(tenantId, claim);
    const pending = sampleMessage({ status: 'in_review', messageId: claim.messageId });
    await records.submitForReview(tenantId, pending, { ...alone, claim });
    await upkeep.sweep({ nowMs: sampleTimeMs, outboxBeforeMs: 0, journalBeforeMs: 0, atStart: true });
    const again = () => records.claimIdempotencyKey(tenantId, sampleClaim());
    expect(await again()).toMatchObject({ kind: 'replay', message: { status: 'in_review', log: null } });
    const ended = { ...pending, status: 'blocked' } as const;
    const idempotency = { claim, ending: 'keep' } as const;
    await records.finishMessage(tenantId, ended, { ...nothingElse, idempotency });
    expect(await again()).toMatchObject({ kind: 'replay', message: { status: 'blocked' } });
  });

  it('counts the cost when the review begins', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const pending = sampleMessage({ status: 'in_review' });
    await records.submitForReview(tenantId, pending, { ...alone, cost });
    await records.finishMessage(tenantId, { ...pending, status: 'delivered' }, nothingElse);
    const [day, ...more] = await records.readSpending(tenantId, '0000-01-01');
    expect(day).toMatchObject(cost);
    expect(more).toEqual([]);
  });

  it('commits a label with the end of its message, and never without it', async () => {
    const { records, feedback, access } = get();
    const tenantId = await newTenant(access);
    const labels = () => feedback.listLabels(tenantId, {}, 9);
    const pending = sampleMessage({ status: 'in_review' });
    const label = sampleLabel(pending.messageId, { origin: 'review' });
    const end: Parameters<RecordStore['finishMessage']>[2] = { ...nothingElse, label };
    await records.submitForReview(tenantId, pending, alone);
    // If a message cannot end, its label is not written.
    const refusals: [MessageRow, typeof end][] = [
      [{ ...pending, status: 'failed' }, end],
      [
        { ...pending, status: 'delivered' },
        { ...end, journal: [event(7)] },
      ],
      [sampleMessage(), end],
    ];
    for (const [message, also] of refusals) {
      await expect(records.finishMessage(tenantId, message, also)).rejects.toThrow();
      expect(await labels()).toEqual([]);
    }
    const ended = { ...pending, status: 'delivered' } as const;
    await records.finishMessage(tenantId, ended, end);
    expect(await labels()).toEqual([label]);
    const late = { ...nothingElse, label: { ...label, author: 'bob', isRight: true } };
    expect(await records.finishMessage(tenantId, ended, late)).toBe('already_ended');
    expect(await labels()).toEqual([label]);
  });

  it('limits the reviews of each tenant separately', async () => {
    const { records, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const submit = (whose: typeof tenantId) =>
      records.submitForReview(whose, sampleMessage({ status: 'in_review' }), {
        ...alone,
        cost,
        inReviewMax: 2,
      });
    expect(await Promise.all([submit(tenantId), submit(tenantId)])).toEqual(['in_review', 'in_review']);
    expect(await submit(tenantId)).toBe('too_many');
    expect(await submit(other)).toBe('in_review');
    expect(await records.listInReview(tenantId, { readableBy: null, after: null, limit: 9 })).toHaveLength(2);
    expect((await records.readSpending(tenantId, '0000-01-01'))[0]?.amount).toBe(0.5);
  });

  it('lists only messages in review, oldest first, page by page', async () => {
    const { records, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const pending = [3, 1, 2].map((second) =>
      sampleMessage({ status: 'in_review', createdAtMs: sampleTimeMs + second * 1000 }),
    );
    for (const message of pending) await records.submitForReview(tenantId, message, alone);
    await records.submitForReview(other, sampleMessage({ status: 'in_review' }), alone);
    await records.finishMessage(tenantId, sampleMessage(), nothingElse);
    await records.admitMessage(tenantId, sampleMessage({ status: 'queued' }));
    const inOrder = pending
      .toSorted((one, next) => one.createdAtMs - next.createdAtMs)
      .map((message) => ({ ...message, log: null }));
    const first = await records.listInReview(tenantId, { readableBy: null, after: null, limit: 2 });
    expect(first).toEqual(inOrder.slice(0, 2));
    const after = first.at(-1)?.messageId ?? null;
    expect(await records.listInReview(tenantId, { readableBy: null, after, limit: 2 })).toEqual(
      inOrder.slice(2),
    );
    await expect(
      records.listInReview(tenantId, { readableBy: null, after: null, limit: 0 }),
    ).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('resumes no message in review at start, and finds reviews that are overdue', async () => {
    const { records, access, upkeep } = get();
    const tenantId = await newTenant(access);
    const oldMs = Date.UTC(2001, 0, 1);
    const [old, older, young] = [
      sampleMessage({ status: 'in_review', createdAtMs: oldMs + 1 }),
      sampleMessage({ status: 'in_review', createdAtMs: oldMs }),
      sampleMessage({ status: 'in_review', createdAtMs: oldMs + 2 }),
    ];
    for (const message of [old, older, young]) await records.submitForReview(tenantId, message, alone);
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
