import { databaseAddress, numberSetting, oneOf } from './settings.ts';

/** The database that nodes share, and how a node leaves them. */
export const databaseSettings = {
  databaseUrl: databaseAddress({
    variable: 'AVOW_DATABASE_URL',
    meaning:
      'The PostgreSQL database (15 or later) that several nodes share, for example postgres://avow@db.example/avow. Without it, one node keeps everything in the data folder, in SQLite.',
  }),
  databaseConnections: numberSetting({
    variable: 'AVOW_DATABASE_CONNECTIONS',
    meaning:
      'Connections of one node that write to PostgreSQL, and as many again that read. A node uses a few more for other things.',
    min: 1,
    max: 200,
    fallback: 8,
  }),
  search: oneOf({
    variable: 'AVOW_SEARCH',
    meaning:
      'Where passages are searched. `embedded`: every node keeps an index of all content in its data folder. `postgres`: in the database of AVOW_DATABASE_URL, which needs the extension pgvector, for more content than a node can hold.',
    choices: ['embedded', 'postgres'],
    fallback: 'embedded',
  }),
  drainDelayMs: numberSetting({
    variable: 'AVOW_DRAIN_DELAY_MS',
    meaning:
      'How long a shutdown goes on as usual after `/readyz` has begun to fail, so that a load balancer stops sending requests before one is refused.',
    min: 0,
    max: 60_000,
    fallback: 0,
  }),
};

/** What is wrong with these settings together. */
export function databaseFaults(textOf: (variable: string) => string | undefined): string[] {
  const { search, databaseUrl } = databaseSettings;
  const isMissing = textOf(search.variable) === 'postgres' && textOf(databaseUrl.variable) === undefined;
  return isMissing ? [`${search.variable} is postgres, and ${databaseUrl.variable} is not set`] : [];
}
