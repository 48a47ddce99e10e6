import type { DatabaseSync } from 'node:sqlite';
import { prepareActiveHolds } from '../../erasure/active-holds.ts';
import { prepareSweepProgress } from '../../erasure/sweep-progress.ts';
import { openLastingSecrets } from '../../keys/lasting-secrets.ts';
import { openRecordSecrets } from '../../keys/record-secrets.ts';
import { prepareDerivedPairs } from '../../messages/derived-pairs.ts';
import {
  createWriteOperations as createSharedWrites,
  type WriteContext,
} from '../../sql/write-operations.ts';
import { createDraftWrites } from '../content/draft-writes.ts';
import { createPackWrites } from '../content/pack-writes.ts';
import { createVersionWrites } from '../content/version-writes.ts';
import { prepareDestruction } from '../erasure/content-destruction.ts';
import { createErasureWrites } from '../erasure/erasure-writes.ts';
import { createHoldWrites } from '../erasure/hold-writes.ts';
import { createRetentionWrites } from '../erasure/retention-writes.ts';
import { createGoldenWrites } from '../golden/golden-writes.ts';
import { createJobWrites } from '../jobs/job-writes.ts';
import { sqliteStatements } from '../sqlite-statements.ts';

export interface SqliteWriteContext extends WriteContext {
  /** Whether the last attempt to empty the WAL failed. Omitted: there is no WAL. */
  readonly isTextLeft?: () => boolean;
}

/** All operations of the writer. */
export function createWriteOperations(
  database: DatabaseSync,
  { keys, log, onTextRemoved, isTextLeft }: SqliteWriteContext,
) {
  const statements = sqliteStatements(database);
  const recordSecrets = openRecordSecrets(statements, keys);
  const activeHolds = prepareActiveHolds(statements);
  const lasting = openLastingSecrets(statements, keys);
  const destruction = prepareDestruction(database, { recordSecrets, lasting });
  const sweepProgress = prepareSweepProgress(statements);
  const derivedPairs = prepareDerivedPairs(statements);
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
    ...createSharedWrites(statements, { keys, log, onTextRemoved }),
    ...createPackWrites(database, onTextRemoved),
    ...createDraftWrites(database, onTextRemoved),
    ...createVersionWrites(database, onTextRemoved),
    ...createJobWrites(database, onTextRemoved),
    ...createGoldenWrites(database, { recordSecrets, lasting, onTextRemoved }),
    ...createErasureWrites(database, retention),
    ...createHoldWrites(database, { keys, lasting, log, activeHolds, sweepProgress }),
    ...createRetentionWrites(database, retention),
    proveWrite(_: null): null {
      prove.run();
      return null;
    },
    isTextLeft: (_: null): boolean => isTextLeft?.() ?? false,
  };
}

export type WriteOperations = ReturnType<typeof createWriteOperations>;
