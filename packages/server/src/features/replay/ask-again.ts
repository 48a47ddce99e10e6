import type { QueryRequest } from '@avow/contract';
import { AppError, type TenantId } from '@avow/foundation';
import type { Guard } from '@avow/guardrails';
import type { Encoder, Reader } from '@avow/inference';
import { createScratchRecords } from '../../path/scratch/create-scratch-records.ts';
import {
  type ComposeQueries,
  type QueriesContext,
  warmUp,
  withScratchQueries,
} from '../../path/scratch/with-scratch-queries.ts';
import type { MessageRow, RecordStore } from '../records/record-store.ts';

interface AnsweringModels {
  readonly composeQueries: ComposeQueries;
  readonly encoder: Encoder | null;
  readonly reader: Reader | null;
  /** The tenant's own records: what language models cost is spending of the tenant. */
  readonly spending: Pick<RecordStore, 'addSpending'>;
}

export interface AskAgainOptions extends Pick<QueriesContext, 'content' | 'packSearch' | 'budgets'> {
  readonly tenantId: TenantId;
  readonly request: QueryRequest;
  readonly guard: Guard;
  /** Lists the messages of the thread that the question continues. */
  readonly listMessages: RecordStore['listMessages'];
  /** The time at which content must be valid. */
  readonly asOfMs: number;
  /** Ends the question that is being answered. */
  readonly signal: AbortSignal;
}

/** `ended`: the message as it would have been recorded. `refused`: why there is nothing to compare. */
export type AskedAgain =
  | { readonly kind: 'ended'; readonly row: MessageRow }
  | { readonly kind: 'refused'; readonly error: AppError };

/**
 * Answers a question on the path of a query, as if it were asked at another time, in another state of the content and
 * of the thread. Nothing is stored except what language models cost, which counts as the tenant's spending.
 */
export async function askAgain(
  models: AnsweringModels,
  { request, listMessages, asOfMs, ...context }: AskAgainOptions,
): Promise<AskedAgain> {
  const { records, upkeep } = createScratchRecords(() => undefined);
  let ended: MessageRow | null = null;
  const finishMessage: RecordStore['finishMessage'] = async (tenantId, row, { cost }) => {
    ended = row;
    if (cost !== null) await models.spending.addSpending(tenantId, cost);
    return 'ended';
  };
  const scratch = {
    ...{ ...context, upkeep, clock: { nowMs: () => asOfMs } },
    records: { ...records, listMessages, finishMessage, isThreadOf: async () => true },
  };
  return await withScratchQueries(models.composeQueries, scratch, async (ask) => {
    const askOnce = async (asked: QueryRequest): Promise<AskedAgain> => {
      ended = null;
      try {
        await ask(asked);
      } catch (error) {
        if (error instanceof AppError) return { kind: 'refused', error };
        throw error;
      }
      return ended === null
        ? { kind: 'refused', error: new AppError('internal') }
        : { kind: 'ended', row: ended };
    };
    await warmUp(models, context.signal, async (prompt) => {
      const asked = await askOnce({
        ...{ prompt, channel_type: 'batch', answer_format: 'structured_text', model_tier: 0 },
      });
      return asked.kind === 'ended' && !asked.row.isDegraded;
    });
    return await askOnce(request);
  });
}
