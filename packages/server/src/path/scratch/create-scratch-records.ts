import type { MessageId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { ModelCost } from '@avow/inference';
import type { RecordStore, RecordUpkeep } from '../../features/records/record-store.ts';

/**
 * A record store that stores nothing. On the path of a query it takes the place of the tenant's store, so that
 * evaluations and replays leave no trace in the tenant's records.
 */
export function createScratchRecords(
  /** Called once for each message that has ended and cost something. */
  onCost: (messageId: MessageId, cost: ModelCost) => void,
): { readonly records: RecordStore; readonly upkeep: RecordUpkeep } {
  const records: RecordStore = {
    claimIdempotencyKey: async () => ({ kind: 'claimed' }),
    releaseIdempotencyKey: async () => undefined,
    admitMessage: async () => undefined,
    startMessage: async () => true,
    // No reviewer would ever decide on it.
    submitForReview: async () => Promise.reject(new AppError('internal')),
    finishMessage: async (_tenantId, { messageId }, { cost }) => {
      if (cost !== null) onCost(messageId, cost);
      return 'ended';
    },
    appendJournal: async () => true,
    readJournal: async () => [],
    addSpending: async () => undefined,
    readSpending: async () => [],
    getMessage: async () => null,
    getRecord: async () => null,
    readSalts: async () => [],
    listMessages: async () => [],
    listInReview: async () => [],
    listIncidents: async () => [],
    isThreadOf: async () => false,
    isHidden: async () => false,
    hasThread: async () => false,
  };
  const upkeep: RecordUpkeep = {
    listUnfinished: async () => [],
    adopt: async () => false,
    freeClaims: async () => undefined,
    listOverdue: async () => [],
    sweep: async () => undefined,
    countAll: async () => ({ tenants: 0, packs: 0, passages: 0, jobs: 0, open: [] }),
    dropSpending: async () => undefined,
    notifyAll: async () => undefined,
  };
  return { records, upkeep };
}
