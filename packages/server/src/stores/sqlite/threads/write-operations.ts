import type { DatabaseSync } from 'node:sqlite';
import { createWriteOperations as createSharedWrites } from '../../sql/write-operations.ts';
import { createDraftWrites } from '../content/draft-writes.ts';
import { createPackWrites } from '../content/pack-writes.ts';
import { createVersionWrites } from '../content/version-writes.ts';
import { prepareActiveHolds } from '../erasure/active-holds.ts';
import { prepareDestruction } from '../erasure/content-destruction.ts';
import { createErasureWrites } from '../erasure/erasure-writes.ts';
import { createHoldWrites } from '../erasure/hold-writes.ts';
import { createRetentionWrites } from '../erasure/retention-writes.ts';
import { prepareSweepProgress } from '../erasure/sweep-progress.ts';
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
import { createRecordWrites } from '../messages/record-writes.ts';
import { createTimeWrites } from '../messages/time-writes.ts';
import { sqliteStatements } from '../sqlite-statements.ts';

export interface WriteContext {
  readonly keys: KeyRing;
  readonly log: LogAppends;
  /**
   * Called if texts or bytes were deleted, which are then still in the WAL. Known limit: a row that SQLite moved to
   * another page before may have left a copy in the unused part of the first, which only VACUUM clears.
   */
  readonly onTextRemoved: () => void;
  /** Whether the last attempt to empty the WAL failed. Omitted: there is no WAL. */
  readonly isTextLeft?: () => boolean;
}

/** All operations of the writer. */
export function createWriteOperations(
  database: DatabaseSync,
  { keys, log, onTextRemoved, isTextLeft }: WriteContext,
) {
  const recordSecrets = openRecordSecrets(database, keys);
  const activeHolds = prepareActiveHolds(database);
  const lasting = openLastingSecrets(database, keys);
  const destruction = prepareDestruction(database, { recordSecrets, lasting });
  const sweepProgress = prepareSweepProgress(database);
  const derivedPairs = prepareDerivedPairs(database);
  const retention = {
    keys,
    lasting,
    log,
    activeHolds,
    destruction,
    sweepProgress,
    derivedPairs,
    onTextRemoved,
  };
  const prove = database.prepare('UPDATE write_proof SET written = randomblob(65536)');
  return {
    ...createRecordWrites(database, { keys, recordSecrets, log, sweepProgress }),
    ...createLogWrites(database, log),
    ...createJournalWrites(database, recordSecrets),
    ...createIdempotencyWrites(database, keys),
    ...createOutboxWrites(database),
    ...createSharedWrites(sqliteStatements(database)),
    ...createPackWrites(database, onTextRemoved),
    ...createDraftWrites(database, onTextRemoved),
    ...createVersionWrites(database, onTextRemoved),
    ...createJobWrites(database, onTextRemoved),
    ...createFeedbackWrites(database, { keys, recordSecrets, activeHolds, derivedPairs, onTextRemoved }),
    ...createInsightWrites(database, { recordSecrets, derivedPairs }),
    ...createGoldenWrites(database, { recordSecrets, lasting, onTextRemoved }),
    ...createErasureWrites(database, retention),
    ...createHoldWrites(database, { keys, lasting, log, activeHolds, sweepProgress }),
    ...createRetentionWrites(database, retention),
    ...createTimeWrites(database),
    proveWrite(_: null): null {
      prove.run();
      return null;
    },
    /** How many rows were removed: fewer than `rowsMax` means that none is left. */
    dropWiped: (rowsMax: number): number => recordSecrets.dropWiped(rowsMax),
    isTextLeft: (_: null): boolean => isTextLeft?.() ?? false,
    truncateWal(_: null): null {
      onTextRemoved();
      return null;
    },
  };
}

export type WriteOperations = ReturnType<typeof createWriteOperations>;
