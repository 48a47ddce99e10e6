import type { DatabaseSync } from 'node:sqlite';
import type { KeyRing } from '@avow/storage/sealing';
import { sqliteStatements } from '@avow/storage/threads';
import { createReadOperations } from '../read-operations.ts';
import { createWriteOperations, type WriteContext } from '../write-operations.ts';

/** All operations of the reader. */
export function createSqliteReads(database: DatabaseSync, keys: KeyRing) {
  const prove = database.prepare('SELECT id FROM write_proof');
  return {
    proveRead(): null {
      prove.get();
      return null;
    },
    ...createReadOperations(sqliteStatements(database), keys),
  };
}

export type SqliteReads = ReturnType<typeof createSqliteReads>;

/** All operations of the writer. */
export function createSqliteWrites(database: DatabaseSync, context: WriteContext) {
  const prove = database.prepare('UPDATE write_proof SET written = randomblob(65536)');
  return {
    ...createWriteOperations(sqliteStatements(database), context),
    proveWrite(): null {
      prove.run();
      return null;
    },
  };
}

export type SqliteWrites = ReturnType<typeof createSqliteWrites>;
