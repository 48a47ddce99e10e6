import { setTimeout as sleep } from 'node:timers/promises';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { openForWriting } from '../open-database.ts';
import { schemaMigrations } from '../schema/schema-migrations.ts';

/** Migrates the database of the folder given as `migrate` does, but stays in the middle of it for a while. */
const [, , directory = ''] = process.argv;
const database = openForWriting({ directory, busyTimeoutMs: 5000 });
database.exec('BEGIN IMMEDIATE');
process.stdout.write('migrating\n');
await sleep(300);
for (const migration of schemaMigrations) {
  if (typeof migration === 'string') database.exec(migration);
  else migration(database, sampleMasterKey);
}
database.exec(`PRAGMA user_version = ${schemaMigrations.length}`);
database.exec('COMMIT');
database.close();
