import type { DatabaseSync } from 'node:sqlite';
import { createAccessWrites } from './access-writes.ts';
import { createDraftWrites } from './draft-writes.ts';
import { createGoldenWrites } from './golden-writes.ts';
import { createIdempotencyWrites } from './idempotency-writes.ts';
import { createInsightWrites } from './insight-writes.ts';
import { createJobWrites } from './job-writes.ts';
import { createJournalWrites } from './journal-writes.ts';
import type { LeafNumbers } from './leaf-numbers.ts';
import { createLearningWrites } from './learning-writes.ts';
import { createOutboxWrites } from './outbox-writes.ts';
import { createPackWrites } from './pack-writes.ts';
import { createPolicyWrites } from './policy-writes.ts';
import { createRecordWrites } from './record-writes.ts';
import { createVersionWrites } from './version-writes.ts';

export interface WriteContext {
  readonly leafNumbers: LeafNumbers;
  /**
   * Called where texts or bytes were deleted, which are then still in the WAL. Known limit: a row that SQLite moved to
   * another page before may have left a copy in the unused part of the first, which only VACUUM clears.
   */
  readonly onTextRemoved: () => void;
}

/** Everything that the writer can be asked. */
export function createWriteOperations(database: DatabaseSync, { leafNumbers, onTextRemoved }: WriteContext) {
  const prove = database.prepare('UPDATE write_proof SET written = randomblob(65536)');
  return {
    ...createRecordWrites(database, leafNumbers),
    ...createJournalWrites(database),
    ...createIdempotencyWrites(database),
    ...createOutboxWrites(database),
    ...createAccessWrites(database),
    ...createPackWrites(database, onTextRemoved),
    ...createDraftWrites(database, onTextRemoved),
    ...createVersionWrites(database, onTextRemoved),
    ...createJobWrites(database, onTextRemoved),
    ...createPolicyWrites(database),
    ...createLearningWrites(database, onTextRemoved),
    ...createInsightWrites(database),
    ...createGoldenWrites(database, onTextRemoved),
    proveWrite(_: null): null {
      prove.run();
      return null;
    },
    truncateWal(_: null): null {
      onTextRemoved();
      return null;
    },
  };
}

export type WriteOperations = ReturnType<typeof createWriteOperations>;
