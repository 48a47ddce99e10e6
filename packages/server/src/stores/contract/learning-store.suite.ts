import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../ids/typeid.ts';
import type { CalibrationFit } from '../../interfaces/confidence.ts';
import type { MessageId, TenantId } from '../../interfaces/identity.ts';
import type { Feedback, Label } from '../../interfaces/learning-store.ts';
import type { OpenedStore, OpenStore } from './opened-store.ts';
import { newTenant, nothingElse, sampleLabel, sampleMessage, sampleTimeMs } from './samples.ts';

const firstPage = { before: null, limit: 50 } as const;

function sampleFeedback(messageId: MessageId, changes: Partial<Feedback> = {}): Feedback {
  return {
    feedbackId: newId('fbk', sampleTimeMs),
    messageId,
    verdict: 'wrong',
    reason: 'outdated',
    comment: 'It’s 🏔️ higher',
    betterAnswer: '8849 m',
    proposal: { state: 'proposed', packId: newId('pack', sampleTimeMs), curatedId: null },
    author: 'ada',
    endUserId: 'ada',
    keyId: newId('key', sampleTimeMs),
    createdAtMs: sampleTimeMs,
    ...changes,
  };
}

const fit: CalibrationFit = {
  parameters: { offset: -0.125, slope: 0.875, ways: { read: 0.25 } },
  exampleCount: 80,
  rightCount: 60,
  logLoss: { with: 0.5, without: 0.625 },
};

/** What every store of feedback, labels and calibrations must do, whatever it is built on. */
export function describeLearningStore(name: string, open: OpenStore): void {
  describe(`${name} as a learning store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    async function newMessages(count: number) {
      const tenantId = await newTenant(store.access);
      const messages = Array.from({ length: count }, () => sampleMessage());
      for (const message of messages) await store.records.finishMessage(tenantId, message, nothingElse);
      const [first, second] = messages.map(({ messageId }) => messageId);
      if (first === undefined) throw new Error('there is one at least');
      return { tenantId, first, second: second ?? first };
    }
    const get = () => store;
    describe('feedback', () => describeFeedback(get, newMessages));
    describe('labels', () => describeLabels(get, newMessages));
    describe('calibrations', () => describeCalibrations(get));
  });
}

type NewMessages = (
  count: number,
) => Promise<{ readonly tenantId: TenantId; readonly first: MessageId; readonly second: MessageId }>;

function describeFeedback(get: () => OpenedStore, newMessages: NewMessages): void {
  const also = { label: null, perMessageMax: 2 };

  it('is given back as it was given', async () => {
    const { learning } = get();
    const { tenantId, first } = await newMessages(1);
    const bare = { reason: null, comment: null, betterAnswer: null, endUserId: null };
    const none = { state: 'none', packId: null, curatedId: null } as const;
    const given = [
      sampleFeedback(first),
      sampleFeedback(first, { ...bare, author: 'key_1', proposal: none, createdAtMs: sampleTimeMs + 1 }),
    ];
    for (const one of given) expect(await learning.putFeedback(tenantId, one, also)).toBe('kept');
    for (const one of given) expect(await learning.getFeedback(tenantId, one.feedbackId)).toEqual(one);
    const byId = given.toSorted((one, other) => (one.feedbackId < other.feedbackId ? -1 : 1));
    expect(await learning.listFeedbackOf(tenantId, first)).toEqual(byId);
  });

  it('replaces what the same author said, with its label', async () => {
    const { learning } = get();
    const { tenantId, first } = await newMessages(1);
    const label = sampleLabel(first);
    const said = sampleFeedback(first);
    await learning.putFeedback(tenantId, said, { ...also, label });
    const again = sampleFeedback(first, { verdict: 'right', createdAtMs: sampleTimeMs + 9 });
    const newLabel = { ...label, isRight: true };
    await learning.putFeedback(tenantId, again, { ...also, label: newLabel });
    expect(await learning.listFeedbackOf(tenantId, first)).toEqual([again]);
    expect(await learning.getFeedback(tenantId, said.feedbackId)).toBeNull();
    const { author: _name, ...rest } = newLabel;
    const labels = await learning.listLabels(tenantId, {}, 10);
    expect(labels).toEqual([{ ...rest, author: expect.any(String) }]);
    await learning.putFeedback(tenantId, sampleFeedback(first), also);
    expect(await learning.listLabels(tenantId, {}, 10)).toEqual([]);
  });

  it('does not undo what a reviewer decided', async () => {
    const { learning, records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage();
    const decided = sampleLabel(message.messageId, { origin: 'review', author: 'key_1' });
    await records.finishMessage(tenantId, message, { ...nothingElse, label: decided });
    const said = sampleFeedback(message.messageId, { author: 'key_1', endUserId: null });
    await learning.putFeedback(tenantId, said, also);
    expect(await learning.listLabels(tenantId, {}, 10)).toEqual([decided]);
  });

  it('keeps what a few authors say of a message, and no more', async () => {
    const { learning } = get();
    const { tenantId, first, second } = await newMessages(2);
    const put = (messageId: MessageId, author: string) => {
      const label = sampleLabel(messageId, { author });
      return learning.putFeedback(tenantId, sampleFeedback(messageId, { author }), { ...also, label });
    };
    expect([await put(first, 'a'), await put(first, 'b')]).toEqual(['kept', 'kept']);
    expect(await put(first, 'c')).toBe('too_many');
    expect([await put(first, 'b'), await put(second, 'c')]).toEqual(['kept', 'kept']);
    expect(await learning.listFeedbackOf(tenantId, first)).toHaveLength(2);
    expect(await learning.countLabels(tenantId, 0)).toEqual({ all: 3, since: 3 });
  });

  it('is kept of a message that is there, and of nobody else’s', async () => {
    const { learning, access } = get();
    const { tenantId, first } = await newMessages(1);
    const other = await newTenant(access);
    const given = sampleFeedback(first);
    expect(await learning.putFeedback(other, given, also)).toBe('unknown');
    await learning.putFeedback(tenantId, given, also);
    expect(await learning.getFeedback(other, given.feedbackId)).toBeNull();
    expect(await learning.listFeedbackOf(other, first)).toEqual([]);
    expect(await learning.listFeedback(other, {}, firstPage)).toEqual([]);
    const { proposal } = given;
    expect(await learning.settleProposal(other, given.feedbackId, { from: 'proposed', to: proposal })).toBe(
      false,
    );
    const label = sampleLabel(first, { author: 'another' });
    await expect(learning.putFeedback(tenantId, given, { ...also, label })).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('is listed newest first, by any filter, page by page', async () => {
    const { learning } = get();
    const { tenantId, first } = await newMessages(1);
    const verdicts = ['right', 'partly', 'wrong'] as const;
    const states = ['none', 'proposed', 'drafted', 'dismissed'] as const;
    const given = Array.from({ length: 24 }, (_, index) =>
      sampleFeedback(first, {
        feedbackId: newId('fbk', sampleTimeMs + index),
        author: `author ${index}`,
        verdict: verdicts[index % 3] ?? 'right',
        proposal: { state: states[index % 4] ?? 'none', packId: null, curatedId: null },
      }),
    );
    for (const one of given) await learning.putFeedback(tenantId, one, { ...also, perMessageMax: 50 });
    const filters = [undefined, ...verdicts].flatMap((verdict) =>
      [undefined, ...states].map((proposal) => ({
        ...(verdict === undefined ? {} : { verdict }),
        ...(proposal === undefined ? {} : { proposal }),
      })),
    );
    for (const filter of filters) {
      const wanted = given
        .filter(({ verdict }) => filter.verdict === undefined || filter.verdict === verdict)
        .filter(({ proposal }) => filter.proposal === undefined || filter.proposal === proposal.state)
        .toReversed();
      const page = await learning.listFeedback(tenantId, filter, { before: null, limit: 2 });
      expect(page).toEqual(wanted.slice(0, 2));
      const before = page.at(-1)?.feedbackId ?? null;
      expect(await learning.listFeedback(tenantId, filter, { before, limit: 50 })).toEqual(wanted.slice(2));
    }
  });

  it('has its proposal settled once', async () => {
    const { learning } = get();
    const { tenantId, first } = await newMessages(1);
    const given = sampleFeedback(first);
    await learning.putFeedback(tenantId, given, also);
    const to = { state: 'drafted', packId: given.proposal.packId, curatedId: 'qna_1' } as const;
    const settle = () => learning.settleProposal(tenantId, given.feedbackId, { from: 'proposed', to });
    expect([await settle(), await settle()]).toEqual([true, false]);
    expect(await learning.getFeedback(tenantId, given.feedbackId)).toEqual({ ...given, proposal: to });
  });

  it('is said to go into a pair only while its proposal is open', async () => {
    const { learning, access } = get();
    const { tenantId, first } = await newMessages(1);
    const given = sampleFeedback(first);
    await learning.putFeedback(tenantId, given, also);
    const note = (whose: TenantId) => learning.notePair(whose, given.feedbackId, 'qna_1');
    expect([await note(tenantId), await note(tenantId)]).toEqual([true, true]);
    expect(await note(await newTenant(access))).toBe(false);
    const to = { ...given.proposal, state: 'dismissed' } as const;
    await learning.settleProposal(tenantId, given.feedbackId, { from: 'proposed', to });
    expect(await note(tenantId)).toBe(false);
  });
}

function describeLabels(get: () => OpenedStore, newMessages: NewMessages): void {
  /** As what its author says of the message. */
  const putLabel = (tenantId: TenantId, label: Label) =>
    get().learning.putFeedback(
      tenantId,
      sampleFeedback(label.messageId, { author: label.author, endUserId: null }),
      { label, perMessageMax: 50 },
    );

  it('count the last word of an author on a message', async () => {
    const { learning } = get();
    const { tenantId, first, second } = await newMessages(2);
    await putLabel(tenantId, sampleLabel(first));
    const last = sampleLabel(first, { isRight: true, labelledAtMs: sampleTimeMs + 9 });
    const others = [sampleLabel(first, { author: 'key_1' }), sampleLabel(second)];
    for (const label of [last, ...others]) await putLabel(tenantId, label);
    const listed = await learning.listLabels(tenantId, {}, 10);
    expect(listed[0]).toEqual(last);
    expect(listed).toHaveLength(3);
    expect(listed).toEqual(expect.arrayContaining(others));
    expect(await learning.countLabels(tenantId, sampleTimeMs + 5)).toEqual({ all: 3, since: 1 });
    expect(await learning.countLabels(tenantId, sampleTimeMs + 4)).toEqual({ all: 3, since: 3 });
  });

  it('are listed newest first, of the time in which the question was asked', async () => {
    const { learning, access } = get();
    const { tenantId, first } = await newMessages(1);
    const someLabel = fc.record({ askedAtMs: fc.nat({ max: 9 }), labelledAtMs: fc.nat({ max: 9 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(someLabel, { maxLength: 12 }), fc.nat({ max: 9 }), async (some, from) => {
        const labels = some.map((times, index) => sampleLabel(first, { ...times, author: `a${index}` }));
        const other = await newTenant(access);
        const message = sampleMessage({ messageId: first });
        await get().records.finishMessage(other, message, nothingElse);
        for (const label of labels) await putLabel(other, label);
        const filter = { askedFromMs: from, askedBeforeMs: from + 4 };
        const listed = await learning.listLabels(other, filter, 5);
        const inTime = labels.filter(({ askedAtMs }) => askedAtMs >= from && askedAtMs < from + 4);
        const times = inTime.map(({ labelledAtMs }) => labelledAtMs).toSorted((one, next) => next - one);
        expect(listed.map(({ labelledAtMs }) => labelledAtMs)).toEqual(times.slice(0, 5));
        for (const label of listed) expect(inTime).toContainEqual(label);
      }),
      { numRuns: 25 },
    );
    expect(await learning.listLabels(tenantId, {}, 10)).toEqual([]);
  });

  it('are of messages that are there', async () => {
    const { learning, access } = get();
    const tenantId = await newTenant(access);
    const label = sampleLabel(newId('msg', sampleTimeMs));
    expect(await putLabel(tenantId, label)).toBe('unknown');
    expect(await learning.countLabels(tenantId, 0)).toEqual({ all: 0, since: 0 });
  });
}

function describeCalibrations(get: () => OpenedStore): void {
  it('are numbered by tenant, and the last is in force', async () => {
    const { learning, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    expect(await learning.currentCalibration(tenantId)).toBeNull();
    const given = { model: 'avow-confidence-1', fit, createdAtMs: sampleTimeMs, createdBy: null };
    expect(await learning.putCalibration(tenantId, given)).toBe(1);
    const none = { ...given, fit: null, createdBy: newId('key', sampleTimeMs) };
    expect(await learning.putCalibration(tenantId, none)).toBe(2);
    expect(await learning.currentCalibration(tenantId)).toEqual({ revision: 2, ...none });
    expect(await learning.listCalibrations(tenantId, 9)).toEqual([
      { revision: 2, ...none },
      { revision: 1, ...given },
    ]);
    expect(await learning.listCalibrations(tenantId, 1)).toHaveLength(1);
    expect(await learning.currentCalibration(other)).toBeNull();
    expect(await learning.putCalibration(other, given)).toBe(1);
  });
}
