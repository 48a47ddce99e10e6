import type { AnsweringSteps, Retrieved } from '@avow/answering';
import { type GuardrailPolicy, guardrailPolicySchema } from '@avow/contract';
import type { FilterOutcome, Guard } from '@avow/guardrails';
import type { ModelCost } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { describe, expect, it } from 'vitest';
import type { PathDependencies } from '../path-dependencies.ts';
import type { RetrievedQuery } from '../query.ts';
import { widenSearch } from './widen-search.ts';

const cost: ModelCost = { currency: 'USD', amount: 1, inputTokens: 10, outputTokens: 1 };
const hitOf = (text: string, groups: readonly string[] = []) =>
  ({ text, headings: '', documentId: `doc_${text}`, ordinal: 0, groups }) as unknown as PassageHit;
const passed: FilterOutcome = {
  ...{ results: [], models: [], blocked: null, tripwireTriggered: false, degraded: false },
  leftOut: new Set(),
};

interface Given {
  readonly answering?: Partial<GuardrailPolicy['answering']>;
  /** What the model asks for, call by call; null: it is not asked such things. */
  readonly plans?: ReadonlyArray<readonly string[] | null>;
  readonly order?: readonly number[] | null;
  readonly finds?: (query: string) => readonly PassageHit[];
  readonly isUnchecked?: boolean;
  readonly mayAskModels?: boolean;
}

async function widen(given: Given) {
  const { plans = [], order = null, finds = (query) => [hitOf(`on ${query}`)] } = given;
  const did: string[] = [];
  const groupsSeen: unknown[] = [];
  const costs: Promise<ModelCost | null>[] = [];
  let planned = 0;
  const steps = {
    tiers: [{ tier: 1, name: 'model 1' }],
    keepScreened: () => undefined,
    rankPassages: async (_: unknown, passages: readonly PassageHit[]) => {
      did.push(`rank ${passages.length}`);
      return { order, model: 'model 1', cost };
    },
    planSearches: async (
      _: unknown,
      known: readonly PassageHit[],
      { searchesMax }: { searchesMax: number },
    ) => {
      did.push(`plan ${known.length} for ${searchesMax}`);
      const queries = planned < plans.length ? (plans[planned++] ?? null) : [];
      return queries === null ? null : { queries: queries.slice(0, searchesMax), model: 'model 1', cost };
    },
    retrieve: async ({ text, groups }: { text: string; groups: readonly string[] }) => {
      did.push(`search ${text} as ${groups.join()}`);
      return { documents: finds(text) };
    },
  } as unknown as AnsweringSteps;
  const guard = {
    answering: { ...guardrailPolicySchema.parse({ guardrails: [] }).answering, ...given.answering },
    filterPassages: async (texts: readonly string[]): Promise<FilterOutcome> => ({
      ...passed,
      blocked: given.isUnchecked === true ? { guardrailId: 'grd_1', reason: 'guardrail_unavailable' } : null,
      leftOut: new Set([...texts.keys()].filter((at) => texts[at]?.includes('bad'))),
    }),
  } as unknown as Guard;
  const retrieved = { documents: [hitOf('one'), hitOf('two')], further: [], curated: [], packs: [] };
  const query = {
    ...{ guard, retrieved, widened: retrieved, filtered: passed, start: { tier: 1, by: 'policy' } },
    question: { text: 'Who?', groups: ['staff'], inContext: 'And who?' },
    ...{ failedTiers: [], mayAskModels: given.mayAskModels ?? true, isRepeated: false },
    admissionRecord: { commit: async () => void did.push('admit') },
    timeLimit: { signal: new AbortController().signal, leftMs: () => 60_000 },
    tally: {
      addCost: (one: Promise<ModelCost | null>) => void costs.push(one),
      audience: { addSource: (groups: readonly string[]) => void groupsSeen.push(groups) },
    },
  } as unknown as RetrievedQuery;
  const telemetry = { step: (_: string, run: () => unknown) => run() };
  const widened = await widenSearch({ steps, telemetry } as unknown as PathDependencies, query);
  return { ...widened, did, groupsSeen, costs: await Promise.all(costs) };
}

const textsOf = ({ documents }: Pick<Retrieved, 'documents'>) => documents.map(({ text }) => text);

describe('widenSearch', () => {
  it('asks nothing unless the policy wants it, and a language model may be asked', async () => {
    expect((await widen({ plans: [['When?']] })).did).toEqual([]);
    const spent = { answering: { search_steps: 3, rank_with_model: true }, mayAskModels: false };
    expect((await widen(spent)).did).toEqual([]);
  });

  it('looks up what the model asks for with the rights of who asked, and says what that found', async () => {
    const restricted = hitOf('restricted', ['board']);
    const result = await widen({
      answering: { search_steps: 3 },
      plans: [['When?'], ['Where?', 'Who?'], []],
      finds: (query) => (query === 'When?' ? [hitOf('two'), restricted, hitOf('bad')] : [hitOf('three')]),
    });
    expect(result.did).toEqual([
      ...['admit', 'plan 2 for 3', 'search When? as staff'],
      // The question itself is not looked up again.
      ...['plan 3 for 2', 'search Where? as staff', 'plan 4 for 1'],
    ]);
    expect(result.searches).toEqual([
      { model: 'model 1', query: 'When?', passages: 1 },
      { model: 'model 1', query: 'Where?', passages: 1 },
    ]);
    expect(result.widened.further.map(textsOf)).toEqual([['restricted'], ['three']]);
    // Who may see the record of it depends on what was found, too.
    expect(result.groupsSeen).toContainEqual(['board']);
    expect(result.costs).toEqual([cost, cost, cost]);
  });

  it('makes no more searches than the policy allows, however many are asked for', async () => {
    const plans = [['a', 'b', 'c', 'd'], ['e']];
    const { searches, did } = await widen({ answering: { search_steps: 2 }, plans });
    expect(searches.map(({ query }) => query)).toEqual(['a', 'b']);
    expect(did.filter((step) => step.startsWith('plan'))).toHaveLength(1);
  });

  it('uses nothing that could not be checked', async () => {
    const { widened, searches } = await widen({
      answering: { search_steps: 1 },
      ...{ plans: [['When?']], isUnchecked: true },
    });
    expect(widened.further).toEqual([]);
    expect(searches).toEqual([{ model: 'model 1', query: 'When?', passages: 0 }]);
  });

  it('stops where the model is not asked such things, or repeats itself', async () => {
    const none = await widen({ answering: { search_steps: 3 }, plans: [null] });
    expect([none.searches, none.costs]).toEqual([[], [null]]);
    const again = await widen({ answering: { search_steps: 3 }, plans: [['When?'], ['When?']] });
    expect(again.searches).toHaveLength(1);
  });

  it('takes the order of the model, and keeps its own if there is none', async () => {
    const answering = { rank_with_model: true };
    expect(textsOf((await widen({ answering, order: [1, 0] })).widened)).toEqual(['two', 'one']);
    expect(textsOf((await widen({ answering })).widened)).toEqual(['one', 'two']);
  });
});
