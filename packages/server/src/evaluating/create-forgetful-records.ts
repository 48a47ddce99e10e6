import { AppError } from '../errors/app-error.ts';
import type { MessageId } from '../interfaces/identity.ts';
import type { ModelCost } from '../interfaces/language-model.ts';
import type { RecordStore, RecordUpkeep } from '../interfaces/record-store.ts';

/**
 * Records that nobody keeps: each question of a golden set is asked by itself, and nothing of it is ever read again. On
 * the path of a query they take the place of the tenant's own, so that none of these has a trace of it, nor any disk.
 */
export function createForgetfulRecords(
  /** Told once of each message that has ended and did cost something. */
  onCost: (messageId: MessageId, cost: ModelCost) => void,
): { readonly records: RecordStore; readonly upkeep: RecordUpkeep } {
  const records: RecordStore = {
    claimIdempotencyKey: async () => ({ kind: 'claimed' }),
    releaseIdempotencyKey: async () => undefined,
    admitMessage: async () => undefined,
    startMessage: async () => true,
    // Nobody will ever look at it.
    holdMessage: async () => Promise.reject(new AppError('internal')),
    finishMessage: async (_tenantId, { messageId }, { cost }) => {
      if (cost !== null) onCost(messageId, cost);
      return { leafIndex: 0, leafHash: '' };
    },
    appendJournal: async () => true,
    readJournal: async () => [],
    addSpending: async () => undefined,
    readSpending: async () => [],
    getMessage: async () => null,
    getRecord: async () => null,
    readSalts: async () => [],
    listMessages: async () => [],
    listHeld: async () => [],
    isThreadOf: async () => false,
  };
  const upkeep: RecordUpkeep = {
    listUnfinished: async () => [],
    listOverdue: async () => [],
    sweep: async () => undefined,
    notifyAll: async () => undefined,
  };
  return { records, upkeep };
}
