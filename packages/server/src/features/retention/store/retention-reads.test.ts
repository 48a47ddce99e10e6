import { DatabaseSync } from 'node:sqlite';
import { sqliteDialect } from '@avow/storage';
import { migrateSqlite } from '@avow/storage/threads';
import { expect, it } from 'vitest';
import { sqliteMigrations } from '../../../storage/schema/sqlite-schema.ts';
import { overMessageSql } from './active-holds.ts';
import { dependentTables, removeDependentSql } from './content-destruction.ts';
import { feedbackOfPersonSql, labelsOfPersonSql } from './erasure-writes.ts';
import { listMessagesInSql, listMessagesOfSql, readThreadSql } from './retention-reads.ts';

function planOf(sql: string): string {
  const database = new DatabaseSync(':memory:');
  migrateSqlite(database, sqliteMigrations);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  return steps.map(({ detail }) => String(detail)).join('; ');
}

it('finds the data of a person or a message by an index', () => {
  expect(planOf(listMessagesOfSql)).toBe(
    'SEARCH messages USING COVERING INDEX messages_by_person (tenant_id=? AND end_user_id=? AND message_id>?)',
  );
  expect(planOf(listMessagesInSql)).toBe(
    'SEARCH messages USING INDEX messages_by_thread (tenant_id=? AND thread_id=? AND message_id>?)',
  );
  expect(planOf(readThreadSql)).toMatch(
    /SEARCH messages USING INDEX messages_by_thread \(tenant_id=\? AND thread_id=\?\)/,
  );
  expect(planOf(feedbackOfPersonSql)).toMatch(
    /^SEARCH feedback USING INDEX feedback_by_person \(tenant_id=\? AND person=\? AND feedback_id>\?\); SEARCH messages /,
  );
  expect(planOf(labelsOfPersonSql(sqliteDialect))).toMatch(
    /^SEARCH labels USING (COVERING )?INDEX labels_by_person \(tenant_id=\? AND <expr>=\? AND message_id>\?\); SEARCH messages /,
  );
  expect(planOf(overMessageSql)).toMatch(
    /; SEARCH feedback USING INDEX \w+ \(tenant_id=\? AND message_id=\?\)/,
  );
  for (const table of dependentTables) {
    const plan = planOf(removeDependentSql(sqliteDialect, table));
    expect(plan, table).toMatch(/^SEARCH .*\(tenant_id=\? AND message_id=\?\)/);
  }
});
