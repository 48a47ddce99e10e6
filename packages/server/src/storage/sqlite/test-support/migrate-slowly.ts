import { setTimeout as sleep } from 'node:timers/promises';
import { openForWriting } from '@avow/storage/threads';
import { sqliteMigrations } from '../../schema/sqlite-schema.ts';

/** Migrates the database of the folder given as `migrate` does, but stays in the middle of it for a while. */
const [, , directory = ''] = process.argv;
const database = openForWriting({ directory, busyTimeoutMs: 5000 });
database.exec('BEGIN IMMEDIATE');
process.stdout.write('migrating\n');
await sleep(300);
for (const migration of sqliteMigrations) database.exec(migration);
database.exec(`PRAGMA application_id = ${0x41_56_4f_57}; PRAGMA user_version = ${sqliteMigrations.length}`);
database.exec('COMMIT');
database.close();
