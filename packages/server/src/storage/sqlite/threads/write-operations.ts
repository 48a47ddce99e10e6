import type { DatabaseSync } from 'node:sqlite';
import {
  createWriteOperations as createSharedWrites,
  type WriteContext,
} from '../../sql/write-operations.ts';
import { sqliteStatements } from '../sqlite-statements.ts';

/** All operations of the writer. */
export function createWriteOperations(database: DatabaseSync, context: WriteContext) {
  const prove = database.prepare('UPDATE write_proof SET written = randomblob(65536)');
  return {
    ...createSharedWrites(sqliteStatements(database), context),
    proveWrite(_: null): null {
      prove.run();
      return null;
    },
  };
}

export type WriteOperations = ReturnType<typeof createWriteOperations>;
