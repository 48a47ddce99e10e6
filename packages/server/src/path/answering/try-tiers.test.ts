import type {
  AnswerFound,
  AnsweringSteps,
  Draft,
  FailedTier,
  Question,
  QuotedDraft,
  Retrieved,
  Support,
  WrittenDraft,
  WrittenFound,
} from '@avow/answering';
import type { Evidence, Scoring } from '@avow/answering/score';
import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract/guardrails';
import type { Guard } from '@avow/guardrails';
import type { ModelCost, ModelTier } from '@avow/inference';
import { describe, expect, it } from 'vitest';
import type { PathDependencies } from '../path-dependencies.ts';
import type { RetrievedQuery } from '../query.ts';
import type { StartTier } from './choose-tier.ts';
import { tryTiers } from './try-tiers.ts';

const question: Question = {
  ...{ tenantId: 'ten_a', text: 'When?', packIds: null, groups: [], nowMs: 0, language: null },
};
const retrieved: Retrieved = { packs: [], curated: [], documents: [], further: [], isDegraded: false };
const cost: ModelCost = { currency: 'USD', amount: 1, inputTokens: 10, outputTokens: 1 };
const written: WrittenDraft = {
  ...{ kind: 'written', sourceType: 'document', support: [], units: [], json: null, judgedBy: 'judge' },
  found: { kind: 'written', supported: 0.9, keptShare: 1, logProbability: null },
};
const quoted: QuotedDraft = {
  ...{ kind: 'quoted', lead: '', sourceType: 'document', support: [], judgement: null },
  found: { kind: 'read', probability: 0.7, features: {} },
};
const drafted: WrittenFound = { kind: 'drafted', draft: written, isWhole: true };
const failed: WrittenFound = { kind: 'failed', code: 'busy' };
const ungrounded: WrittenFound = { kind: 'ungrounded' };
const notCovered: WrittenFound = { kind: 'not_covered' };
const withhold = { when_ungrounded: 'withhold' } as const;

interface Given {
  /** What each tier says, in order. */
  readonly says?: readonly WrittenFound[];
  readonly reads?: QuotedDraft | null;
  readonly start?: StartTier;
  readonly answering?: Partial<GuardrailPolicy['answering']>;
  readonly needsModel?: boolean;
  /** The model's answer is streamed. */
  readonly streams?: boolean;
  readonly isUnread?: boolean;
  /** There is no reading model: words alone are compared. */
  readonly hasNoReader?: boolean;
  readonly question?: string;
  readonly givesWay?: boolean;
  /** How likely the scorer finds what was written; what was read is as likely as the reader says. */
  readonly writtenProbability?: number;
  readonly mayAskModels?: boolean;
  readonly streamed?: WrittenDraft | null;
  readonly leftMs?: number;
  readonly read?: AnswerFound;
  readonly failedTiers?: readonly FailedTier[];
}

async function tryAll(given: Given = {}) {
  const { says = [drafted], reads = quoted, leftMs = 60_000, streamed = null } = given;
  const did: string[] = [];
  const costs: Promise<ModelCost>[] = [];
  const steps = {
    tiers: says.map((_, index) => ({
      tier: (index + 1) as ModelTier['tier'],
      name: `model ${index + 1}`,
      givesWay: given.givesWay ?? true,
    })),
    read: async (): Promise<AnswerFound> => {
      did.push('read');
      return {
        draft: reads,
        isStale: false,
        isDegraded: given.isUnread ?? false,
        models: { answering: given.hasNoReader === true ? null : 'reader', judging: null },
        choices: [],
      };
    },
    write: async (_: Question, __: Retrieved, { tier, limits, options }) => {
      await options.beforeSending();
      if (given.streams === true) await options.onDraft?.(written);
      did.push(`write ${tier} ${Math.round(limits.leftMs() / 1000)}`);
      return { found: says[tier - 1] ?? failed, cost };
    },
  } as Pick<AnsweringSteps, 'tiers' | 'read' | 'write'> as AnsweringSteps;
  const policy = guardrailPolicySchema.parse({ guardrails: [] }).answering;
  const answering = { ...policy, compare_with_embedded: false, ...given.answering };
  const guard = { answering } as Guard;
  const { signal } = new AbortController();
  const query = {
    ...{
      question: { ...question, text: given.question ?? question.text },
      retrieved,
      guard,
      start: given.start ?? { tier: 1, by: 'policy' },
    },
    admission: {
      request: {
        answer_format: 'markdown',
        ...(given.needsModel === true ? { answer_schema: { type: 'object' } } : {}),
      },
    },
    input: { text: question.text },
    admissionRecord: { commit: async () => void did.push('admit') },
    stream: {
      onDraft: () => async () => void did.push('stream'),
      streamedDraft: () => (did.includes('stream') ? written : streamed),
    },
    scorer: {
      probabilityOf: (evidence: unknown) => {
        const { found } = evidence as Draft;
        return found.kind === 'read' ? found.probability : (given.writtenProbability ?? 0.9);
      },
    },
    timeLimit: { signal, leftMs: () => leftMs },
    mayAskModels: given.mayAskModels ?? true,
    failedTiers: given.failedTiers ?? [],
    tally: { addCost: (one: Promise<ModelCost>) => void costs.push(one) },
  } as unknown as RetrievedQuery;
  const evidenceOf = (draft: Draft) => draft as unknown as Evidence;
  const scoring = { evidenceOf } as unknown as Scoring;
  const path = { steps, scoring } as unknown as PathDependencies;
  const outcome = await tryTiers(path, query, given.read ?? null);
  return { outcome, did, costs: await Promise.all(costs) };
}

describe('tryTiers', () => {
  it('[CON-3-34] asks the first tier, once its admission is on record, and says which it was', async () => {
    const { outcome, did, costs } = await tryAll();
    expect(outcome).toMatchObject({ draft: written, tier: 1, routing: 'retrieval', isDegraded: false });
    expect(outcome.models).toEqual({ answering: 'model 1', judging: 'judge', verifying: null });
    expect(did).toEqual(['admit', 'write 1 50']);
    expect(costs).toEqual([cost]);
  });

  it('[CON-3-36] continues with the next tier if one fails, in the time that is left, and says so', async () => {
    const { outcome, did, costs } = await tryAll({ says: [failed, failed, drafted] });
    expect(outcome).toMatchObject({ draft: written, tier: 3, routing: 'fallback', isDegraded: true });
    expect(did).toEqual(['admit', 'write 1 30', 'admit', 'write 2 30', 'admit', 'write 3 50']);
    expect(costs).toHaveLength(3);
  });

  it('answers by the embedded models if no tier can', async () => {
    const { outcome, did } = await tryAll({ says: [failed] });
    expect(outcome).toMatchObject({ draft: quoted, tier: 0, routing: 'fallback', isDegraded: true });
    expect(did.at(-1)).toBe('read');
  });

  it('keeps a quarter of little time for the embedded models', async () => {
    expect((await tryAll({ leftMs: 8_000 })).did).toEqual(['admit', 'write 1 6']);
  });

  it("asks no model if the client wants none, or starts with the client's tier", async () => {
    const none = await tryAll({ start: { tier: 0, by: 'client' } });
    expect(none.outcome).toMatchObject({ tier: 0, routing: 'client', isDegraded: false });
    expect(none.did).toEqual(['read']);
    const second = await tryAll({ says: [drafted, drafted], start: { tier: 2, by: 'client' } });
    expect(second.outcome).toMatchObject({ tier: 2, routing: 'client', isDegraded: false });
  });

  it('asks no model if the reader is certain enough, and reads once if it is not', async () => {
    const sure = await tryAll({ answering: { reader_confidence_min: 0.7 } });
    expect([sure.did, sure.outcome.tier, sure.outcome.isDegraded]).toEqual([['read'], 0, false]);
    const unsure = await tryAll({ says: [failed], answering: { reader_confidence_min: 0.71 } });
    expect(unsure.did.filter((step) => step === 'read')).toHaveLength(1);
  });

  it('does not read again what was read for comparison with a pair', async () => {
    const models = { answering: 'reader', judging: null };
    const read = { draft: quoted, isStale: false, isDegraded: false, models, choices: [] };
    const { outcome, did } = await tryAll({ says: [failed], read });
    expect(outcome.draft).toBe(quoted);
    expect(did).not.toContain('read');
  });

  it('continues with the next tier if a model finds no answer, the embedded models last', async () => {
    const next = await tryAll({ says: [notCovered, drafted] });
    expect(next.outcome).toMatchObject({ draft: written, tier: 2, routing: 'fallback', isDegraded: true });
    const last = await tryAll({ says: [notCovered] });
    expect(last.outcome).toMatchObject({ draft: quoted, tier: 0, routing: 'fallback', isDegraded: true });
    const failedTiers = [{ tier: 1, model: 'model 1', cause: 'not_covered' }];
    expect([next.outcome.failedTiers, last.outcome.failedTiers]).toEqual([failedTiers, failedTiers]);
  });

  it('finds no answer if neither a language model nor the embedded models do', async () => {
    const { outcome } = await tryAll({ says: [notCovered], reads: null });
    expect(outcome).toMatchObject({ draft: null, isUngrounded: false, isOutOfModels: false });
    expect(outcome).toMatchObject({ tier: 0, isDegraded: false, models: { answering: 'reader' } });
  });

  it('is degraded if one model found no answer and another could not be asked', async () => {
    const { outcome } = await tryAll({ says: [notCovered, failed] });
    expect(outcome).toMatchObject({ draft: quoted, tier: 0, isDegraded: true });
  });

  it.each([
    { why: 'the policy lets no embedded model answer instead', answering: withhold, needsModel: false },
    { why: 'the client has a schema', answering: {}, needsModel: true },
  ])('takes the word of models that find no answer if $why', async ({ answering, needsModel }) => {
    const { outcome, did } = await tryAll({ says: [notCovered, failed], answering, needsModel });
    expect(outcome).toMatchObject({ draft: null, tier: 1, isUngrounded: false, isOutOfModels: false });
    expect(outcome.models.answering).toBe('model 1');
    expect(did).not.toContain('read');
    const both = await tryAll({ says: [notCovered, ungrounded], answering, needsModel });
    expect(both.outcome).toMatchObject({ draft: null, tier: 2, isUngrounded: true });
  });

  it('continues with the next tier if the main claim of one is not supported', async () => {
    const { outcome, did } = await tryAll({ says: [ungrounded, drafted] });
    expect(outcome).toMatchObject({ draft: written, tier: 2, routing: 'fallback', isDegraded: true });
    expect(outcome.failedTiers).toEqual([{ tier: 1, model: 'model 1', cause: 'ungrounded' }]);
    expect(did).not.toContain('read');
  });

  it('[CON-3-09] gives the embedded answer, or none, if no language model is grounded', async () => {
    const instead = await tryAll({ says: [ungrounded, failed] });
    expect(instead.outcome).toMatchObject({ draft: quoted, tier: 0, routing: 'fallback', isDegraded: true });
    const withheld = await tryAll({ says: [ungrounded], answering: withhold });
    expect(withheld.outcome).toMatchObject({ draft: null, isUngrounded: true, tier: 1 });
    expect(withheld.outcome.models.answering).not.toBeNull();
    expect(withheld.did).not.toContain('read');
  });

  it('does not hold against the question what a model said that the sources do not', async () => {
    const { outcome } = await tryAll({ says: [ungrounded], reads: null });
    expect(outcome).toMatchObject({ draft: null, tier: 0, isUngrounded: false, isOutOfModels: false });
  });

  it.each([
    ['busy', 'unavailable'],
    ['wrong_key', 'unavailable'],
    ['timeout', 'timeout'],
    ['spent', 'budget_spent'],
    ['cut', 'interrupted'],
    ['not_understood', 'malformed'],
    ['too_long', 'malformed'],
    ['echoed_prompt', 'echoed_prompt'],
    ['leaked_instructions', 'leaked_instructions'],
  ] as const)('says of a tier that failed with %s that it was %s', async (code, cause) => {
    const { outcome } = await tryAll({ says: [{ kind: 'failed', code }, drafted] });
    expect(outcome.failedTiers).toEqual([{ tier: 1, model: 'model 1', cause }]);
  });

  it('asks no tier again whose answer was not used', async () => {
    const failedTiers: FailedTier[] = [{ tier: 1, model: 'model 1', cause: 'guardrail' }];
    const { outcome, did } = await tryAll({ says: [drafted, failed], failedTiers });
    expect(did.join()).not.toContain('write 1');
    expect(outcome).toMatchObject({ draft: quoted, tier: 0, routing: 'fallback', isDegraded: true });
    expect(outcome.failedTiers).toEqual([
      ...failedTiers,
      { tier: 2, model: 'model 2', cause: 'unavailable' },
    ]);
  });

  it('has no answer to a schema if no model is available', async () => {
    const failing = await tryAll({ says: [failed], needsModel: true });
    expect(failing.outcome).toMatchObject({ draft: null, isOutOfModels: true, isUngrounded: false });
    const falling = await tryAll({ says: [ungrounded], needsModel: true });
    expect(falling.outcome).toMatchObject({ draft: null, isOutOfModels: false, isUngrounded: true });
    expect(failing.did).not.toContain('read');
  });

  it('uses no language model if the budget is spent, and says so', async () => {
    const { outcome, did } = await tryAll({ mayAskModels: false });
    expect(outcome).toMatchObject({ draft: quoted, tier: 0, routing: 'fallback', isDegraded: true });
    expect(outcome.failedTiers).toEqual([{ tier: 1, model: 'model 1', cause: 'budget_spent' }]);
    expect(did).toEqual(['read']);
  });

  it.each([failed, ungrounded])(
    'ends with what was streamed, regardless of what the model did after that',
    async (found) => {
      const { outcome } = await tryAll({ says: [found, drafted], streamed: written });
      expect(outcome).toMatchObject({ draft: written, tier: 1, isDegraded: true });
    },
  );
});

describe('an answer that is compared with that of the embedded models', () => {
  const compared = { compare_with_embedded: true };
  const words: Support = {
    ...{ documentId: 'doc_a', pack: { packId: 'pack_a', version: 1 }, source: 'a.md', title: 'A', url: null },
    ...{ quote: 'It opens at nine.', start: 10, end: 27, score: 1, follows: 'as_paragraph' },
  };
  const same: QuotedDraft = { ...quoted, support: [{ ...words, start: 20, end: 40 }] };
  const others: QuotedDraft = { ...quoted, support: [{ ...words, start: 27, end: 40 }] };
  const change = { written: 'It is.', delivered: '', reason: 'no_source' } as const;
  const answer: WrittenDraft = { ...written, support: [words], changes: [change] };
  const says: readonly WrittenFound[] = [{ kind: 'drafted', draft: answer, isWhole: true }];

  it('is given if both rest on the same words, and says how sure they are', async () => {
    const { outcome, did } = await tryAll({ says, reads: same, answering: compared });
    expect(outcome).toMatchObject({ draft: answer, tier: 1, other: null, routing: 'retrieval' });
    expect(outcome.draft).toMatchObject({ compared: { probability: 0.7, agrees: true } });
    // While it is written, and not after it.
    expect(did).toEqual(['admit', 'read', 'write 1 50']);
  });

  it('gives way to a surer one from other words, and its tier has done its part', async () => {
    const { outcome } = await tryAll({ says, reads: others, answering: compared, writtenProbability: 0.6 });
    expect(outcome).toMatchObject({ draft: others, tier: 0, routing: 'retrieval', isDegraded: false });
    expect(outcome.models.answering).toBe('reader');
    expect(outcome.failedTiers).toEqual([
      { tier: 1, model: 'model 1', cause: 'less_sure', changes: [change] },
    ]);
    expect(outcome.other).toMatchObject({ tier: 1, model: 'model 1', probability: 0.6, draft: answer });
  });

  it('is given if it is surer, with the other one beside it', async () => {
    const { outcome } = await tryAll({ says, reads: others, answering: compared, writtenProbability: 0.8 });
    expect(outcome).toMatchObject({ draft: answer, tier: 1, failedTiers: [] });
    expect(outcome.draft).toMatchObject({ compared: { agrees: false } });
    expect(outcome.other).toMatchObject({ tier: 0, model: 'reader', probability: 0.7, draft: others });
  });

  it('is given if the embedded models find none, unless it is hardly likely', async () => {
    const alone = { says, reads: null, answering: compared };
    const likely = await tryAll({ ...alone, writtenProbability: 0.35 });
    expect(likely.outcome).toMatchObject({ tier: 1, other: null });
    expect(likely.outcome.draft).toMatchObject({ compared: { probability: 0, agrees: false } });
    const { outcome } = await tryAll({ ...alone, writtenProbability: 0.34 });
    expect(outcome).toMatchObject({ draft: null, tier: 0, isDegraded: false, routing: 'retrieval' });
    expect(outcome.failedTiers).toMatchObject([{ tier: 1, cause: 'less_sure' }]);
    expect(outcome.other).toMatchObject({ tier: 1, draft: answer });
    const large = await tryAll({ ...alone, writtenProbability: 0.1, givesWay: false });
    expect(large.outcome).toMatchObject({ tier: 1, failedTiers: [] });
  });

  it('is given if the embedded models could not read', async () => {
    const unread = { reads: others, isUnread: true, writtenProbability: 0.1 };
    const { outcome } = await tryAll({ says, answering: compared, ...unread });
    expect(outcome).toMatchObject({ tier: 1, other: null, isDegraded: false });
    expect(outcome.draft).not.toHaveProperty('compared');
  });

  it('is given and streamed if no model has read, whatever words alone find', async () => {
    const unread = { says, answering: compared, hasNoReader: true, writtenProbability: 0.1 };
    for (const reads of [null, others]) {
      const { outcome } = await tryAll({ ...unread, reads });
      expect(outcome).toMatchObject({ tier: 1, other: null, failedTiers: [] });
      expect(outcome.draft).not.toHaveProperty('compared');
    }
    expect((await tryAll({ ...unread, reads: null, streams: true })).did).toContain('stream');
  });

  it('is given by a model that does not give way, and streamed at once', async () => {
    const large = { says, reads: others, answering: compared, writtenProbability: 0.1, givesWay: false };
    const { outcome } = await tryAll(large);
    expect(outcome).toMatchObject({ draft: answer, tier: 1, failedTiers: [] });
    expect(outcome.other).toMatchObject({ tier: 0 });
    expect((await tryAll({ ...large, streams: true })).did).toContain('stream');
  });

  it('is not taken back once a part of it has been streamed', async () => {
    const less = { answering: compared, writtenProbability: 0.1, says };
    const { outcome } = await tryAll({ ...less, reads: others, streamed: answer });
    expect(outcome).toMatchObject({ draft: answer, tier: 1 });
    expect(outcome.other).toMatchObject({ tier: 0 });
  });

  it('is streamed at once only if both rest on the same words', async () => {
    const streaming = { says, streams: true, answering: compared };
    // What is streamed in these tests rests on nothing.
    expect((await tryAll({ ...streaming, reads: null })).did).not.toContain('stream');
    expect((await tryAll({ ...streaming, reads: others })).did).not.toContain('stream');
    expect((await tryAll({ says, streams: true, reads: others })).did).toContain('stream');
  });

  it.each<[string, Given]>([
    ['the policy says so', {}],
    ['they may not answer in its place', { answering: { ...compared, ...withhold } }],
    ['the client chose the tier', { answering: compared, start: { tier: 1, by: 'client' } }],
    ['the client has a schema', { answering: compared, needsModel: true }],
    [
      'they do not read the language of the question',
      {
        answering: compared,
        question: 'Wie viele Tage Urlaub habe ich im Jahr, und wer entscheidet darüber?',
      },
    ],
  ])('is not compared if %s', async (_, given) => {
    const { outcome, did } = await tryAll({ says, reads: others, writtenProbability: 0.1, ...given });
    expect(outcome).toMatchObject({ tier: 1, other: null });
    expect(did).not.toContain('read');
  });
});
