import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { evaluationReportSchema } from '@avow/contract/evaluation';
import { evaluationReport, evaluationResult, goldenQuestion } from '@avow/evaluation/testing';
import { newId } from '@avow/foundation';
import { temporaryFolder } from '@avow/storage/testing';
import { databasePath } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../../storage/contract/sample-master-key.ts';
import {
  newTenant,
  nothingElse,
  sampleEvent,
  sampleMessage,
  sampleTimeMs,
} from '../../../../storage/contract/samples.ts';
import { openSqliteStore } from '../../../../storage/sqlite/open-sqlite-store.ts';
import { newPack } from '../../../content/store/test-support/pack-samples.ts';

const words = 'forgettable words';
const erasing = { atMs: sampleTimeMs, actor: 'operator', event: sampleEvent('audit.erased') } as const;

async function openEvaluated() {
  const directory = temporaryFolder();
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  const tenantId = await newTenant(store.access);
  const packId = await newPack(store.content, tenantId);
  const message = sampleMessage();
  await store.records.finishMessage(tenantId, message, nothingElse);
  const { messageId } = message;
  const set = [goldenQuestion(1, { messageId, question: words }), goldenQuestion(2)];
  await store.golden.putQuestions(tenantId, packId, set, { questionsMax: 9 });
  const said = { question: words, answer: words, note: words, missing: [words], stopped_by: words };
  const report = evaluationReport([
    evaluationResult(1, 'wrong', { ...said, groups: [words] }),
    evaluationResult(2, 'right'),
  ]);
  /** Keeps the report as of a run that ends now; what is kept of it. */
  async function endRun() {
    const evaluationId = newId('evl', 1);
    const evaluation = {
      ...{ evaluationId, packId, subject: { version: 1, draftRevision: null }, conditions: '' },
      ...{ rightCount: 1, questionCount: 2, createdAtMs: 1, createdBy: null },
      report: JSON.stringify(report),
    };
    await store.golden.putEvaluation(tenantId, evaluation, 5);
    return async () => (await store.golden.getEvaluation(tenantId, evaluationId))?.report ?? '';
  }
  return {
    ...{ directory, store, tenantId, packId, messageId, report, goldenId: set[0]?.goldenId },
    ...{ endRun, readReport: await endRun() },
  };
}

describe('the report of an evaluation', () => {
  it('keeps the result of an erased question without its text, and the others unchanged', async () => {
    const { store, tenantId, messageId, report, readReport } = await openEvaluated();
    await store.retention.eraseMessage(tenantId, messageId, erasing);
    const kept = await readReport();
    expect(kept).not.toContain(words);
    const emptied = evaluationReportSchema.parse(JSON.parse(kept));
    expect(emptied.results[0]).toMatchObject({
      ...{ golden_id: report.results[0]?.golden_id, outcome: 'wrong', question: '[erased]', answer: '' },
      expects: { kind: 'answer', sources: [], facts: [] },
    });
    expect(emptied).toMatchObject({ ...report, results: [expect.anything(), report.results[1]] });
    await store.close();
  });

  it('restores nothing that was erased while the evaluation ran', async () => {
    const { store, tenantId, messageId, readReport, endRun } = await openEvaluated();
    expect(await (await endRun())()).toContain(words);
    await store.retention.eraseMessage(tenantId, messageId, erasing);
    expect(await (await endRun())()).toBe(await readReport());
    await store.close();
  });

  it('is erased even if the question was removed from its set', async () => {
    const { store, tenantId, packId, messageId, goldenId, readReport, endRun } = await openEvaluated();
    if (goldenId === undefined) throw new Error('there is one');
    await store.golden.removeQuestions(tenantId, packId, [goldenId]);
    const readLater = await endRun();
    expect(await readLater()).toContain(words);
    await store.retention.eraseMessage(tenantId, messageId, erasing);
    expect(await readReport()).not.toContain(words);
    expect(await readLater()).not.toContain(words);
    await store.close();
  });

  it('is wiped with its pack', async () => {
    const { directory, store, tenantId, packId } = await openEvaluated();
    const database = new DatabaseSync(databasePath(directory), { readOnly: true });
    const sealed = database
      .prepare('SELECT secret FROM evaluations JOIN lasting_secrets USING (secret_no)')
      .get()?.['secret'] as Uint8Array;
    database.close();
    const isThere = () =>
      readdirSync(directory).some((name) =>
        readFileSync(join(directory, name)).includes(Buffer.from(sealed)),
      );
    expect(isThere()).toBe(true);
    await store.content.deletePack(tenantId, packId);
    expect(isThere()).toBe(false);
    await store.close();
  });
});

it('[CON-9-08] emits one event with the commit of an erasure', async () => {
  const { directory, store, tenantId, messageId } = await openEvaluated();
  const notices = () => {
    const database = new DatabaseSync(databasePath(directory), { readOnly: true });
    const rows = database.prepare('SELECT tenant_id, event_id, type, body FROM outbox').all();
    database.close();
    return rows.map((row) => ({ ...row }));
  };
  expect(notices()).toEqual([]);
  const { eventId, type, body } = erasing.event;
  for (const _time of ['first', 'again']) {
    await store.retention.eraseMessage(tenantId, messageId, erasing);
    expect(notices()).toEqual([{ tenant_id: tenantId, event_id: eventId, type, body }]);
  }
  await store.close();
});

describe('an erasure while another process reads', () => {
  /** A person with one message, whose wrapped secret is looked for in every file, and a reader beside the store. */
  async function openReadBeside() {
    const directory = temporaryFolder();
    const open = () => openSqliteStore({ masterKey: sampleMasterKey, directory });
    const store = await open();
    const tenantId = await newTenant(store.access);
    const message = sampleMessage({ endUserId: 'ada' });
    await store.records.finishMessage(tenantId, message, nothingElse);
    const reader = new DatabaseSync(databasePath(directory), { readOnly: true });
    const wrapped = reader.prepare('SELECT secret FROM record_secrets').get()?.['secret'] as Uint8Array;
    reader.exec('BEGIN; SELECT count(*) FROM messages');
    const isThere = () =>
      readdirSync(directory).some((name) =>
        readFileSync(join(directory, name)).includes(Buffer.from(wrapped)),
      );
    return { open, store, tenantId, messageId: message.messageId, reader, isThere };
  }
  const unavailable = { code: 'audit_unavailable' };

  it('does not resolve until no file contains the content', async () => {
    const { store, tenantId, messageId, reader, isThere } = await openReadBeside();
    for (const _time of ['first', 'again']) {
      const erasure = store.retention.eraseMessage(tenantId, messageId, erasing);
      await expect(erasure).rejects.toMatchObject(unavailable);
      expect(isThere()).toBe(true);
    }
    reader.close();
    // It was erased all the same, and now it can be said.
    expect(await store.retention.eraseMessage(tenantId, messageId, erasing)).toMatchObject({
      kind: 'already_erased',
    });
    expect(isThere()).toBe(false);
    await store.close();
  });

  it('of a person does not resolve earlier either, even if nothing is left to list or another process asks', async () => {
    const { open, store, tenantId, messageId, reader, isThere } = await openReadBeside();
    const erasure = store.retention.eraseMessage(tenantId, messageId, erasing);
    await expect(erasure).rejects.toMatchObject(unavailable);
    await store.close();
    const next = await open();
    await expect(next.retention.eraseEndUserTraces(tenantId, 'ada')).rejects.toMatchObject(unavailable);
    expect(isThere()).toBe(true);
    reader.close();
    expect(await next.retention.eraseEndUserTraces(tenantId, 'ada')).toEqual({
      rows: 0,
      underHold: [],
      pairs: [],
    });
    expect(isThere()).toBe(false);
    await next.close();
  });
});
