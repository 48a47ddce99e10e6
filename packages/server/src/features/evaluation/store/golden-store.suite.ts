import type { GoldenQuestion, StoredEvaluation } from '@avow/evaluation';
import type { PackId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedStore, OpenStore } from '../../../storage/contract/opened-store.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../storage/contract/samples.ts';
import { newPack } from '../../content/store/test-support/pack-samples.ts';

function sampleGolden(changes: Partial<GoldenQuestion> = {}): GoldenQuestion {
  return {
    goldenId: newId('gld', sampleTimeMs),
    question: 'Wie hoch? 🏔️',
    expects: { kind: 'answer', sources: ['a.md'], facts: [['8849 m', '8848 m'], ['“high”']], verdict: null },
    state: 'accepted',
    origin: 'person',
    messageId: null,
    note: 'It’s known',
    groups: ['staff'],
    updatedAtMs: sampleTimeMs,
    ...changes,
  };
}

function sampleEvaluation(packId: PackId, changes: Partial<StoredEvaluation> = {}): StoredEvaluation {
  return {
    evaluationId: newId('evl', sampleTimeMs),
    packId,
    subject: { version: 3, draftRevision: null },
    conditions: 'hash',
    rightCount: 8,
    questionCount: 10,
    report: '{"of":"10 questions"}',
    createdAtMs: sampleTimeMs,
    createdBy: null,
    ...changes,
  };
}

const byId = (questions: readonly GoldenQuestion[]) =>
  questions.toSorted((one, other) => (one.goldenId < other.goldenId ? -1 : 1));
const all = { after: null, limit: 100 } as const;
const limits = { questionsMax: 5 };

/** What every store of golden sets must do, on any database. */
export function describeGoldenStore(name: string, open: OpenStore): void {
  describe(`${name} as a golden store`, () => {
    let store: OpenedStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const get = () => store;

    describe('questions', () => describeQuestions(get));
    describe('gates', () => describeGates(get));
    describe('evaluations', () => describeEvaluations(get));
  });
}

async function newPackOf({ content, access }: OpenedStore) {
  const tenantId = await newTenant(access);
  return { tenantId, packId: await newPack(content, tenantId), other: await newTenant(access) };
}

function describeQuestions(get: () => OpenedStore): void {
  it('keeps, replaces, lists by state and removes golden questions', async () => {
    const store = get();
    const { golden } = store;
    const { tenantId, packId } = await newPackOf(store);
    const message = sampleMessage();
    await store.records.finishMessage(tenantId, message, nothingElse);
    const accepted = sampleGolden({ origin: 'feedback', messageId: message.messageId });
    const suggested = sampleGolden({ state: 'suggested', expects: { kind: 'not_covered' }, groups: [] });
    const put = (...questions: GoldenQuestion[]) => golden.putQuestions(tenantId, packId, questions, limits);
    expect(await put(accepted, suggested)).toBe('kept');
    expect(await golden.listQuestions(tenantId, packId, {}, all)).toEqual(byId([accepted, suggested]));
    expect(await golden.listQuestions(tenantId, packId, { state: 'suggested' }, all)).toEqual([suggested]);
    const taken = { ...suggested, state: 'accepted', updatedAtMs: sampleTimeMs + 1 } as const;
    expect(await put(suggested, taken)).toBe('kept');
    expect(await golden.getQuestion(tenantId, packId, taken.goldenId)).toEqual(taken);
    const [first, second] = byId([accepted, taken]);
    const page = { after: first?.goldenId ?? null, limit: 1 };
    expect(await golden.listQuestions(tenantId, packId, { state: 'accepted' }, page)).toEqual([second]);
    const unknown = newId('gld', 1);
    expect(await golden.removeQuestions(tenantId, packId, [unknown, taken.goldenId])).toBe(1);
    expect(await golden.listQuestions(tenantId, packId, {}, all)).toEqual([accepted]);
    expect(await golden.getQuestion(tenantId, packId, taken.goldenId)).toBeNull();
  });

  it('limits golden questions, and still replaces one at the limit', async () => {
    const store = get();
    const { golden } = store;
    const { tenantId, packId } = await newPackOf(store);
    const five = Array.from({ length: 5 }, () => sampleGolden());
    const put = (...questions: GoldenQuestion[]) => golden.putQuestions(tenantId, packId, questions, limits);
    expect(await put(...five)).toBe('kept');
    const changed = five.map((one) => ({ ...one, note: 'changed' }));
    expect(await put(...changed, sampleGolden())).toBe('too_many');
    expect(await golden.listQuestions(tenantId, packId, {}, all)).toEqual(byId(five));
    expect(await put(...changed)).toBe('kept');
    expect(await golden.listQuestions(tenantId, packId, {}, all)).toEqual(byId(changed));
  });

  it('keeps golden questions only for packs and messages that exist, for one tenant only', async () => {
    const store = get();
    const { golden } = store;
    const { tenantId, packId, other } = await newPackOf(store);
    const question = sampleGolden();
    expect(await golden.putQuestions(tenantId, newId('pack', 1), [question], limits)).toBe('unknown');
    expect(await golden.putQuestions(other, packId, [question], limits)).toBe('unknown');
    const ofNothing = sampleGolden({ messageId: newId('msg', 1) });
    expect(await golden.putQuestions(tenantId, packId, [question, ofNothing], limits)).toBe('unknown');
    expect(await golden.listQuestions(tenantId, packId, {}, all)).toEqual([]);
    await golden.putQuestions(tenantId, packId, [question], limits);
    expect(await golden.listQuestions(other, packId, {}, all)).toEqual([]);
    expect(await golden.getQuestion(other, packId, question.goldenId)).toBeNull();
    expect(await golden.removeQuestions(other, packId, [question.goldenId])).toBe(0);
  });

  it('deletes golden questions, the gate and evaluations with their pack', async () => {
    const store = get();
    const { golden, content } = store;
    const { tenantId, packId } = await newPackOf(store);
    const evaluation = sampleEvaluation(packId);
    await golden.putQuestions(tenantId, packId, [sampleGolden()], limits);
    await golden.setGate(tenantId, packId, { toleranceShare: 0.02 });
    await golden.putEvaluation(tenantId, evaluation, 5);
    await content.deletePack(tenantId, packId);
    await newPack(content, tenantId, { packId });
    expect(await golden.listQuestions(tenantId, packId, {}, all)).toEqual([]);
    expect(await golden.getGate(tenantId, packId)).toBeNull();
    expect(await golden.getEvaluation(tenantId, evaluation.evaluationId)).toBeNull();
  });
}

function describeGates(get: () => OpenedStore): void {
  it('sets, changes and removes a gate', async () => {
    const store = get();
    const { golden } = store;
    const { tenantId, packId, other } = await newPackOf(store);
    const read = () => golden.getGate(tenantId, packId);
    expect(await read()).toBeNull();
    for (const gate of [{ toleranceShare: 0 }, { toleranceShare: 0.05 }, null, null]) {
      expect(await golden.setGate(tenantId, packId, gate)).toBe(true);
      expect(await read()).toEqual(gate);
    }
    expect(await golden.setGate(other, packId, { toleranceShare: 1 })).toBe(false);
    expect(await read()).toBeNull();
  });
}

function describeEvaluations(get: () => OpenedStore): void {
  it('keeps evaluations complete, and lists them newest first without their reports', async () => {
    const store = get();
    const { golden } = store;
    const { tenantId, packId, other } = await newPackOf(store);
    const given = [0, 1, 2].map((ms) =>
      sampleEvaluation(packId, {
        evaluationId: newId('evl', sampleTimeMs + ms),
        subject: { version: 4, draftRevision: ms },
        createdBy: newId('key', ms),
      }),
    );
    for (const one of given) expect(await golden.putEvaluation(tenantId, one, 5)).toBe(true);
    const summaries = given.map(({ report: _, ...rest }) => rest).toReversed();
    const list = (before: StoredEvaluation['evaluationId'] | null, limit: number) =>
      golden.listEvaluations(tenantId, packId, { before, limit });
    expect(await list(null, 2)).toEqual(summaries.slice(0, 2));
    expect(await list(summaries[1]?.evaluationId ?? null, 2)).toEqual(summaries.slice(2));
    for (const one of given) {
      expect(await golden.getEvaluation(tenantId, one.evaluationId)).toEqual(one);
      expect(await golden.getEvaluation(other, one.evaluationId)).toBeNull();
    }
    expect(await golden.putEvaluation(other, sampleEvaluation(packId), 5)).toBe(false);
    expect(await golden.listEvaluations(other, packId, { before: null, limit: 9 })).toEqual([]);
  });

  it('keeps as many evaluations of each pack as requested', async () => {
    const store = get();
    const { golden, content } = store;
    const { tenantId, packId } = await newPackOf(store);
    const second = await newPack(content, tenantId);
    const inSecond = sampleEvaluation(second);
    await golden.putEvaluation(tenantId, inSecond, 2);
    const given = [0, 1, 2, 3].map((ms) =>
      sampleEvaluation(packId, { evaluationId: newId('evl', sampleTimeMs + ms) }),
    );
    for (const one of given) await golden.putEvaluation(tenantId, one, 2);
    const listed = await golden.listEvaluations(tenantId, packId, { before: null, limit: 9 });
    expect(listed.map(({ evaluationId }) => evaluationId)).toEqual([
      given[3]?.evaluationId,
      given[2]?.evaluationId,
    ]);
    expect(await golden.getEvaluation(tenantId, inSecond.evaluationId)).toEqual(inSecond);
  });
}
