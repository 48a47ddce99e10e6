import { canBecome, isTerminal, messageStatuses } from '@avow/contract/values';
import { newId } from '@avow/foundation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import {
  newTenant,
  nothingElse,
  sampleClaim,
  sampleMessage,
  sampleTimeMs,
} from '../../../storage/contract/samples.ts';
import { describeHolding } from '../../review/store/review.suite.ts';
import type { MessageRow } from '../record-store.ts';
import { describeIdempotency } from './idempotency.suite.ts';
import { describeMessageLists } from './message-lists.suite.ts';

/** What every store of records must do, on any database. */
export function describeRecordStore(name: string, open: OpenStore): void {
  describe(`${name} as a record store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    describeEnds(() => store);
    describeStates(() => store);
    describeForeignTenant(() => store);
    describeUnfinished(() => store);
    describeCounts(() => store);
    describe('messages in review', () => describeHolding(() => store));
    describeIdempotency(() => store);
    describeMessageLists(() => store);
  });
}

function describeCounts(get: () => OpenedStore): void {
  it('counts what has not ended, by status and with the oldest of each', async () => {
    const { records, access, upkeep } = get();
    const tenantId = await newTenant(access);
    const before = await upkeep.countAll();
    const countOf = ({ open }: typeof before) => open.find(({ status }) => status === 'queued')?.count ?? 0;
    const old = sampleMessage({ status: 'queued', createdAtMs: 7 });
    await records.admitMessage(tenantId, old);
    await records.admitMessage(tenantId, sampleMessage({ status: 'queued' }));
    await records.finishMessage(tenantId, sampleMessage(), nothingElse);
    const after = await upkeep.countAll();
    expect(countOf(after)).toBe(countOf(before) + 2);
    expect(after.open.find(({ status }) => status === 'queued')?.oldestAtMs).toBe(7);
    expect(after.tenants).toBe(before.tenants);
    expect([after.jobs, after.packs, after.passages]).toEqual([before.jobs, before.packs, before.passages]);
    await records.startMessage(tenantId, old.messageId);
    expect(countOf(await upkeep.countAll())).toBe(countOf(before) + 1);
  });
}

function describeEnds(get: () => OpenedStore): void {
  it('[CON-4-09] stores a message that was not admitted, with its thread and its leaf', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage({ endUserId: 'ada', tripwireTriggered: true, band: 'none' });
    expect(await records.finishMessage(tenantId, message, nothingElse)).toBe('ended');
    const log = { leafIndex: 0, leafHash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(await records.getMessage(tenantId, message.messageId)).toEqual({ ...message, log });
    const isOf = (endUserId: string | null) => records.isThreadOf(tenantId, message.threadId, endUserId);
    expect(await records.hasThread(tenantId, message.threadId)).toBe(true);
    expect(await records.hasThread(tenantId, newId('thr', 1))).toBe(false);
    expect([await isOf('ada'), await isOf('bob'), await isOf(null)]).toEqual([true, false, false]);
  });

  it('returns every text unchanged', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const text = fc.string({ unit: 'binary', maxLength: 200 }).filter((chosen) => !chosen.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, text, fc.double({ min: 0, max: 1, noNaN: true }), async (words, user, score) => {
        const envelope = [
          ['question', words],
          ['answer', user],
        ] as const;
        const message = sampleMessage({ envelope, endUserId: user, confidenceScore: score });
        await records.finishMessage(tenantId, message, nothingElse);
        expect(await records.getMessage(tenantId, message.messageId)).toMatchObject(message);
      }),
      { numRuns: 20 },
    );
  });

  it('[CON-4-18] ends a message once', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage();
    await records.finishMessage(tenantId, message, nothingElse);
    const again = sampleMessage({
      messageId: message.messageId,
      status: 'failed',
      envelope: [['question', 'another']],
    });
    expect(await records.finishMessage(tenantId, again, nothingElse)).toBe('already_ended');
    expect(await records.getMessage(tenantId, message.messageId)).toMatchObject(message);
    expect(await records.isThreadOf(tenantId, again.threadId, again.endUserId)).toBe(false);
  });

  it('[CON-4-18] ends a message once when several ends come at the same time', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage();
    const ends = await Promise.all(
      Array.from({ length: 8 }, () => records.finishMessage(tenantId, message, nothingElse)),
    );
    expect(ends.filter((end) => end !== 'already_ended')).toHaveLength(1);
  });

  it("numbers the leaves of each tenant's log without a gap", async () => {
    const { records, access } = get();
    const tenants = [await newTenant(access), await newTenant(access)] as const;
    const messages = Array.from({ length: 60 }, (_, index) => ({
      tenantId: index % 3 === 0 ? tenants[0] : tenants[1],
      message: sampleMessage(),
    }));
    await Promise.all(
      messages.map(({ tenantId, message }) => records.finishMessage(tenantId, message, nothingElse)),
    );
    const places = await Promise.all(
      messages.map(({ tenantId, message }) => records.getMessage(tenantId, message.messageId)),
    );
    for (const tenantId of tenants) {
      const own = places.filter((_, index) => messages[index]?.tenantId === tenantId);
      const indexes = own.map((place) => place?.log?.leafIndex ?? -1);
      expect(indexes.toSorted((a, b) => a - b)).toEqual(indexes.map((_, index) => index));
    }
    const hashes = places.map((place) => place?.log?.leafHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
}

function describeStates(get: () => OpenedStore): void {
  it('[CON-4-10] keeps an admitted message without a leaf, and lets it run and end', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const queued = sampleMessage({ status: 'queued', band: 'none', endUserId: 'ada' });
    await records.admitMessage(tenantId, queued);
    expect(await records.getMessage(tenantId, queued.messageId)).toEqual({ ...queued, log: null });
    expect(await records.isThreadOf(tenantId, queued.threadId, queued.endUserId)).toBe(true);

    expect(await records.startMessage(tenantId, queued.messageId)).toBe(true);
    expect(await records.startMessage(tenantId, queued.messageId)).toBe(false);
    expect((await records.getMessage(tenantId, queued.messageId))?.status).toBe('processing');

    const ended: MessageRow = {
      ...queued,
      ...{ status: 'blocked', band: 'low', confidenceScore: 0.25, tripwireTriggered: true },
      ...{ sourceType: 'none', policyVersion: 'pol_2', packVersions: [], rules: [2, 5, 7] },
      ...{ timeMs: 97.5, modelTier: 0, routingSource: 'guardrail', isDegraded: true, audience: [['staff']] },
      envelope: [['question', 'ended']],
    };
    expect(await records.finishMessage(tenantId, ended, nothingElse)).toBe('ended');
    expect(await records.getMessage(tenantId, queued.messageId)).toMatchObject({
      ...ended,
      log: { leafIndex: 0 },
    });
    expect(await records.startMessage(tenantId, queued.messageId)).toBe(false);
  });

  it('reaches an end only from the states that lead to it', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    for (const from of ['queued', 'processing'] as const) {
      for (const to of messageStatuses.filter(isTerminal)) {
        const admitted = sampleMessage({ status: from });
        await records.admitMessage(tenantId, admitted);
        const ending = records.finishMessage(tenantId, { ...admitted, status: to }, nothingElse);
        if (canBecome(from, to)) expect(await ending).toBe('ended');
        else await expect(ending).rejects.toMatchObject({ code: 'invalid_state' });
      }
    }
  });

  it('admits only unfinished messages, and ends only with a final status', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    for (const status of messageStatuses) {
      const message = sampleMessage({ status });
      if (status !== 'queued' && status !== 'processing') {
        await expect(records.admitMessage(tenantId, message)).rejects.toMatchObject({ code: 'internal' });
      }
      if (!isTerminal(status)) {
        await expect(records.finishMessage(tenantId, message, nothingElse)).rejects.toMatchObject({
          code: 'internal',
        });
      }
      expect(isTerminal(status) ? null : await records.getMessage(tenantId, message.messageId)).toBeNull();
    }
  });

  it('keeps a message as it was admitted', async () => {
    const { records, access } = get();
    const tenantId = await newTenant(access);
    const admitted = sampleMessage({ status: 'processing' });
    await records.admitMessage(tenantId, admitted);
    const moved = { ...admitted, status: 'delivered', threadId: newId('thr', sampleTimeMs) } as const;
    await expect(records.finishMessage(tenantId, moved, nothingElse)).rejects.toMatchObject({
      code: 'invalid_state',
    });
    expect(await records.isThreadOf(tenantId, moved.threadId, moved.endUserId)).toBe(false);
    await expect(records.admitMessage(tenantId, admitted)).rejects.toMatchObject({ code: 'internal' });
  });
}

function describeForeignTenant(get: () => OpenedStore): void {
  it("[CON-8-05] shows and changes nothing of another tenant's messages", async () => {
    const { records, access } = get();
    const [owner, stranger] = [await newTenant(access), await newTenant(access)];
    const message = sampleMessage({ status: 'queued' });
    const claim = sampleClaim({ messageId: message.messageId });
    await records.claimIdempotencyKey(owner, claim);
    await records.admitMessage(owner, message);

    expect(await records.getMessage(stranger, message.messageId)).toBeNull();
    expect(await records.isThreadOf(stranger, message.threadId, message.endUserId)).toBe(false);
    expect(await records.listMessages(stranger, { readableBy: null }, { before: null, limit: 10 })).toEqual(
      [],
    );
    expect(await records.startMessage(stranger, message.messageId)).toBe(false);
    await records.releaseIdempotencyKey(stranger, claim);

    // The same ids under another tenant are unrelated: nothing reveals that they are in use.
    const own = { ...message, status: 'failed', envelope: [['question', 'the stranger’s']] } as const;
    const ended = await records.finishMessage(stranger, own, {
      ...nothingElse,
      idempotency: { claim, ending: 'free' },
    });
    expect(ended).toBe('ended');
    expect(await records.getMessage(owner, message.messageId)).toEqual({ ...message, log: null });
    const retry = sampleClaim();
    expect(await records.claimIdempotencyKey(owner, retry)).toEqual({ kind: 'in_progress' });
  });

  it('keeps nothing for a tenant that does not exist', async () => {
    const { records } = get();
    const nobody = newId('ten', sampleTimeMs);
    const message = sampleMessage();
    await expect(records.finishMessage(nobody, message, nothingElse)).rejects.toMatchObject({
      code: 'internal',
    });
    expect(await records.getMessage(nobody, message.messageId)).toBeNull();
  });
}

function describeUnfinished(get: () => OpenedStore): void {
  it('[CON-1-11] lists messages that were admitted and have not ended, oldest first', async () => {
    const { records, upkeep, access } = get();
    const tenants = [await newTenant(access), await newTenant(access)];
    const admitted = [5, 2, 9, 0].map((seconds) =>
      sampleMessage({ status: 'queued', createdAtMs: sampleTimeMs + seconds * 1000 }),
    );
    for (const [index, message] of admitted.entries()) {
      await records.admitMessage(tenants[index % 2] ?? newId('ten', 0), message);
    }
    const [first, , third] = admitted;
    if (first === undefined || third === undefined) throw new Error('there are four');
    await records.finishMessage(
      tenants[0] ?? newId('ten', 0),
      { ...first, status: 'cancelled' },
      nothingElse,
    );

    const listed = await upkeep.listUnfinished(1000);
    const own = listed.filter(({ tenantId }) => tenants.includes(tenantId));
    const rest = admitted.filter((message) => message !== first);
    const oldestFirst = rest.toSorted((a, b) => a.createdAtMs - b.createdAtMs);
    expect(own.map(({ message }) => message)).toEqual(
      oldestFirst.map((message) => ({ ...message, log: null })),
    );
    expect(own.find(({ message }) => message.messageId === third.messageId)?.tenantId).toBe(tenants[0]);
    expect(await upkeep.listUnfinished(2)).toEqual(listed.slice(0, 2));
  });
}
