import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { sampleMasterKey } from '../contract/sample-master-key.ts';
import { besideTables } from './forgetting-destruction.ts';
import { listMessagesOfSql } from './forgetting-reads.ts';
import { feedbackOfPersonSql, labelsOfPersonSql } from './forgetting-writes.ts';
import { overMessageSql } from './hold-standing.ts';
import { migrate } from './migrate.ts';

function planOf(sql: string): string {
  const database = new DatabaseSync(':memory:');
  migrate(database, sampleMasterKey);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  return steps.map(({ detail }) => String(detail)).join('; ');
}

it('what is of a person or a message is found by an index, however many there are', () => {
  expect(planOf(listMessagesOfSql)).toBe(
    'SEARCH messages USING COVERING INDEX messages_by_person (tenant_id=? AND end_user_id=? AND message_id>?)',
  );
  expect(planOf(feedbackOfPersonSql)).toMatch(
    /^SEARCH feedback USING INDEX feedback_by_person \(tenant_id=\? AND person=\? AND feedback_id>\?\); SEARCH messages /,
  );
  expect(planOf(labelsOfPersonSql)).toMatch(
    /^SEARCH labels USING (COVERING )?INDEX labels_by_person \(tenant_id=\? AND <expr>=\? AND message_id>\?\); SEARCH messages /,
  );
  expect(planOf(overMessageSql)).toMatch(
    /; SEARCH feedback USING INDEX \w+ \(tenant_id=\? AND message_id=\?\)/,
  );
  for (const table of besideTables) {
    const plan = planOf(`DELETE FROM ${table} WHERE tenant_id = ? AND message_id = ?`);
    expect(plan, table).toMatch(/^SEARCH .*\(tenant_id=\? AND message_id=\?\)/);
  }
});
