import { DatabaseSync } from 'node:sqlite';
import { sqliteDialect } from '@avow/storage';
import { migrateSqlite } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sqliteMigrations } from '../../../storage/schema/sqlite-schema.ts';
import { listFactsSql, readMarksSql, readVectorsSql } from '../../insights/store/insight-reads.ts';
import { listFeedbackSql } from './feedback-reads.ts';

function planOf(sql: string): string[] {
  const database = new DatabaseSync(':memory:');
  migrateSqlite(database, sqliteMigrations);
  return database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => String(detail));
}

describe('feedback reads', () => {
  it('use an index, in the requested order', () => {
    const byId = 'sqlite_autoindex_feedback_1 (tenant_id=? AND feedback_id<?)';
    const byVerdict = 'feedback_by_verdict (tenant_id=? AND verdict=? AND feedback_id<?)';
    const plans: Readonly<Record<keyof ReturnType<typeof listFeedbackSql>, string>> = {
      all: byId,
      none: byId,
      verdict: byVerdict,
      both: byVerdict,
      open: 'feedback_open (tenant_id=? AND feedback_id<?)',
      openOf: 'feedback_open (tenant_id=? AND feedback_id<?)',
      done: byId,
      doneOf: byId,
      proposal: 'feedback_by_proposal (tenant_id=? AND proposal_state=? AND feedback_id<?)',
    };
    for (const [name, index] of Object.entries(plans)) {
      const sql = listFeedbackSql({ dialect: sqliteDialect })[
        name as keyof ReturnType<typeof listFeedbackSql>
      ];
      expect(planOf(sql), name).toEqual([`SEARCH feedback USING INDEX ${index}`]);
    }
    expect(planOf(listFactsSql)).toEqual([
      'SEARCH messages USING INDEX sqlite_autoindex_messages_1 (tenant_id=? AND message_id>? AND message_id<?)',
    ]);
    expect(planOf(readVectorsSql({ dialect: sqliteDialect }))[1]).toBe(
      'SEARCH kept USING INDEX sqlite_autoindex_question_vectors_1 (tenant_id=? AND message_id=?)',
    );
    expect(planOf(readMarksSql({ dialect: sqliteDialect }))[1]).toBe(
      'SEARCH kept USING PRIMARY KEY (tenant_id=? AND message_id=?)',
    );
  });

  it('delete with the message by an index, for each table', () => {
    const database = new DatabaseSync(':memory:');
    migrateSqlite(database, sqliteMigrations);
    const children = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%REFERENCES messages%'")
      .all()
      .map(({ name }) => String(name));
    expect(children).toEqual(expect.arrayContaining(['message_journal', 'feedback']));
    for (const table of children) {
      const plan = planOf(`SELECT 1 FROM ${table} WHERE tenant_id = ? AND message_id = ?`);
      expect(plan.join(), table).toMatch(/^SEARCH .*\(tenant_id=\? AND message_id=\?\)/);
    }
  });
});
