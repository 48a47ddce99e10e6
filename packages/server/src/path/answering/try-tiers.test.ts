import type {
  AnswerFound,
  AnsweringSteps,
  FailedTier,
  Question,
  QuotedDraft,
  Retrieved,
  WrittenDraft,
  WrittenFound,
} from '@avow/answering';
import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract';
import type { Guard } from '@avow/guardrails';
import type { ModelCost, ModelTier } from '@avow/inference';
import { describe, expect, it } from 'vitest';
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
    tiers: says.map((_, index) => ({ tier: (index + 1) as ModelTier['tier'], name: `model ${index + 1}` })),
    read: async (): Promise<AnswerFound> => {
      did.push('read');
      return {
        draft: reads,
        isStale: false,
        isDegraded: false,
        models: { answering: 'reader', judging: null },
        choices: [],
      };
    },
    write: async (_: Question, __: Retrieved, { tier, limits, options }) => {
      await options.beforeSending();
      did.push(`write ${tier} ${Math.round(limits.leftMs() / 1000)}`);
      return { found: says[tier - 1] ?? failed, cost };
    },
  } as Pick<AnsweringSteps, 'tiers' | 'read' | 'write'> as AnsweringSteps;
  const policy = guardrailPolicySchema.parse({ guardrails: [] }).answering;
  const guard = { answering: { ...policy, ...given.answering } } as Guard;
  const { signal } = new AbortController();
  const query = {
    ...{ question, retrieved, guard, start: given.start ?? { tier: 1, by: 'policy' } },
    admission: {
      request: {
        answer_format: 'markdown',
        ...(given.needsModel === true ? { answer_schema: { type: 'object' } } : {}),
      },
    },
    input: { text: question.text },
    admissionRecord: { commit: async () => void did.push('admit') },
    stream: { onDraft: () => null, streamedDraft: () => streamed },
    timeLimit: { signal, leftMs: () => leftMs },
    mayAskModels: given.mayAskModels ?? true,
    failedTiers: given.failedTiers ?? [],
    tally: { addCost: (one: Promise<ModelCost>) => void costs.push(one) },
  } as unknown as RetrievedQuery;
  const outcome = await tryTiers(steps, query, given.read ?? null);
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
