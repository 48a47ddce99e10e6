import { DatabaseSync } from 'node:sqlite';
import { newId } from '@avow/foundation';
import { sqliteDialect } from '@avow/storage';
import { migrateSqlite, sqliteStatements } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sampleTimeMs } from '../../../storage/contract/samples.ts';
import { sqliteMigrations } from '../../../storage/schema/sqlite-schema.ts';
import type { MessageFilter } from '../message-filter.ts';
import { listConditions } from './list-conditions.ts';
import { listInReviewSql, listMessagesSql } from './record-reads.ts';

const tenantId = newId('ten', sampleTimeMs);

function planOf(wanted: Partial<MessageFilter>): string {
  const filter = { readableBy: null, ...wanted };
  const database = new DatabaseSync(':memory:');
  migrateSqlite(database, sqliteMigrations);
  const { sql, parameters } = listConditions(sqliteDialect, {
    ...{ tenantId, filter, before: null },
    person: filter.endUserId ?? null,
  });
  const steps = database
    .prepare(`EXPLAIN QUERY PLAN ${listMessagesSql(sqliteStatements(database), sql)}`)
    .all(...parameters, 20);
  return steps.map(({ detail }) => detail).join('; ');
}

describe('listConditions', () => {
  it('names the tenant first, whatever the filter', () => {
    const { sql, parameters } = listConditions(sqliteDialect, {
      ...{ tenantId, filter: { readableBy: null }, before: null },
      person: null,
    });
    expect(sql).toMatch(/^tenant_id = \?/);
    expect(parameters[0]).toBe(tenantId);
  });

  it('uses an index in the requested order, without sorting', () => {
    const plans: ReadonlyArray<readonly [filter: Partial<MessageFilter>, index: string]> = [
      [{}, 'messages_listed (tenant_id=?)'],
      [
        { createdFromMs: 1, createdBeforeMs: 2 },
        'messages_listed (tenant_id=? AND message_id>? AND message_id<?)',
      ],
      [{ endUserId: 'ada' }, 'messages_by_person (tenant_id=? AND end_user_id=?)'],
      [{ threadId: newId('thr', 1) }, 'messages_by_thread (tenant_id=? AND thread_id=?)'],
      [{ band: 'low', createdFromMs: 1 }, 'messages_by_band (tenant_id=? AND band=? AND message_id>?)'],
      [{ status: 'blocked' }, 'messages_by_status (tenant_id=? AND status=?)'],
      [{ status: 'delivered' }, 'messages_listed (tenant_id=?)'],
      [{ tripwireTriggered: true }, 'messages_tripped (tenant_id=?)'],
      [{ tripwireTriggered: false }, 'messages_listed (tenant_id=?)'],
      [{ found: { guardrailId: 'grd_1', did: 'block' } }, 'messages_found (tenant_id=?)'],
      [{ channelType: 'chat' }, 'messages_by_channel (tenant_id=? AND channel_type=?)'],
      [{ channelType: 'api' }, 'messages_listed (tenant_id=?)'],
      [{ isLatestInThread: true }, 'later USING INDEX messages_by_thread (tenant_id=? AND thread_id=?'],
      // What a reader may not see does not make their page slower.
      [{ readableBy: [] }, 'messages_open (tenant_id=?)'],
      [{ readableBy: ['hr'] }, 'messages_listed (tenant_id=?)'],
    ];
    for (const [filter, index] of plans) {
      const plan = planOf(filter);
      expect(plan).toContain(index);
      expect(plan).not.toContain('TEMP B-TREE');
    }
  });

  it('finds messages in review by an index', () => {
    const database = new DatabaseSync(':memory:');
    migrateSqlite(database, sqliteMigrations);
    const steps = database
      .prepare(`EXPLAIN QUERY PLAN ${listInReviewSql(sqliteStatements(database))}`)
      .all(tenantId, '', 20);
    const searches = steps
      .map(({ detail }) => String(detail))
      .filter((step) => !step.startsWith('CORRELATED'));
    expect(searches).toEqual([
      'SEARCH messages USING INDEX messages_by_status (tenant_id=? AND status=? AND message_id>?)',
      expect.stringContaining('SEARCH record_secrets USING INTEGER PRIMARY KEY'),
      expect.stringContaining('SEARCH record_contents USING INTEGER PRIMARY KEY'),
    ]);
  });
});
