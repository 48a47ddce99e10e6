import { readFileSync } from 'node:fs';
import type { MessageId, TenantId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { sampleMasterKey } from '../../contract/sample-master-key.ts';
import { sampleEvent } from '../../contract/samples.ts';
import { databasePath, openForWriting } from '../open-database.ts';
import { openSqliteStore } from '../open-sqlite-store.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { migrate } from './migrate.ts';
import { schemaMigrations } from './schema-migrations.ts';

const tenantId: TenantId = 'ten_one';
const messageId: MessageId = 'msg_1';
const packId = 'pack_1';

/** As the release before left it. */
function makeOld(): string {
  const directory = temporaryFolder();
  const database = openForWriting({ directory, busyTimeoutMs: 1000 });
  migrate(database, sampleMasterKey, schemaMigrations.slice(0, 5));
  const report = JSON.stringify({ results: [{ golden_id: 'gld_1', question: 'readable', expects: {} }] });
  database.exec(`INSERT INTO tenants VALUES ('${tenantId}', 'one', 'active', 1);
    INSERT INTO threads VALUES ('${tenantId}', 'thr_1', NULL);
    INSERT INTO messages (tenant_id, message_id, thread_id, status, band, confidence_score, tripwire_triggered,
      source_type, channel_type, content_state, created_at_ms, policy_version, pack_versions, leaf_index, leaf_hash, salt,
      envelope) VALUES ('${tenantId}', '${messageId}', 'thr_1', 'delivered', 'none', 0.5, 0, 'none', 'api', 'present', 1,
      'pol', '[]', 0, '${'0'.repeat(64)}', zeroblob(32), '{}');
    INSERT INTO feedback (tenant_id, feedback_id, message_id, author, verdict, proposal_state, end_user_id, key_id,
      created_at_ms, comment, better_answer) VALUES
      ('${tenantId}', 'fbk_1', '${messageId}', 'end_user:readable ada', 'wrong', 'none', 'readable ada', 'key_1', 1, 'readable', NULL),
      ('${tenantId}', 'fbk_2', '${messageId}', 'key_1', 'right', 'none', NULL, 'key_1', 2, NULL, 'readable');
    INSERT INTO labels VALUES
      ('${tenantId}', '${messageId}', 'end_user:readable ada', 'feedback', 0, 0.5, 'low', 1, 2, '{}'),
      ('${tenantId}', '${messageId}', 'key_1', 'feedback', 1, 0.5, 'low', 1, 3, '{}');
    INSERT INTO question_vectors VALUES ('${tenantId}', '${messageId}', 'e', zeroblob(8));
    INSERT INTO packs VALUES ('${tenantId}', '${packId}', 'One', 1, 1, 0, 0, 0, 0, NULL, '');
    INSERT INTO golden_questions VALUES
      ('${tenantId}', '${packId}', 'gld_1', 'accepted', 'feedback', '${messageId}', '[]', 1, 'readable', '{"kind":"not_covered"}', 'note'),
      ('${tenantId}', '${packId}', 'gld_2', 'accepted', 'person', NULL, '[]', 1, 'In clear', '{"kind":"not_covered"}', '');
    INSERT INTO evaluations VALUES
      ('${tenantId}', 'evl_1', '${packId}', 1, NULL, 'hash', 0, 1, 1, NULL, '${report}');`);
  database.close();
  return directory;
}

it('seals existing feedback and golden questions under the keys of their messages, so that they can be erased', async () => {
  const directory = makeOld();
  const isReadable = () => readFileSync(databasePath(directory)).includes('readable');
  expect(isReadable()).toBe(true);
  const { feedback, insights, golden, retention, ...store } = await openSqliteStore({
    ...{ masterKey: sampleMasterKey, directory },
  });
  expect(isReadable()).toBe(false);
  expect(await feedback.listFeedbackOf(tenantId, messageId)).toMatchObject([
    { feedbackId: 'fbk_1', author: 'end_user:readable ada', endUserId: 'readable ada', comment: 'readable' },
    { feedbackId: 'fbk_2', author: 'key_1', endUserId: null, betterAnswer: 'readable' },
  ]);
  expect(await feedback.listLabels(tenantId, {}, 9)).toMatchObject([
    { author: 'key_1' },
    { author: expect.stringMatching(/^end_user:[0-9a-f]{32}$/) },
  ]);
  const wanted = { encoder: 'e', messageIds: [messageId] };
  expect((await insights.readQuestionVectors(tenantId, wanted)).size).toBe(0);
  const questions = await golden.listQuestions(tenantId, packId, {}, { after: null, limit: 5 });
  expect(questions).toMatchObject([
    { question: 'readable', note: 'note', expects: { kind: 'not_covered' } },
    { question: 'In clear' },
  ]);
  const reportOf = async () => (await golden.getEvaluation(tenantId, 'evl_1'))?.report;
  expect(await reportOf()).toContain('readable');

  // Said by whom it was known before, so that it is found.
  expect(await retention.eraseEndUserTraces(tenantId, 'readable ada')).toMatchObject({ rows: 1 });
  expect(await feedback.countLabels(tenantId, 0)).toMatchObject({ all: 1 });
  await retention.eraseMessage(tenantId, messageId, {
    ...{ atMs: 1, actor: 'operator', event: sampleEvent('audit.erased') },
  });
  expect(await reportOf()).not.toContain('readable');
  expect(await golden.listQuestions(tenantId, packId, {}, { after: null, limit: 5 })).toHaveLength(1);
  await store.close();
});
