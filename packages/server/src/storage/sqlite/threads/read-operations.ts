import type { DatabaseSync } from 'node:sqlite';
import type { KeyRing } from '../../keys/key-ring.ts';
import { createReadOperations as createSharedReads } from '../../sql/read-operations.ts';
import { sqliteStatements } from '../sqlite-statements.ts';

/** All operations of the reader. */
export function createReadOperations(database: DatabaseSync, keys: KeyRing) {
  const prove = database.prepare('SELECT id FROM write_proof');
  return {
    proveRead(_: null): null {
      prove.get();
      return null;
    },
    ...createSharedReads(sqliteStatements(database), keys),
  };
}

export type ReadOperations = ReturnType<typeof createReadOperations>;
