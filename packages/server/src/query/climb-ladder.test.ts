import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import type {
  AnswerFound,
  AnsweringSteps,
  Question,
  QuotedDraft,
  Retrieved,
  WrittenDraft,
  WrittenFound,
} from '../interfaces/answering.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { ModelCost, ModelTier } from '../interfaces/language-model.ts';
import type { StartTier } from './choose-tier.ts';
import { climbLadder } from './climb-ladder.ts';

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

interface Given {
  /** What each tier says, in order. */
  readonly says?: readonly WrittenFound[];
  readonly reads?: QuotedDraft | null;
  readonly start?: StartTier;
  readonly answering?: Partial<GuardrailPolicy['answering']>;
  readonly needsModel?: boolean;
  readonly mayAskModels?: boolean;
  readonly told?: WrittenDraft | null;
  readonly leftMs?: number;
}

async function climb(given: Given = {}) {
  const { says = [drafted], reads = quoted, leftMs = 60_000, told = null } = given;
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
    write: async (_: Question, __: Retrieved, { tier, limits, wish }) => {
      await wish.beforeSending();
      did.push(`write ${tier} ${Math.round(limits.leftMs() / 1000)}`);
      return { found: says[tier - 1] ?? failed, cost };
    },
  } as Pick<AnsweringSteps, 'tiers' | 'read' | 'write'> as AnsweringSteps;
  const policy = guardrailPolicySchema.parse({ guardrails: [] }).answering;
  const guard = { answering: { ...policy, ...given.answering } } as Guard;
  const { signal } = new AbortController();
  const climbed = await climbLadder(
    { steps, guard },
    {
      ...{ question, retrieved, start: given.start ?? { tier: 1, by: 'policy' } },
      request: {
        wish: {
          format: 'markdown',
          schema: null,
          mayGoUnjudged: true,
          supportedMin: 0,
          sift: async () => new Set(),
          onSoFar: null,
        },
        needsModel: given.needsModel ?? false,
        toldDraft: () => told,
      },
      timeLimit: { signal, leftMs: () => leftMs },
      mayAskModels: given.mayAskModels ?? true,
      beforeSending: async () => void did.push('admit'),
      onCost: (one) => void costs.push(one),
    },
  );
  return { climbed, did, costs: await Promise.all(costs) };
}

describe('climbLadder', () => {
  it('[CON-3-34] asks the first tier, once its admission is on record, and says which it was', async () => {
    const { climbed, did, costs } = await climb();
    expect(climbed).toMatchObject({ draft: written, tier: 1, routing: 'retrieval', isDegraded: false });
    expect(climbed.models).toEqual({ answering: 'model 1', judging: 'judge' });
    expect(did).toEqual(['admit', 'write 1 57']);
    expect(costs).toEqual([cost]);
  });

  it('[CON-3-36] goes on with the next tier where one fails, in the time that is left, and says so', async () => {
    const { climbed, did, costs } = await climb({ says: [failed, failed, drafted] });
    expect(climbed).toMatchObject({ draft: written, tier: 3, routing: 'fallback', isDegraded: true });
    expect(did).toEqual(['admit', 'write 1 34', 'admit', 'write 2 34', 'admit', 'write 3 57']);
    expect(costs).toHaveLength(3);
  });

  it('answers by the embedded models where no tier can', async () => {
    const { climbed, did } = await climb({ says: [failed] });
    expect(climbed).toMatchObject({ draft: quoted, tier: 0, routing: 'fallback', isDegraded: true });
    expect(did.at(-1)).toBe('read');
  });

  it('keeps a quarter of little time for the embedded models', async () => {
    expect((await climb({ leftMs: 8_000 })).did).toEqual(['admit', 'write 1 6']);
  });

  it("asks no model where the client wants none, or begins with the client's tier", async () => {
    const none = await climb({ start: { tier: 0, by: 'client' } });
    expect(none.climbed).toMatchObject({ tier: 0, routing: 'client', isDegraded: false });
    expect(none.did).toEqual(['read']);
    const second = await climb({ says: [drafted, drafted], start: { tier: 2, by: 'client' } });
    expect(second.climbed).toMatchObject({ tier: 2, routing: 'client', isDegraded: false });
  });

  it('asks no model where the reader is sure enough, and reads once where it is not', async () => {
    const sure = await climb({ answering: { reader_sure_min: 0.7 } });
    expect([sure.did, sure.climbed.tier, sure.climbed.isDegraded]).toEqual([['read'], 0, false]);
    const unsure = await climb({ says: [failed], answering: { reader_sure_min: 0.71 } });
    expect(unsure.did.filter((step) => step === 'read')).toHaveLength(1);
  });

  it('takes the word of a model that finds no answer', async () => {
    const { climbed, did } = await climb({ says: [{ kind: 'not_covered' }] });
    expect(climbed).toMatchObject({ draft: null, tier: 1, isUngrounded: false, isDegraded: false });
    expect(did).not.toContain('read');
  });

  it('[CON-3-09] gives the embedded answer, or none, where the main claim falls', async () => {
    const instead = await climb({ says: [ungrounded, drafted] });
    expect(instead.climbed).toMatchObject({ draft: quoted, tier: 0, routing: 'fallback', isDegraded: true });
    expect(instead.did).toEqual(['admit', 'write 1 34', 'read']);
    const withheld = await climb({ says: [ungrounded], answering: { when_ungrounded: 'withhold' } });
    expect(withheld.climbed).toMatchObject({ draft: null, isUngrounded: true, tier: 1 });
    expect(withheld.climbed.models.answering).not.toBeNull();
    expect(withheld.did).not.toContain('read');
    expect((await climb({ says: [ungrounded], reads: null })).climbed.isUngrounded).toBe(true);
    expect((await climb({ says: [failed], reads: null })).climbed.isUngrounded).toBe(false);
  });

  it('has nothing to fill in a form with where no model can', async () => {
    const failing = await climb({ says: [failed], needsModel: true });
    expect(failing.climbed).toMatchObject({ draft: null, isOutOfModels: true, isUngrounded: false });
    const falling = await climb({ says: [ungrounded], needsModel: true });
    expect(falling.climbed).toMatchObject({ draft: null, isOutOfModels: false, isUngrounded: true });
    expect(failing.did).not.toContain('read');
  });

  it('does without language models where what may be spent has been, and says so', async () => {
    const { climbed, did } = await climb({ mayAskModels: false });
    expect(climbed).toMatchObject({ draft: quoted, tier: 0, routing: 'fallback', isDegraded: true });
    expect(did).toEqual(['read']);
  });

  it.each([failed, ungrounded])(
    'ends with what was told, whatever the model did after that',
    async (found) => {
      const { climbed } = await climb({ says: [found, drafted], told: written });
      expect(climbed).toMatchObject({ draft: written, tier: 1, isDegraded: true });
    },
  );
});
