import { type Cost, type QueryRequestInput, queryRequestSchema } from '@avow/contract';
import { createInFlight } from '../access/in-flight.ts';
import { AppError } from '../errors/app-error.ts';
import { createForgetfulRecords } from '../evaluating/create-forgetful-records.ts';
import type { Reply } from '../evaluating/result-of.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { KnowledgeStore } from '../interfaces/knowledge-store.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import type { WholeSearch } from '../knowledge/keep-search-whole.ts';
import { type Budgets, createBudgets } from '../query/create-budgets.ts';
import type { Queries } from '../query/create-queries.ts';
import type { AppParts } from './app-parts.ts';
import { type AnsweringAppParts, composeQueries } from './compose-queries.ts';

export type ScratchParts = AnsweringAppParts & Required<Pick<AppParts, 'budgets'>>;

export interface ScratchPlace {
  readonly tenantId: TenantId;
  /** What questions are answered from. */
  readonly knowledge: KnowledgeStore;
  readonly whole: WholeSearch;
  readonly guard: Guard;
  /** Cuts short what is being answered. */
  readonly signal: AbortSignal;
}

export interface Asked {
  readonly prompt: string;
  readonly groups: readonly string[];
  readonly tier: 0 | 1 | 2 | 3 | null;
}

/** More than anybody asks at once. */
const atOnceMax = 64;

/**
 * Answers questions on the very path of a query, with records that are kept nowhere: no message, no event, no key and no
 * remembered answer stays. What language models cost is counted as the tenant's spending, since it has to be paid.
 */
export async function askInScratch<Done>(
  parts: ScratchParts,
  { tenantId, knowledge, whole, guard: inForce, signal }: ScratchPlace,
  work: (ask: (asked: Asked) => Promise<Reply>) => Promise<Done>,
): Promise<Done> {
  const costs = new Map<string, ModelCost>();
  const guard = undelayed(inForce);
  const queries = composeQueries(parts, {
    ...createForgetfulRecords((messageId, cost) => void costs.set(messageId, cost)),
    ...{ knowledge, whole },
    inFlight: createInFlight({ tenantMax: atOnceMax, totalMax: atOnceMax }),
    guards: { inForce: async () => guard, ofVersion: async () => guard },
    budgets: budgetsOf(parts),
    telemetry: { step: (_name, step) => step(), ended: () => undefined },
    answerCacheMs: 0,
  });
  const takeCost = async (messageId: string | undefined): Promise<Cost | null> => {
    const cost = messageId === undefined ? undefined : costs.get(messageId);
    if (messageId === undefined || cost === undefined) return null;
    costs.delete(messageId);
    await parts.data.store.records.addSpending(tenantId, cost);
    return costToWire(cost);
  };
  const cut = () => void queries.drain(0);
  signal.addEventListener('abort', cut, { once: true });
  try {
    return await work((asked) => askOnce(queries, { tenantId, asked, takeCost }));
  } finally {
    signal.removeEventListener('abort', cut);
    await queries.drain(0);
  }
}

/** As the policy has it, but nobody is waited for to look at an answer first, and a tier may always be chosen. */
function undelayed(guard: Guard): Guard {
  return {
    ...guard,
    review: { ...guard.review, below: null },
    answering: { ...guard.answering, client_may_choose: true },
  };
}

/** What is spent here counts, and what was spent before counts here. */
function budgetsOf({ data, clock, budgets }: ScratchParts): Budgets {
  return createBudgets({ records: data.store.records, clock, budgets });
}

async function askOnce(
  queries: Queries,
  {
    tenantId,
    asked,
    takeCost,
  }: {
    readonly tenantId: TenantId;
    readonly asked: Asked;
    readonly takeCost: (messageId: string | undefined) => Promise<Cost | null>;
  },
): Promise<Reply> {
  const { prompt, groups, tier } = asked;
  const given: QueryRequestInput = {
    ...{ prompt, groups: [...groups], channel_type: 'batch' },
    ...(tier === null ? {} : { model_tier: tier }),
  };
  const request = queryRequestSchema.parse(given);
  const startedAt = performance.now();
  const timeMs = () => Math.round((performance.now() - startedAt) * 1000) / 1000;
  try {
    const waiting = { respondAsync: false, waitMs: null };
    const answer = await queries.ask({ tenantId, request, idempotencyKey: null }, waiting);
    if (answer.kind === 'replayed') throw new AppError('internal');
    const took = timeMs();
    const cost = await takeCost(answer.response.message_id);
    return { kind: 'replied', response: answer.response, timeMs: took, cost };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const took = timeMs();
    return {
      kind: 'failed',
      problem: error.code,
      timeMs: took,
      cost: await takeCost(error.options.messageId),
    };
  }
}

function costToWire({ currency, amount, inputTokens, outputTokens }: ModelCost): Cost {
  return { currency, amount, input_tokens: inputTokens, output_tokens: outputTokens };
}
