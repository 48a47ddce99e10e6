import type { MessageId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import {
  newTenant,
  nothingElse,
  sampleFeedback,
  sampleLabel,
  sampleMessage,
  sampleTimeMs,
} from '../../../storage/contract/samples.ts';
import type { Label } from '../../records/record-store.ts';
import { describeCalibrations, describeProposals } from './calibrations.suite.ts';
import { describeGuarantees } from './guarantees.suite.ts';
import { describeLabelBounds } from './label-bounds.suite.ts';

const firstPage = { before: null, limit: 50 } as const;

/** What every store of feedback, labels and calibrations must do, on any database. */
export function describeFeedbackStore(name: string, open: OpenStore): void {
  describe(`${name} as a feedback store`, () => {
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
    describe('bounds of labels', () => describeLabelBounds(get));
    describe('guarantees', () => describeGuarantees(get));
    describe('calibrations', () => describeCalibrations(get));
    describe('proposed calibrations', () => describeProposals(get));
  });
}

type NewMessages = (
  count: number,
) => Promise<{ readonly tenantId: TenantId; readonly first: MessageId; readonly second: MessageId }>;

function describeFeedback(get: () => OpenedStore, newMessages: NewMessages): void {
  const also = { label: null, perMessageMax: 2 };

  it('returns feedback unchanged', async () => {
    const { feedback } = get();
    const { tenantId, first } = await newMessages(1);
    const bare = { reason: null, comment: null, betterAnswer: null, endUserId: null };
    const none = { state: 'none', packId: null, curatedId: null } as const;
    const given = [
      sampleFeedback(first),
      sampleFeedback(first, { ...bare, author: 'key_1', proposal: none, createdAtMs: sampleTimeMs + 1 }),
    ];
    for (const one of given) expect(await feedback.putFeedback(tenantId, one, also)).toBe('kept');
    for (const one of given) expect(await feedback.getFeedback(tenantId, one.feedbackId)).toEqual(one);
    const byId = given.toSorted((one, other) => (one.feedbackId < other.feedbackId ? -1 : 1));
    expect(await feedback.listFeedbackOf(tenantId, first)).toEqual(byId);
  });

  it('replaces what the same author said, with its label', async () => {
    const { feedback } = get();
    const { tenantId, first } = await newMessages(1);
    const label = sampleLabel(first);
    const said = sampleFeedback(first);
    await feedback.putFeedback(tenantId, said, { ...also, label });
    const again = sampleFeedback(first, { verdict: 'right', createdAtMs: sampleTimeMs + 9 });
    const newLabel = { ...label, isRight: true };
    await feedback.putFeedback(tenantId, again, { ...also, label: newLabel });
    expect(await feedback.listFeedbackOf(tenantId, first)).toEqual([again]);
    expect(await feedback.getFeedback(tenantId, said.feedbackId)).toBeNull();
    const { author: _name, ...rest } = newLabel;
    const labels = await feedback.listLabels(tenantId, {}, 10);
    expect(labels).toEqual([{ ...rest, author: expect.any(String) }]);
    await feedback.putFeedback(tenantId, sampleFeedback(first), also);
    expect(await feedback.listLabels(tenantId, {}, 10)).toEqual([]);
  });

  it('does not undo what a reviewer decided', async () => {
    const { feedback, records, access } = get();
    const tenantId = await newTenant(access);
    const message = sampleMessage();
    const decided = sampleLabel(message.messageId, { origin: 'review', author: 'key_1' });
    await records.finishMessage(tenantId, message, { ...nothingElse, label: decided });
    const said = sampleFeedback(message.messageId, { author: 'key_1', endUserId: null });
    await feedback.putFeedback(tenantId, said, also);
    expect(await feedback.listLabels(tenantId, {}, 10)).toEqual([decided]);
  });

  it('limits how many authors give feedback on a message', async () => {
    const { feedback } = get();
    const { tenantId, first, second } = await newMessages(2);
    const put = (messageId: MessageId, author: string) => {
      const label = sampleLabel(messageId, { author });
      return feedback.putFeedback(tenantId, sampleFeedback(messageId, { author }), { ...also, label });
    };
    expect([await put(first, 'a'), await put(first, 'b')]).toEqual(['kept', 'kept']);
    expect(await put(first, 'c')).toBe('too_many');
    expect([await put(first, 'b'), await put(second, 'c')]).toEqual(['kept', 'kept']);
    expect(await feedback.listFeedbackOf(tenantId, first)).toHaveLength(2);
    expect(await feedback.countLabels(tenantId, 0)).toEqual({ all: 3, visitors: 0, since: 3 });
  });

  it('keeps feedback only on messages that exist, of the same tenant', async () => {
    const { feedback, access } = get();
    const { tenantId, first } = await newMessages(1);
    const other = await newTenant(access);
    const given = sampleFeedback(first);
    expect(await feedback.putFeedback(other, given, also)).toBe('unknown');
    await feedback.putFeedback(tenantId, given, also);
    expect(await feedback.getFeedback(other, given.feedbackId)).toBeNull();
    expect(await feedback.listFeedbackOf(other, first)).toEqual([]);
    expect(await feedback.listFeedback(other, { readableBy: null }, firstPage)).toEqual([]);
    const { proposal } = given;
    expect(await feedback.settleProposal(other, given.feedbackId, { from: 'proposed', to: proposal })).toBe(
      false,
    );
    const label = sampleLabel(first, { author: 'another' });
    await expect(feedback.putFeedback(tenantId, given, { ...also, label })).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('lists feedback newest first, by any filter, page by page', async () => {
    const { feedback } = get();
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
    for (const one of given) await feedback.putFeedback(tenantId, one, { ...also, perMessageMax: 50 });
    const filters = [undefined, ...verdicts].flatMap((verdict) =>
      [undefined, ...states].map((proposal) => ({
        readableBy: null,
        ...(verdict === undefined ? {} : { verdict }),
        ...(proposal === undefined ? {} : { proposal }),
      })),
    );
    for (const filter of filters) {
      const wanted = given
        .filter(({ verdict }) => filter.verdict === undefined || filter.verdict === verdict)
        .filter(({ proposal }) => filter.proposal === undefined || filter.proposal === proposal.state)
        .toReversed();
      const page = await feedback.listFeedback(tenantId, filter, { before: null, limit: 2 });
      expect(page).toEqual(wanted.slice(0, 2));
      const before = page.at(-1)?.feedbackId ?? null;
      expect(await feedback.listFeedback(tenantId, filter, { before, limit: 50 })).toEqual(wanted.slice(2));
    }
  });

  it('settles a proposal once', async () => {
    const { feedback } = get();
    const { tenantId, first } = await newMessages(1);
    const given = sampleFeedback(first);
    await feedback.putFeedback(tenantId, given, also);
    const to = { state: 'drafted', packId: given.proposal.packId, curatedId: 'qna_1' } as const;
    const settle = () => feedback.settleProposal(tenantId, given.feedbackId, { from: 'proposed', to });
    expect([await settle(), await settle()]).toEqual([true, false]);
    expect(await feedback.getFeedback(tenantId, given.feedbackId)).toEqual({ ...given, proposal: to });
  });

  it('links feedback to a pair only while its proposal is open', async () => {
    const { feedback, access } = get();
    const { tenantId, first } = await newMessages(1);
    const given = sampleFeedback(first);
    await feedback.putFeedback(tenantId, given, also);
    const note = (whose: TenantId) => feedback.notePair(whose, given.feedbackId, 'qna_1');
    expect([await note(tenantId), await note(tenantId)]).toEqual([true, true]);
    expect(await note(await newTenant(access))).toBe(false);
    const to = { ...given.proposal, state: 'dismissed' } as const;
    await feedback.settleProposal(tenantId, given.feedbackId, { from: 'proposed', to });
    expect(await note(tenantId)).toBe(false);
  });
}

function describeLabels(get: () => OpenedStore, newMessages: NewMessages): void {
  /** As what its author says of the message. */
  const putLabel = (tenantId: TenantId, label: Label) =>
    get().feedback.putFeedback(
      tenantId,
      sampleFeedback(label.messageId, { author: label.author, endUserId: null }),
      { label, perMessageMax: 50 },
    );

  it('counts only the latest label of an author on a message', async () => {
    const { feedback } = get();
    const { tenantId, first, second } = await newMessages(2);
    await putLabel(tenantId, sampleLabel(first));
    const last = sampleLabel(first, { isRight: true, labelledAtMs: sampleTimeMs + 9 });
    const others = [sampleLabel(first, { author: 'key_1' }), sampleLabel(second)];
    for (const label of [last, ...others]) await putLabel(tenantId, label);
    const listed = await feedback.listLabels(tenantId, {}, 10);
    expect(listed[0]).toEqual(last);
    expect(listed).toHaveLength(3);
    expect(listed).toEqual(expect.arrayContaining(others));
    expect(await feedback.countLabels(tenantId, sampleTimeMs + 5)).toEqual({ all: 3, visitors: 0, since: 1 });
    expect(await feedback.countLabels(tenantId, sampleTimeMs + 4)).toEqual({ all: 3, visitors: 0, since: 3 });
  });

  it('lists labels newest first, by the time at which the question was asked', async () => {
    const { feedback, access } = get();
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
        const listed = await feedback.listLabels(other, filter, 5);
        const inTime = labels.filter(({ askedAtMs }) => askedAtMs >= from && askedAtMs < from + 4);
        const times = inTime.map(({ labelledAtMs }) => labelledAtMs).toSorted((one, next) => next - one);
        expect(listed.map(({ labelledAtMs }) => labelledAtMs)).toEqual(times.slice(0, 5));
        for (const label of listed) expect(inTime).toContainEqual(label);
      }),
      { numRuns: 12 },
    );
    expect(await feedback.listLabels(tenantId, {}, 10)).toEqual([]);
  });

  it('keeps vectors only of messages that exist', async () => {
    const { feedback, access } = get();
    const tenantId = await newTenant(access);
    const label = sampleLabel(newId('msg', sampleTimeMs));
    expect(await putLabel(tenantId, label)).toBe('unknown');
    expect(await feedback.countLabels(tenantId, 0)).toEqual({ all: 0, visitors: 0, since: 0 });
  });
}
