import type { QueryRequest } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import { createForgetfulRecords } from '../evaluating/create-forgetful-records.ts';
import type { Guard } from '../interfaces/guard.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { MessageRow, RecordStore } from '../interfaces/record-store.ts';
import type { AnsweringAppParts, AnsweringPlace } from './compose-queries.ts';
import { warmUp } from './warm-up.ts';
import { withScratchQueries } from './with-scratch-queries.ts';

export interface AskingAgain extends Pick<AnsweringPlace, 'knowledge' | 'whole' | 'budgets'> {
  readonly tenantId: TenantId;
  readonly request: QueryRequest;
  readonly guard: Guard;
  /** The thread that the question goes on. */
  readonly listMessages: RecordStore['listMessages'];
  /** What is valid is judged by this time. */
  readonly asOfMs: number;
  /** Cuts short what is being answered. */
  readonly signal: AbortSignal;
}

/** `ended`: as it would have been recorded. `refused`: why there is nothing to compare. */
export type AskedAgain =
  | { readonly kind: 'ended'; readonly row: MessageRow }
  | { readonly kind: 'refused'; readonly error: AppError };

/**
 * Answers a question on the very path of a query, as if it were asked at another time, in another state of the knowledge
 * and of a thread. Nothing of it is kept; what language models cost is counted as the tenant's spending.
 */
export async function askAgain(
  parts: AnsweringAppParts,
  { request, listMessages, asOfMs, ...place }: AskingAgain,
): Promise<AskedAgain> {
  const { records, upkeep } = createForgetfulRecords(() => undefined);
  let ended: MessageRow | null = null;
  const finishMessage: RecordStore['finishMessage'] = async (tenantId, row, { cost }) => {
    ended = row;
    if (cost !== null) await parts.data.store.records.addSpending(tenantId, cost);
    return { leafIndex: 0, leafHash: '' };
  };
  const scratch = {
    ...{ ...place, upkeep },
    records: { ...records, listMessages, finishMessage, isThreadOf: async () => true },
  };
  return await withScratchQueries({ ...parts, clock: { nowMs: () => asOfMs } }, scratch, async (ask) => {
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
    await warmUp(parts, place.signal, async (prompt) => {
      const asked = await askOnce({
        ...{ prompt, channel_type: 'batch', answer_format: 'structured_text', model_tier: 0 },
      });
      return asked.kind === 'ended' && !asked.row.isDegraded;
    });
    return await askOnce(request);
  });
}
