import { choice, defineTable, integer, text } from '@avow/storage';

/** When processes served, and what they could not do meanwhile. A row goes on until its process notes it no more. */
export const observedTimes = defineTable(
  'observed_times',
  {
    process: text(),
    position: integer('CHECK (position >= 0)'),
    host: text(),
    kind: choice('serving', 'model', 'records', 'overload'),
    subject: text(),
    cause: text(),
    from_ms: integer(),
    until_ms: integer('CHECK (until_ms >= from_ms)'),
    state: choice('on', 'over', 'cut'),
    refused: integer(),
  },
  {
    key: ['process', 'position'],
    installation: 'SELECT, INSERT, UPDATE, DELETE',
  },
);
