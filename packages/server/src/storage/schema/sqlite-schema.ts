import { evaluationsWiped } from '../../features/evaluation/store/evaluation-tables.ts';
import { recordTables } from './record-tables.ts';

/** As large as a record with its indexes: a disk that has room for this has room for the next answer. */
const writeProof = `CREATE TABLE write_proof (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  written BLOB NOT NULL
) STRICT;
INSERT INTO write_proof VALUES (1, zeroblob(1));`;

/**
 * Forward only: a released migration is never edited, the next one is added below it. Nothing is released yet: until then the first one is
 * what the tables are now, and its text is written out with the first release.
 */
export const sqliteMigrations: readonly string[] = [
  [...recordTables.map((table) => table.createSql('sqlite')), evaluationsWiped, writeProof].join('\n'),
];
