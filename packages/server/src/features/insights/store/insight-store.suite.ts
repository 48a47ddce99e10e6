import { newId } from '@avow/foundation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import {
  newTenant,
  nothingElse,
  sampleEvent,
  sampleMessage,
  sampleTimeMs,
} from '../../../storage/contract/samples.ts';
import type { MessageRow } from '../../records/record-store.ts';
import type { MessageFacts } from '../insight-store.ts';

const dayMs = 86_400_000;

function factsOf(message: MessageRow): MessageFacts {
  const { messageId, createdAtMs, status, band, confidenceScore, sourceType, channelType } = message;
  const { timeMs, modelTier, routingSource, isDegraded, findings, audience } = message;
  return {
    ...{ messageId, createdAtMs, status, band, confidenceScore, sourceType, channelType },
    ...{ timeMs, modelTier, routingSource, isDegraded, findings, audience },
  };
}

const someFinding = fc.record({
  guardrailId: fc.constantFrom('grd_1', 'grd_2'),
  name: fc.string({ unit: 'grapheme', maxLength: 20 }).map((name) => name.replaceAll('\0', '')),
  did: fc.constantFrom('flag' as const, 'redact' as const, 'block' as const, 'failed' as const),
  isShadow: fc.boolean(),
});

/** What every store that counts over many messages must do, on any database. */
export function describeInsightStore(name: string, open: OpenStore): void {
  describe(`${name} as an insight store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const get = () => store;

    describe('facts', () => describeFacts(get));
    describe('question vectors', () => describeVectors(get));
    describe('marks', () => describeMarks(get));
  });
}

function describeFacts(get: () => OpenedStore): void {
  it('reads the facts of each message that has ended', async () => {
    const { insights, records, access } = get();
    const someMessage = fc.record({
      timeMs: fc.double({ min: 0, max: 60_000, noNaN: true }),
      modelTier: fc.nat({ max: 3 }),
      routingSource: fc.constantFrom('qna_match' as const, 'fallback' as const),
      isDegraded: fc.boolean(),
      findings: fc.array(someFinding, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(someMessage, { minLength: 1, maxLength: 6 }), async (some) => {
        const tenantId = await newTenant(access);
        const messages = some.map((changes, index) =>
          sampleMessage({ ...changes, createdAtMs: sampleTimeMs + index }),
        );
        for (const message of messages) await records.finishMessage(tenantId, message, nothingElse);
        const period = { fromMs: sampleTimeMs, untilMs: sampleTimeMs + dayMs };
        const listed = await insights.listFacts(tenantId, period, { before: null, limit: 100 });
        expect(listed).toEqual(messages.map(factsOf).toReversed());
      }),
      { numRuns: 20 },
    );
  });

  it('lists the facts of a period, newest first, page by page, for one tenant only', async () => {
    const { insights, records, access } = get();
    const [tenantId, other] = [await newTenant(access), await newTenant(access)];
    const messages = Array.from({ length: 10 }, (_, day) =>
      sampleMessage({ createdAtMs: sampleTimeMs + day * dayMs }),
    );
    for (const message of messages) await records.finishMessage(tenantId, message, nothingElse);
    const going = sampleMessage({ status: 'processing', createdAtMs: sampleTimeMs + 3 * dayMs });
    await records.admitMessage(tenantId, going);
    const pending = sampleMessage({ status: 'in_review', createdAtMs: sampleTimeMs + 3 * dayMs });
    const submission = { events: [], claim: null, journal: [], cost: null, inReviewMax: 1 } as const;
    await records.submitForReview(tenantId, pending, submission);
    const period = { fromMs: sampleTimeMs + 2 * dayMs, untilMs: sampleTimeMs + 8 * dayMs };
    const wanted = messages.slice(2, 8).map(factsOf).toReversed();
    const first = await insights.listFacts(tenantId, period, { before: null, limit: 4 });
    expect(first).toEqual(wanted.slice(0, 4));
    const before = first.at(-1)?.messageId ?? null;
    expect(await insights.listFacts(tenantId, period, { before, limit: 4 })).toEqual(wanted.slice(4));
    // A page that goes on from beyond the period begins at its end.
    const beyond = newId('msg', sampleTimeMs + 100 * dayMs);
    expect(await insights.listFacts(tenantId, period, { before: beyond, limit: 4 })).toEqual(first);
    expect(await insights.listFacts(other, period, { before: null, limit: 4 })).toEqual([]);
  });
}

async function newMessage({ records, access }: OpenedStore) {
  const tenantId = await newTenant(access);
  const { messageId, ...rest } = sampleMessage();
  await records.finishMessage(tenantId, { messageId, ...rest }, nothingElse);
  return { tenantId, messageId };
}

function describeVectors(get: () => OpenedStore): void {
  it('returns vectors unchanged, under the name of their encoder', async () => {
    const store = get();
    const { insights } = store;
    const { tenantId, messageId } = await newMessage(store);
    const read = (encoder: string, whose = tenantId) =>
      insights.readQuestionVectors(whose, { encoder, messageIds: [messageId, newId('msg', 1)] });
    const put = (encoder: string, vector: Float32Array) =>
      insights.putQuestionVectors(tenantId, { encoder, vectors: new Map([[messageId, vector]]) });
    expect(await read('one')).toEqual(new Map());
    // A part of something larger, as encoders hand them out.
    const vector = new Float32Array([9, 0.5, -1.25, 3e-8, 9]).subarray(1, 4);
    await put('one', vector);
    expect(await read('one')).toEqual(new Map([[messageId, new Float32Array([0.5, -1.25, 3e-8])]]));
    expect(await read('other')).toEqual(new Map());
    await put('other', new Float32Array([1]));
    expect(await read('one')).toEqual(new Map());
    expect(await read('other')).toEqual(new Map([[messageId, new Float32Array([1])]]));
    const stranger = await newTenant(store.access);
    expect(await read('other', stranger)).toEqual(new Map());
  });

  it('keeps no marks of messages that do not exist', async () => {
    const { insights, access } = get();
    const tenantId = await newTenant(access);
    const messageId = newId('msg', sampleTimeMs);
    const vectors = new Map([[messageId, new Float32Array([1])]]);
    await insights.putQuestionVectors(tenantId, { encoder: 'one', vectors });
    const wanted = { encoder: 'one', messageIds: [messageId] };
    expect(await insights.readQuestionVectors(tenantId, wanted)).toEqual(new Map());
  });

  it('limits how many vectors are kept and how many are read', async () => {
    const store = get();
    const { insights } = store;
    const { tenantId, messageId } = await newMessage(store);
    const vectors = new Map([[messageId, new Float32Array(20_000)]]);
    const putting = insights.putQuestionVectors(tenantId, { encoder: 'one', vectors });
    await expect(putting).rejects.toMatchObject({ code: 'internal' });
    const messageIds = Array.from({ length: 10_001 }, () => messageId);
    const reading = insights.readQuestionVectors(tenantId, { encoder: 'one', messageIds });
    await expect(reading).rejects.toMatchObject({ code: 'internal' });
  });
}

function describeMarks(get: () => OpenedStore): void {
  it('puts, replaces and removes marks', async () => {
    const store = get();
    const { insights } = store;
    const { tenantId, messageId } = await newMessage(store);
    const stranger = await newTenant(store.access);
    const read = (whose = tenantId) => insights.readMarks(whose, [messageId]);
    expect(await read()).toEqual([]);
    const drafted = { messageId, state: 'drafted', curatedId: newId('qna', sampleTimeMs) } as const;
    const gone = { messageId: newId('msg', 1), state: 'dismissed', curatedId: null } as const;
    await insights.putMarks(tenantId, [drafted, gone], sampleTimeMs);
    expect(await read()).toEqual([drafted]);
    expect(await insights.readMarks(tenantId, [gone.messageId])).toEqual([]);
    const dismissed = { messageId, state: 'dismissed', curatedId: null } as const;
    await insights.putMarks(tenantId, [dismissed], sampleTimeMs + 1);
    expect(await read()).toEqual([dismissed]);
    expect(await read(stranger)).toEqual([]);
    await insights.removeMarks(stranger, [messageId]);
    expect(await read()).toEqual([dismissed]);
    await insights.removeMarks(tenantId, [messageId]);
    expect(await read()).toEqual([]);
  });

  it('keeps the link to a pair whatever happens to the mark', async () => {
    const store = get();
    const { insights, retention } = store;
    const { tenantId, messageId } = await newMessage(store);
    const stranger = await newTenant(store.access);
    const pairs = [newId('qna', 1), newId('qna', 2)] as const;
    for (const pair of [...pairs, pairs[0]])
      expect(await insights.notePair(tenantId, [messageId], pair)).toBe(true);
    expect(await insights.notePair(stranger, [messageId], pairs[0])).toBe(false);
    expect(await insights.notePair(tenantId, [messageId, newId('msg', 1)], newId('qna', 3))).toBe(false);
    await insights.removePairNote(stranger, [messageId], pairs[0]);
    await insights.removePairNote(tenantId, [messageId], pairs[1]);
    const attribution = {
      atMs: sampleTimeMs,
      actor: 'operator',
      event: sampleEvent('audit.erased'),
    } as const;
    const erased = await retention.eraseMessage(tenantId, messageId, attribution);
    expect(erased).toMatchObject({ kind: 'erased', pairs: [pairs[0]] });
    // Nothing is linked to an erased message, and nothing reported is taken back.
    expect(await insights.notePair(tenantId, [messageId], pairs[1])).toBe(false);
    await insights.removePairNote(tenantId, [messageId], pairs[0]);
    expect(await retention.eraseMessage(tenantId, messageId, attribution)).toMatchObject({
      pairs: [pairs[0]],
    });
  });
}
