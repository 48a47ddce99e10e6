import { UserError } from '@avow/foundation';
import type { Archive } from '@avow/ledger/verification';
import type { QueryResult } from '@avow/storage';
import type { BlockingStatement } from '@avow/storage/postgres';
import {
  BlockingConnection,
  createPostgresStatements,
  installationRole,
  runBlocking,
} from '@avow/storage/postgres';
import { KeyRing } from '@avow/storage/sealing';
import { postgresMigrations } from '../../../../storage/schema/postgres-schema.ts';
import { createArchive } from './archive-reads.ts';

export interface PostgresArchiveOptions {
  readonly url: string;
  readonly masterKey: Uint8Array;
}

const plain = (sql: string): BlockingStatement => ({ sql, values: [] });
const begin = [
  plain('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
  { sql: "SELECT set_config('role', $1, true)", values: [installationRole] },
];
const end = plain('COMMIT');

/** Opens a store read-only, next to nodes that write. */
export function openPostgresArchive({ url, masterKey }: PostgresArchiveOptions): Archive {
  const connection = new BlockingConnection(url);
  let isInSnapshot = false;
  /** The last statement's result; every transaction names its role, so that a pooler may share connections. */
  const query = (statement: BlockingStatement): QueryResult => {
    const results = connection.send(isInSnapshot ? [statement] : [...begin, statement, end]);
    const result = results[isInSnapshot ? 0 : begin.length];
    if (result === undefined) throw new Error('a statement was not answered');
    return result;
  };
  try {
    assertSchema(connection);
    const statements = createPostgresStatements();
    return createArchive(
      {
        statements,
        run: (operation) => runBlocking(operation, query),
        inSnapshot(work) {
          if (isInSnapshot) return work();
          connection.send(begin);
          isInSnapshot = true;
          try {
            return work();
          } finally {
            isInSnapshot = false;
            connection.send([end]);
          }
        },
        // The server checks its own pages and indexes.
        findDamage: () => null,
        close: () => connection.close(),
      },
      new KeyRing(statements, masterKey),
    );
  } catch (error) {
    connection.close();
    throw error;
  }
}

function assertSchema(connection: BlockingConnection): void {
  const [found] = connection.send([plain("SELECT to_regclass('schema_versions') IS NOT NULL AS is_there")]);
  const isThere = (found?.rows[0] as { readonly is_there?: boolean } | undefined)?.is_there === true;
  const [read] = isThere
    ? connection.send([plain("SELECT version FROM schema_versions WHERE part = 'records'")])
    : [];
  const version = (read?.rows[0] as { readonly version?: number } | undefined)?.version ?? 0;
  if (version === postgresMigrations.length) return;
  throw new UserError(
    version === 0
      ? 'There are no records in the database that AVOW_DATABASE_URL names.'
      : `The records have schema ${version}, and this release reads ${postgresMigrations.length}: start the service once to bring them up to date, or run the release that wrote them.`,
  );
}
