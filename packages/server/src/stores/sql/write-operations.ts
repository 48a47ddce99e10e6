import { createAccessWrites } from '../access/access-writes.ts';
import { createDraftWrites } from '../content/draft-writes.ts';
import { createPackWrites } from '../content/pack-writes.ts';
import { createVersionWrites } from '../content/version-writes.ts';
import { prepareActiveHolds } from '../erasure/active-holds.ts';
import { prepareDestruction } from '../erasure/content-destruction.ts';
import { createErasureWrites } from '../erasure/erasure-writes.ts';
import { createHoldWrites } from '../erasure/hold-writes.ts';
import { createRetentionWrites } from '../erasure/retention-writes.ts';
import { prepareSweepProgress } from '../erasure/sweep-progress.ts';
import { createCalibrationWrites } from '../feedback/calibration-writes.ts';
import { createFeedbackWrites } from '../feedback/feedback-writes.ts';
import { createGoldenWrites } from '../golden/golden-writes.ts';
import { createInsightWrites } from '../insights/insight-writes.ts';
import { createJobWrites } from '../jobs/job-writes.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { openLastingSecrets } from '../keys/lasting-secrets.ts';
import { openRecordSecrets } from '../keys/record-secrets.ts';
import type { LogAppends } from '../log/log-appends.ts';
import { createLogWrites } from '../log/log-writes.ts';
import { prepareDerivedPairs } from '../messages/derived-pairs.ts';
import { createIdempotencyWrites } from '../messages/idempotency-writes.ts';
import { createJournalWrites } from '../messages/journal-writes.ts';
import { createOutboxWrites } from '../messages/outbox-writes.ts';
import { createSpendingSweep } from '../messages/prepare-spending.ts';
import { createRecordWrites } from '../messages/record-writes.ts';
import { createTimeWrites } from '../messages/time-writes.ts';
import { createPasskeyWrites } from '../people/passkey-writes.ts';
import { createSessionWrites } from '../people/session-writes.ts';
import { createUserWrites } from '../people/user-writes.ts';
import { createPolicyWrites } from '../policies/policy-writes.ts';
import { createRequestWrites } from '../requests/request-writes.ts';
import { createDiscardWrites } from '../rights/discard-row.ts';
import { createUnsealedWrites } from '../rights/seal-unsealed.ts';
import { createScreeningWrites } from '../screenings/screening-writes.ts';
import { createSourceWrites } from '../sources/source-writes.ts';
import { createWebhookWrites } from '../webhooks/webhook-writes.ts';
import { done, type Operation } from './operation.ts';
import type { Statements } from './statements.ts';

/** What operations keep between the statements of a transaction. */
export interface WriteContext {
  readonly keys: KeyRing;
  /** Of this process; omitted: no other answers messages from the same records. */
  readonly nodeId?: string;
  readonly log: LogAppends;
  /** Whether operations may take for granted what the server finds out anyway. Omitted: they look first. */
  readonly mayAssume?: () => boolean;
  /**
   * Called if texts or bytes were deleted. In SQLite they are then still in the WAL. Known limit: a row that SQLite moved to
   * another page before may have left a copy in the unused part of the first, which only VACUUM clears.
   */
  readonly onTextRemoved: () => void;
  /** Whether the last attempt to empty SQLite's WAL failed. Omitted: there is none. */
  readonly isTextLeft?: () => boolean;
}

/** The operations that write, for either engine. */
export function createWriteOperations(statements: Statements, context: WriteContext) {
  const { keys, log, onTextRemoved, isTextLeft, nodeId = null, mayAssume = null } = context;
  const recordSecrets = openRecordSecrets(statements, keys);
  const sweepProgress = prepareSweepProgress(statements);
  const activeHolds = prepareActiveHolds(statements);
  const derivedPairs = prepareDerivedPairs(statements);
  const lasting = openLastingSecrets(statements, keys);
  const destruction = prepareDestruction(statements, { recordSecrets, lasting, derivedPairs });
  const retention = {
    ...{ keys, lasting, log, activeHolds, destruction, sweepProgress, derivedPairs, onTextRemoved },
  };
  const feedback = { keys, recordSecrets, activeHolds, derivedPairs, onTextRemoved };
  return {
    ...createRecordWrites(statements, { keys, recordSecrets, log, sweepProgress, nodeId, mayAssume }),
    ...createLogWrites(statements, log),
    ...createJournalWrites(statements, { keys, nodeId }),
    ...createIdempotencyWrites(statements, { keys, nodeId }),
    ...createOutboxWrites(statements),
    ...createSpendingSweep(statements),
    ...createTimeWrites(statements),
    ...createAccessWrites(statements, { keys, log }),
    ...createPolicyWrites(statements, { keys, log }),
    ...createUnsealedWrites(statements, { keys, log }),
    ...createDiscardWrites(statements, { keys, log }),
    ...createGoldenWrites(statements, { recordSecrets, lasting, onTextRemoved }),
    ...createErasureWrites(statements, retention),
    ...createHoldWrites(statements, retention),
    ...createRetentionWrites(statements, retention),
    ...createPackWrites(statements, onTextRemoved),
    ...createDraftWrites(statements, onTextRemoved),
    ...createVersionWrites(statements, onTextRemoved),
    ...createJobWrites(statements, onTextRemoved),
    ...createFeedbackWrites(statements, feedback),
    ...createCalibrationWrites(statements, log),
    ...createInsightWrites(statements, { recordSecrets, derivedPairs }),
    ...createWebhookWrites(statements, { keys, lasting, log, onTextRemoved }),
    ...createSourceWrites(statements, { keys, lasting, onTextRemoved }),
    ...createScreeningWrites(statements, keys),
    ...createUserWrites(statements, { keys, log }),
    ...createSessionWrites(statements, { keys, log }),
    ...createPasskeyWrites(statements, { keys, log }),
    ...createRequestWrites(statements),
    /** How many rows were removed: fewer than `rowsMax` means that none is left. */
    dropWiped: (rowsMax: number) => recordSecrets.dropWiped(rowsMax),
    isTextLeft: (_: null) => done(isTextLeft?.() ?? false),
    truncateWal(_: null): Operation<void> {
      onTextRemoved();
      return done(undefined);
    },
  };
}

export type WriteOperations = ReturnType<typeof createWriteOperations>;
