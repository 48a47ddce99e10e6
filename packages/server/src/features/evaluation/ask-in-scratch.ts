import { type QueryRequest, type QueryRequestInput, queryRequestSchema } from '@avow/contract/query';
import type { Cost } from '@avow/contract/records';
import type { QuestionReply } from '@avow/evaluation';
import type { Clock, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { Guard } from '@avow/guardrails';
import type { ModelCost, ModelsSettings } from '@avow/inference';
import { type Budgets, createBudgets } from '../../path/admission/create-budgets.ts';
import { createScratchRecords } from '../../path/scratch/create-scratch-records.ts';
import { type ComposeQueries, withScratchQueries } from '../../path/scratch/with-scratch-queries.ts';
import type { Queries } from '../../path/waiting/create-queries.ts';
import type { ContentStore } from '../content/content-store.ts';
import type { SelfRepairingSearch } from '../publication/publication.ts';
import type { RecordStore } from '../records/record-store.ts';

export interface ScratchDependencies {
  readonly composeQueries: ComposeQueries;
  /** The tenant's own records: what language models cost is spending of the tenant. */
  readonly spending: Pick<RecordStore, 'addSpending' | 'readSpending'>;
  readonly budgets: ModelsSettings['budgets'];
  readonly clock: Clock;
}

interface ScratchContext {
  readonly tenantId: TenantId;
  /** The content that questions are answered from. */
  readonly content: ContentStore;
  readonly packSearch: SelfRepairingSearch;
  readonly guard: Guard;
  /** Ends questions that are being answered. */
  readonly signal: AbortSignal;
}

export interface ScratchQuestion {
  readonly prompt: string;
  readonly groups: readonly string[];
  readonly tier: 0 | 1 | 2 | 3 | null;
  /** Left out: plain text. */
  readonly format?: 'markdown';
}

/**
 * Answers questions on the path of a query without storing anything: no message, no event, no key and no cached answer.
 * What language models cost counts as the tenant's spending, since it has to be paid.
 */
export async function askInScratch<Done>(
  parts: ScratchDependencies,
  context: ScratchContext,
  work: (ask: (asked: ScratchQuestion) => Promise<QuestionReply>) => Promise<Done>,
): Promise<Done> {
  const costs = new Map<string, ModelCost>();
  const takeCost = async (messageId: string | undefined): Promise<Cost | null> => {
    const cost = messageId === undefined ? undefined : costs.get(messageId);
    if (messageId === undefined || cost === undefined) return null;
    costs.delete(messageId);
    await parts.spending.addSpending(context.tenantId, cost);
    return costToWire(cost);
  };
  const { records, upkeep } = createScratchRecords((messageId, cost) => void costs.set(messageId, cost));
  const scratch = { ...context, records, upkeep, clock: parts.clock, budgets: budgetsOf(parts) };
  return await withScratchQueries(parts.composeQueries, scratch, (ask) =>
    work((asked) => askOnce(ask, asked, takeCost)),
  );
}

/** Evaluations and queries draw on the same budget. */
function budgetsOf({ spending, clock, budgets }: ScratchDependencies): Budgets {
  return createBudgets({ records: spending, clock, budgets: () => budgets });
}

async function askOnce(
  ask: (request: QueryRequest) => ReturnType<Queries['ask']>,
  { prompt, groups, tier, format }: ScratchQuestion,
  takeCost: (messageId: string | undefined) => Promise<Cost | null>,
): Promise<QuestionReply> {
  const given: QueryRequestInput = {
    ...{ prompt, groups: [...groups], channel_type: 'batch' },
    ...(tier === null ? {} : { model_tier: tier }),
    ...(format === undefined ? {} : { answer_format: format }),
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
