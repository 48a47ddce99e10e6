import { defineTable, integer, sequence, text } from '@avow/storage';
import { installationRole, withTypes } from '@avow/storage/postgres';

/**
 * Processes that serve, on PostgreSQL. One whose time is over is not alive, and others take over what it has left. A node that
 * knows of a forked log says so as long as it is alive, so that one that starts later knows as well.
 */
const nodes = defineTable(
  'nodes',
  {
    node_id: text(),
    started_at_ms: integer(),
    until_ms: integer(),
    /** Queries in progress of each tenant, as JSON. */
    in_flight: text("DEFAULT '{}'"),
    is_forked: integer('DEFAULT 0 CHECK (:column IN (0, 1))'),
    /** Where it runs, and where it searches. */
    host: text("DEFAULT ''"),
    search: text("DEFAULT 'embedded'"),
  },
  { key: ['node_id'], installation: 'SELECT, INSERT, UPDATE, DELETE', tenant: 'SELECT' },
);

/** What nodes hear from each other: ids and keyed hashes, and content only if it is enciphered for one of them. */
const announcements = defineTable(
  'announcements',
  { seq: sequence(), sender: text(), name: text(), body: text(), at_ms: integer() },
  { key: ['seq'], indexes: ['announcements_by_time (at_ms)'], installation: 'SELECT, INSERT, DELETE' },
);

const announcementAnswers = defineTable(
  'announcement_answers',
  { seq: integer('REFERENCES announcements ON DELETE CASCADE'), node_id: text(), answer: text() },
  { key: ['seq', 'node_id'], installation: 'SELECT, INSERT, DELETE' },
);

export const nodeTables = [nodes, announcements, announcementAnswers];

/**
 * What all nodes together have taken of a rate is the theoretical arrival time of the next request: a crash may lose it, but
 * records do not wait for it.
 */
export const sharedRates = withTypes(`
CREATE UNLOGGED TABLE shared_rates (
  name TEXT PRIMARY KEY,
  tat_ms INTEGER NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON shared_rates TO ${installationRole};
`);
