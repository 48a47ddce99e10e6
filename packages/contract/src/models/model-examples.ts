import type { ModelCheckResult, ModelsState } from './language-models.ts';

const given = {
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  price: { currency: 'USD', input_per_million: 3, output_per_million: 15 },
  budget_per_day: 20,
};

const state: ModelsState = {
  in_charge: 'console',
  revision: 1,
  updated_at: '2024-11-21T09:14:03.231Z',
  updated_by: 'usr_01jd7b0s2t4v6w8x0y1z3a5b7c',
  tiers: [
    {
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      base_url: null,
      region: null,
      has_key: true,
      key_id: '4f0c1b7e9d2a6538',
      price: given.price,
      budget_per_day: 20,
      last_check: { works: true, fault: null, checked_at: '2026-11-18T09:12:44.120Z' },
    },
  ],
  refinement: null,
  verification: null,
  guardrail: null,
  tenant_budget: { currency: 'USD', per_day: null, per_month: 100, when_spent: 'embedded' },
};

const check: ModelCheckResult = {
  works: true,
  fault: null,
  took_ms: 812,
  cost: { currency: 'USD', amount: 0.000141 },
};

/** What the operations on language models take, by their ids. */
export const modelRequestExamples: Readonly<Record<string, unknown>> = {
  replaceLanguageModels: {
    tiers: [{ ...given, key: 'sk-ant-example' }],
    tenant_budget: { currency: 'USD', per_month: 100, when_spent: 'embedded' },
  },
  checkLanguageModel: { model: { ...given, key_id: '4f0c1b7e9d2a6538' } },
};

/** What they answer with. */
export const modelResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getLanguageModels: { 200: state },
  replaceLanguageModels: { 200: state },
  checkLanguageModel: { 200: check },
};
