import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { GoldenQuestion } from '@avow/evaluation';
import { newId } from '@avow/foundation';
import { temporaryFolder } from '@avow/storage/testing';
import { databasePath } from '@avow/storage/threads';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../../storage/contract/sample-master-key.ts';
import { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../../../../storage/contract/samples.ts';
import { openSqliteStore } from '../../../../storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../../storage/store.ts';
import {
  newPack,
  publishDraft,
  sampleDocument,
  samplePair,
  servedPack,
} from '../../../content/store/test-support/pack-samples.ts';
import type { Feedback } from '../../../feedback/feedback-store.ts';

function filesHolding(directory: string, words: string | Uint8Array): string[] {
  return readdirSync(directory).filter((name) =>
    readFileSync(join(directory, name)).includes(Buffer.from(words)),
  );
}

/** Long enough to fill pages of its own, to share one, and to make the indexes split theirs. */
function secretContent() {
  const small = Array.from({ length: 60 }, (_, index) =>
    sampleDocument({
      source: `forgettable ${index}.md`,
      text: 'forgettable words',
      title: 'forgettable title',
    }),
  );
  const large = sampleDocument({ text: 'forgettable page '.repeat(5000), source: 'forgettable.md' });
  const putPairs = Array.from({ length: 60 }, (_, index) =>
    samplePair({
      question: `forgettable question ${index}`,
      answer: 'forgettable answer '.repeat(index * 10),
      keys: [`forgettable key ${index}`],
    }),
  );
  return { putDocuments: [...small, large], putPairs };
}

function removalOf({ putDocuments, putPairs }: ReturnType<typeof secretContent>) {
  return {
    nowMs: sampleTimeMs,
    removeDocuments: putDocuments.map(({ documentId }) => documentId),
    removePairs: putPairs.map(({ curatedId }) => curatedId),
  };
}

/** The first bytes of each event of a journal, as stored in the file. */
function sealedJournal(directory: string, messageId: string): Uint8Array[] {
  const database = new DatabaseSync(databasePath(directory), { readOnly: true });
  const rows = database.prepare(
    'SELECT substr(body, 1, 40) AS body FROM message_journal WHERE message_id = ?',
  );
  const bodies = rows.all(messageId).map(({ body }) => body as Uint8Array);
  database.close();
  return bodies;
}

/** Feedback, as stored in the file. */
function sealedWords(directory: string, feedbackId: string): Uint8Array {
  const database = new DatabaseSync(databasePath(directory), { readOnly: true });
  const rows = database.prepare('SELECT substr(words, 1, 40) AS words FROM feedback WHERE feedback_id = ?');
  const words = rows.get(feedbackId)?.['words'];
  database.close();
  return words as Uint8Array;
}

async function openStore() {
  const directory = temporaryFolder();
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  return { directory, store, tenantId: await newTenant(store.access) };
}

/** Moved from the WAL into the database, so that both places are looked into. */
async function emptyWal({ upkeep }: Store): Promise<void> {
  await upkeep.sweep({ nowMs: 0, outboxBeforeMs: 0, journalBeforeMs: 0, atStart: false });
}

describe('removed texts', () => {
  it('are in no file once the deletion of their pack is acknowledged', async () => {
    const { directory, store, tenantId } = await openStore();
    const packId = await servedPack(store.content, tenantId, secretContent());
    expect(filesHolding(directory, 'forgettable')).not.toEqual([]);
    await store.content.deletePack(tenantId, packId);
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    await store.close();
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    expect(existsSync(`${databasePath(directory)}-wal`)).toBe(false);
  });

  it('are in no file once removed from the draft, if no version contains them', async () => {
    const { directory, store, tenantId } = await openStore();
    const { content } = store;
    const packId = await newPack(content, tenantId);
    const secrets = secretContent();
    await content.changeDraft(tenantId, packId, { nowMs: 1, ...secrets });
    await emptyWal(store);
    expect(filesHolding(directory, 'forgettable')).toEqual(['avow.db']);
    // Half is replaced, the other half removed.
    const putDocuments = secrets.putDocuments
      .slice(0, 30)
      .map((document, index) => ({ ...document, source: `${index}.md`, title: '', text: 'lasting words' }));
    await content.changeDraft(tenantId, packId, { ...removalOf(secrets), putDocuments });
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    expect(filesHolding(directory, 'lasting words')).toEqual(['avow.db']);
    await store.close();
  });

  it('are in no file once the last version that contains them is retired, and not before', async () => {
    const { directory, store, tenantId } = await openStore();
    const { content } = store;
    const secrets = secretContent();
    const packId = await servedPack(content, tenantId, secrets);
    await content.changeDraft(tenantId, packId, removalOf(secrets));
    await publishDraft(content, tenantId, packId);
    await emptyWal(store);
    expect(filesHolding(directory, 'forgettable answer')).toEqual(['avow.db']);
    expect(await content.retireVersions(tenantId, packId, 1)).toEqual([1]);
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    await store.close();
  });
});

describe('inputs of jobs', () => {
  const inputs = [0, 1, 2].map((position) => ({
    position,
    source: `forgettable ${position}`,
    options: '{}',
    // More than the WAL holds before it is moved of itself.
    bytes: Buffer.from(`unreadable ${position} `.repeat(position === 1 ? 1_000_000 : 10)),
  }));
  const progress = {
    done: 1,
    total: 3,
    counts: { added: 0, changed: 0, unchanged: 0, failed: 0 },
    faults: [],
  };

  it('are in no file once they are done, or their job has ended', async () => {
    const { directory, store, tenantId } = await openStore();
    const packId = await newPack(store.content, tenantId);
    const jobId = newId('job', 1);
    const job = { jobId, packId, kind: 'documents', total: 3, createdAtMs: 1 } as const;
    await store.jobs.createJob(tenantId, job, inputs);
    for (const position of [0, 1]) {
      expect(filesHolding(directory, `unreadable ${position} `)).not.toEqual([]);
      await store.jobs.saveProgress(tenantId, jobId, { ...progress, finishedInput: position });
      expect(filesHolding(directory, `unreadable ${position} `)).toEqual([]);
    }
    expect(filesHolding(directory, 'unreadable 2 ')).not.toEqual([]);
    const end = { status: 'cancelled', version: null, failure: null, nowMs: 2 } as const;
    await store.jobs.endJob(tenantId, jobId, end);
    for (const words of ['unreadable', 'forgettable']) expect(filesHolding(directory, words)).toEqual([]);
    await store.close();
  });

  it('are in no file once their pack is deleted', async () => {
    const { directory, store, tenantId } = await openStore();
    const packId = await newPack(store.content, tenantId);
    const job = { jobId: newId('job', 1), packId, kind: 'pairs', total: 3, createdAtMs: 1 } as const;
    await store.jobs.createJob(tenantId, job, inputs);
    await emptyWal(store);
    expect(filesHolding(directory, 'unreadable')).toEqual(['avow.db']);
    await store.content.deletePack(tenantId, packId);
    for (const words of ['unreadable', 'forgettable']) expect(filesHolding(directory, words)).toEqual([]);
    await store.close();
  });
});

describe('journals', () => {
  it('are in no file once they are swept, and those of others stay', async () => {
    const { directory, store, tenantId } = await openStore();
    const { records, upkeep } = store;
    const [going, ...ending] = Array.from({ length: 40 }, () => sampleMessage({ status: 'processing' }));
    if (going === undefined) throw new Error('there are forty');
    const event = (seq: number, body: string) => ({ seq, type: 'message.answer.delta', body });
    await records.admitMessage(tenantId, going, [event(1, '"lasting words"')]);
    for (const message of ending) await records.admitMessage(tenantId, message);
    // In turns, as answers that are written at the same time are.
    for (let seq = 1; seq <= 40; seq++) {
      await Promise.all(
        ending.map(({ messageId }, index) =>
          records.appendJournal(tenantId, messageId, [
            event(seq, JSON.stringify(`forgettable piece ${index} `.repeat(seq))),
          ]),
        ),
      );
    }
    const last = event(41, JSON.stringify('forgettable answer '.repeat(2000)));
    for (const message of ending) {
      const ended = { ...message, status: 'delivered' } as const;
      await records.finishMessage(tenantId, ended, { ...nothingElse, journal: [last] });
    }
    await emptyWal(store);
    // Under keys of their own, and not even so for longer than they are needed.
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    const sealedOf = (messageId: string) => sealedJournal(directory, messageId);
    const sealed = ending.flatMap(({ messageId }) => sealedOf(messageId));
    const lasting = sealedOf(going.messageId);
    expect([sealed.length, lasting.length]).toEqual([39 * 41, 1]);
    for (const body of sealed.slice(0, 20)) expect(filesHolding(directory, body)).toEqual(['avow.db']);
    const journalBeforeMs = Number.MAX_SAFE_INTEGER;
    await upkeep.sweep({ nowMs: 0, outboxBeforeMs: 0, journalBeforeMs, atStart: false });
    const left = readdirSync(directory).map((name) => readFileSync(join(directory, name)));
    expect(sealed.filter((body) => left.some((file) => file.includes(Buffer.from(body))))).toEqual([]);
    for (const body of lasting) expect(filesHolding(directory, body)).toEqual(['avow.db']);
    await store.close();
  });
});

describe('feedback and golden questions', () => {
  const words = 'forgettable words '.repeat(400);

  it('are in no file once their author replaces them', async () => {
    const { directory, store, tenantId } = await openStore();
    const message = sampleMessage();
    await store.records.finishMessage(tenantId, message, nothingElse);
    const feedback: Feedback = {
      ...{ feedbackId: newId('fbk', 1), messageId: message.messageId, verdict: 'wrong', reason: null },
      ...{
        comment: words,
        betterAnswer: words,
        author: 'ada',
        endUserId: 'ada',
        isFromVisitor: false,
        callerId: newId('key', 1),
      },
      proposal: { state: 'proposed', packId: null, curatedId: null },
      createdAtMs: 1,
    };
    const also = { label: null, perMessageMax: 5 };
    await store.feedback.putFeedback(tenantId, feedback, also);
    await emptyWal(store);
    // Under the key of the message, and not even so once they are replaced.
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    const sealed = sealedWords(directory, feedback.feedbackId);
    expect(filesHolding(directory, sealed)).toEqual(['avow.db']);
    const again = { ...feedback, feedbackId: newId('fbk', 2), comment: 'lasting', betterAnswer: null };
    await store.feedback.putFeedback(tenantId, again, also);
    expect(filesHolding(directory, sealed)).toEqual([]);
    await store.close();
  });

  it('are in no file once removed, or once their pack is deleted', async () => {
    const { directory, store, tenantId } = await openStore();
    const { golden, content } = store;
    const packId = await newPack(content, tenantId);
    const question: GoldenQuestion = {
      ...{ goldenId: newId('gld', 1), question: words, expects: { kind: 'not_covered' }, state: 'accepted' },
      ...{ origin: 'person', messageId: null, note: words, groups: [], updatedAtMs: 1 },
    };
    await golden.putQuestions(tenantId, packId, [question], { questionsMax: 5 });
    await emptyWal(store);
    expect(filesHolding(directory, 'forgettable')).toEqual(['avow.db']);
    await golden.removeQuestions(tenantId, packId, [question.goldenId]);
    expect(filesHolding(directory, 'forgettable')).toEqual([]);

    const evaluation = {
      ...{ packId, subject: { version: 1, draftRevision: null }, conditions: '', rightCount: 1 },
      ...{ questionCount: 1, createdAtMs: 1, createdBy: null },
    };
    const put = (ms: number, report: string) =>
      golden.putEvaluation(tenantId, { ...evaluation, evaluationId: newId('evl', ms), report }, 1);
    await put(1, words);
    await emptyWal(store);
    await put(2, 'lasting');
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    await put(3, words);
    await golden.putQuestions(tenantId, packId, [question], { questionsMax: 5 });
    await content.deletePack(tenantId, packId);
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    await store.close();
  });
});

describe('a reader in another process', () => {
  it('delays neither a removal nor later writes, and the next sweep removes the copies', async () => {
    const directory = temporaryFolder();
    // Waiting for the reader with the usual timeout would last until the end of the test.
    const store = await openSqliteStore({ masterKey: sampleMasterKey, directory, busyTimeoutMs: 600_000 });
    const { content } = store;
    const tenantId = await newTenant(store.access);
    const packId = await servedPack(content, tenantId, secretContent());
    const reader = new DatabaseSync(databasePath(directory), { readOnly: true });
    reader.exec('BEGIN; SELECT count(*) FROM documents');
    await content.deletePack(tenantId, packId);
    for (let count = 0; count < 20; count++) await store.ping();

    reader.exec('COMMIT');
    reader.close();
    await emptyWal(store);
    expect(filesHolding(directory, 'forgettable')).toEqual([]);
    await store.close();
  });
});
