import type { DatabaseSync } from 'node:sqlite';
import type { Archive } from '@avow/ledger/verification';
import { atOnce } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { sqliteStatements } from '@avow/storage/threads';
import { createArchive } from './archive-reads.ts';
import { loggedTables } from './archive-sql.ts';

/** Reads everything that a database holds. */
export function createSqliteArchive(database: DatabaseSync, keys: KeyRing): Archive {
  // Not the quick check, which does not verify that an index has every row.
  const checks = loggedTables.map((table) => ({
    table,
    find: database.prepare(`PRAGMA integrity_check(${table})`),
  }));
  return createArchive(
    {
      statements: sqliteStatements(database),
      run: atOnce,
      inSnapshot(work) {
        if (database.isTransaction) return work();
        database.exec('BEGIN');
        try {
          return work();
        } finally {
          if (database.isTransaction) database.exec('ROLLBACK');
        }
      },
      findDamage() {
        for (const { table, find } of checks) {
          const why = String(find.get()?.['integrity_check'] ?? 'ok');
          if (why !== 'ok') return { table, why };
        }
        return null;
      },
      close: () => database.close(),
    },
    keys,
  );
}
