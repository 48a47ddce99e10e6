import type { DatabaseSync } from 'node:sqlite';
import { createAccessWrites } from './access-writes.ts';
import { createDraftWrites } from './draft-writes.ts';
import { prepareDestruction } from './forgetting-destruction.ts';
import { createForgettingWrites } from './forgetting-writes.ts';
import { createGoldenWrites } from './golden-writes.ts';
import { prepareStanding } from './hold-standing.ts';
import { createHoldWrites } from './hold-writes.ts';
import { createIdempotencyWrites } from './idempotency-writes.ts';
import { createInsightWrites } from './insight-writes.ts';
import { createJobWrites } from './job-writes.ts';
import { createJournalWrites } from './journal-writes.ts';
import type { KeyRing } from './key-ring.ts';
import { openLastingSecrets } from './lasting-secrets.ts';
import { createLearningWrites } from './learning-writes.ts';
import { prepareLeftPairs } from './left-pairs.ts';
import type { LogAppends } from './log-appends.ts';
import { createLogWrites } from './log-writes.ts';
import { createOutboxWrites } from './outbox-writes.ts';
import { createPackWrites } from './pack-writes.ts';
import { createPolicyWrites } from './policy-writes.ts';
import { createRecordWrites } from './record-writes.ts';
import { prepareMarks } from './retention-marks.ts';
import { createRetentionWrites } from './retention-writes.ts';
import { createTimeWrites } from './time-writes.ts';
import { openVault } from './vault.ts';
import { createVersionWrites } from './version-writes.ts';

export interface WriteContext {
  readonly keys: KeyRing;
  readonly log: LogAppends;
  /**
   * Called where texts or bytes were deleted, which are then still in the WAL. Known limit: a row that SQLite moved to
   * another page before may have left a copy in the unused part of the first, which only VACUUM clears.
   */
  readonly onTextRemoved: () => void;
  /** Whether the WAL could not be emptied when that was tried last. Left out: there is none. */
  readonly isTextLeft?: () => boolean;
}

/** Everything that the writer can be asked. */
export function createWriteOperations(
  database: DatabaseSync,
  { keys, log, onTextRemoved, isTextLeft }: WriteContext,
) {
  const vault = openVault(database, keys);
  const standing = prepareStanding(database);
  const lasting = openLastingSecrets(database, keys);
  const destruction = prepareDestruction(database, { vault, lasting });
  const marks = prepareMarks(database);
  const leftPairs = prepareLeftPairs(database);
  const forgetting = { keys, lasting, log, standing, destruction, marks, leftPairs, onTextRemoved };
  const prove = database.prepare('UPDATE write_proof SET written = randomblob(65536)');
  return {
    ...createRecordWrites(database, { keys, vault, log, marks }),
    ...createLogWrites(database, log),
    ...createJournalWrites(database, vault),
    ...createIdempotencyWrites(database, keys),
    ...createOutboxWrites(database),
    ...createAccessWrites(database),
    ...createPackWrites(database, onTextRemoved),
    ...createDraftWrites(database, onTextRemoved),
    ...createVersionWrites(database, onTextRemoved),
    ...createJobWrites(database, onTextRemoved),
    ...createPolicyWrites(database),
    ...createLearningWrites(database, { keys, vault, standing, leftPairs, onTextRemoved }),
    ...createInsightWrites(database, { vault, leftPairs }),
    ...createGoldenWrites(database, { vault, lasting, onTextRemoved }),
    ...createForgettingWrites(database, forgetting),
    ...createHoldWrites(database, { keys, lasting, log, standing, marks }),
    ...createRetentionWrites(database, forgetting),
    ...createTimeWrites(database),
    proveWrite(_: null): null {
      prove.run();
      return null;
    },
    /** How many rows were taken away: fewer than `rowsMax` means that none is left. */
    dropWiped: (rowsMax: number): number => vault.dropWiped(rowsMax),
    isTextLeft: (_: null): boolean => isTextLeft?.() ?? false,
    truncateWal(_: null): null {
      onTextRemoved();
      return null;
    },
  };
}

export type WriteOperations = ReturnType<typeof createWriteOperations>;
