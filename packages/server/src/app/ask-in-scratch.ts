import { type Cost, type QueryRequest, type QueryRequestInput, queryRequestSchema } from '@avow/contract';
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
import type { AnsweringAppParts } from './compose-queries.ts';
import { withScratchQueries } from './with-scratch-queries.ts';

export type ScratchParts = AnsweringAppParts & Required<Pick<AppParts, 'budgets'>>;

interface ScratchPlace {
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

/**
 * Answers questions on the very path of a query, with records that are kept nowhere: no message, no event, no key and no
 * remembered answer stays. What language models cost is counted as the tenant's spending, since it has to be paid.
 */
export async function askInScratch<Done>(
  parts: ScratchParts,
  place: ScratchPlace,
  work: (ask: (asked: Asked) => Promise<Reply>) => Promise<Done>,
): Promise<Done> {
  const costs = new Map<string, ModelCost>();
  const takeCost = async (messageId: string | undefined): Promise<Cost | null> => {
    const cost = messageId === undefined ? undefined : costs.get(messageId);
    if (messageId === undefined || cost === undefined) return null;
    costs.delete(messageId);
    await parts.data.store.records.addSpending(place.tenantId, cost);
    return costToWire(cost);
  };
  const { records, upkeep } = createForgetfulRecords((messageId, cost) => void costs.set(messageId, cost));
  const scratch = { ...place, records, upkeep, budgets: budgetsOf(parts) };
  return await withScratchQueries(parts, scratch, (ask) => work((asked) => askOnce(ask, asked, takeCost)));
}

/** What is spent here counts, and what was spent before counts here. */
function budgetsOf({ data, clock, budgets }: ScratchParts): Budgets {
  return createBudgets({ records: data.store.records, clock, budgets });
}

async function askOnce(
  ask: (request: QueryRequest) => ReturnType<Queries['ask']>,
  { prompt, groups, tier }: Asked,
  takeCost: (messageId: string | undefined) => Promise<Cost | null>,
): Promise<Reply> {
  const given: QueryRequestInput = {
    ...{ prompt, groups: [...groups], channel_type: 'batch' },
    ...(tier === null ? {} : { model_tier: tier }),
  };
  const request = queryRequestSchema.parse(given);
  const startedAt = performance.now();
  const timeMs = () => Math.round((performance.now() - startedAt) * 1000) / 1000;
  try {
    const answer = await ask(request);
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
