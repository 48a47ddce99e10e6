import type { DatabaseSync } from 'node:sqlite';
import type { KeyRing } from '../../keys/key-ring.ts';
import { createReadOperations as createSharedReads } from '../../sql/read-operations.ts';
import { createDraftReads } from '../content/draft-reads.ts';
import { createPackReads } from '../content/pack-reads.ts';
import { createServedReads } from '../content/served-reads.ts';
import { createHoldReads } from '../erasure/hold-reads.ts';
import { createRetentionReads } from '../erasure/retention-reads.ts';
import { createGoldenReads } from '../golden/golden-reads.ts';
import { createJobReads } from '../jobs/job-reads.ts';
import { sqliteStatements } from '../sqlite-statements.ts';

/** All operations of the reader. */
export function createReadOperations(database: DatabaseSync, keys: KeyRing) {
  const statements = sqliteStatements(database);
  const prove = database.prepare('SELECT id FROM write_proof');
  return {
    proveRead(_: null): null {
      prove.get();
      return null;
    },
    ...createSharedReads(statements, keys),
    ...createPackReads(database),
    ...createDraftReads(database),
    ...createServedReads(database),
    ...createJobReads(database),
    ...createGoldenReads(database, keys),
    ...createRetentionReads(database, keys),
    ...createHoldReads(database, keys),
  };
}

export type ReadOperations = ReturnType<typeof createReadOperations>;
