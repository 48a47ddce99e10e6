import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { GoldenQuestion } from '@avow/evaluation';
import type { MessageId, PackId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { commit, parseEntry } from '@avow/ledger-log/entries';
import { deriveKey, hmacSha256, unwrapKey, wrapSecret } from '@avow/storage/sealing';
import { temporaryFolder } from '@avow/storage/testing';
import { databasePath } from '@avow/storage/threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleMasterKey } from '../../../../storage/contract/sample-master-key.ts';
import {
  newTenant,
  nothingElse,
  sampleClaim,
  sampleEvent,
  sampleLabel,
  sampleMessage,
  sampleTimeMs,
} from '../../../../storage/contract/samples.ts';
import { openSqliteStore } from '../../../../storage/sqlite/open-sqlite-store.ts';
import type { Store } from '../../../../storage/store.ts';
import { newPack } from '../../../content/store/test-support/pack-samples.ts';
import type { MessageRow } from '../../../records/record-store.ts';
import { sampleHold, sampleVerdict } from '../test-support/retention-samples.ts';

const attribution = { atMs: sampleTimeMs, actor: 'operator' } as const;

/** Every file below, the WAL and what is beside it among them. */
function readFolder(directory: string): Buffer {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = names.filter((name) => name.isFile());
  return Buffer.concat(files.map((name) => readFileSync(join(name.parentPath, name.name))));
}

/** Of something long its beginning, its middle and its end: wherever a page was cut, one of them is whole. */
function partsOf(bytes: Uint8Array): Uint8Array[] {
  const length = 20;
  if (bytes.length <= 2 * length) return [bytes];
  const middle = Math.floor((bytes.length - length) / 2);
  return [bytes.subarray(0, length), bytes.subarray(middle, middle + length), bytes.subarray(-length)];
}

interface Sought {
  /** What stands in the file while the record is there. */
  readonly stored: readonly Uint8Array[];
  /** What never does, and from what the rest could be had. */
  readonly opened: readonly Uint8Array[];
}

const besideSql = `SELECT body AS bytes FROM message_journal WHERE message_id = ?1
  UNION ALL SELECT vector FROM question_vectors WHERE message_id = ?1
  UNION ALL SELECT words FROM feedback WHERE message_id = ?1
  UNION ALL SELECT words FROM golden_questions WHERE message_id = ?1`;

/** What the reports were sealed under: what stays of them is sealed anew. */
const reportsSql = 'SELECT secret FROM evaluations JOIN lasting_secrets USING (secret_no)';

/** Read around the store, as it is in the file. */
function seek(directory: string, tenantId: TenantId, messageId: MessageId): Sought {
  const database = new DatabaseSync(databasePath(directory), { readOnly: true });
  try {
    const blob = (sql: string, ...values: string[]) =>
      Object.values(database.prepare(sql).get(...values) ?? {})[0] as Uint8Array;
    const tenantKey = unwrapKey(
      sampleMasterKey,
      blob('SELECT wrapped FROM tenant_keys WHERE tenant_id = ?', tenantId),
    );
    if (tenantKey === null) throw new Error('the tenant has a key');
    const kept =
      'FROM messages JOIN record_secrets USING (secret_no) JOIN record_contents USING (content_no)';
    const wrapped = blob(`SELECT secret ${kept} WHERE message_id = ?`, messageId);
    const content = blob(`SELECT content ${kept} WHERE message_id = ?`, messageId);
    const beside = database.prepare(besideSql).all(messageId);
    const reportSecrets = database.prepare(reportsSql).all();
    const sealed = [content, ...beside.map(({ bytes }) => bytes as Uint8Array)];
    const secret = wrapSecret(tenantKey, messageId, wrapped);
    return {
      stored: [
        wrapped,
        ...reportSecrets.map((row) => row['secret'] as Uint8Array),
        ...sealed.flatMap(partsOf),
      ],
      opened: [secret, deriveKey(secret, 'avow.content.v1'), deriveKey(secret, 'avow.journal.v1')],
    };
  } finally {
    database.close();
  }
}

function missingIn(folder: Buffer, sought: readonly Uint8Array[]): number {
  return sought.filter((bytes) => !folder.includes(Buffer.from(bytes))).length;
}

const wordsOf = (name: string) => `forgettable ${name} `;

/** A message with all that may be kept beside it, in the ways in which messages come about. */
async function addMessage(
  { records, feedback, insights, golden }: Store,
  { tenantId, packId }: { readonly tenantId: TenantId; readonly packId: PackId },
  {
    units,
    isStreamed,
    name,
  }: { readonly units: number; readonly isStreamed: boolean; readonly name: string },
): Promise<MessageRow> {
  const words = wordsOf(name);
  const texts = words.repeat(Math.ceil(units / words.length));
  const message = sampleMessage({
    endUserId: `${words}person`,
    envelope: [
      ['question', texts],
      ['answer', texts.toUpperCase()],
      ['metadata', JSON.stringify({ note: words })],
    ],
  });
  const { messageId } = message;
  const claim = sampleClaim({ key: `${words}key`, messageId });
  await records.claimIdempotencyKey(tenantId, claim);
  const event = (seq: number) => ({
    seq,
    type: 'message.answer.delta',
    body: JSON.stringify(texts.slice(0, seq * 900)),
  });
  if (isStreamed) {
    // What was asked is kept at once, and again with its answer.
    await records.admitMessage(tenantId, { ...message, status: 'processing' }, [event(1)]);
    for (const seq of [2, 3]) await records.appendJournal(tenantId, messageId, [event(seq)]);
  }
  await records.finishMessage(tenantId, message, {
    ...nothingElse,
    journal: [event(isStreamed ? 4 : 1)],
    idempotency: { claim, ending: 'keep' },
  });
  const said = { ...sampleVerdict(messageId, `${words}person`), comment: texts, betterAnswer: words };
  const label = sampleLabel(messageId, { author: said.author });
  await feedback.putFeedback(tenantId, said, { label, perMessageMax: 5 });
  const vector = Float32Array.from({ length: 384 }, () => Math.random());
  await insights.putQuestionVectors(tenantId, { encoder: 'e', vectors: new Map([[messageId, vector]]) });
  const question: GoldenQuestion = {
    ...{ goldenId: newId('gld', sampleTimeMs), question: words, note: texts, state: 'accepted' },
    ...{ origin: 'feedback', messageId, groups: [], updatedAtMs: 1 },
    expects: { kind: 'answer', sources: [], facts: [[words]], verdict: null },
  };
  await golden.putQuestions(tenantId, packId, [question], { questionsMax: 500 });
  return message;
}

/** A report of all questions of the set. The product's holds more figures, and no more texts. */
async function evaluate({ golden }: Store, tenantId: TenantId, packId: PackId): Promise<void> {
  const questions = await golden.listQuestions(tenantId, packId, {}, { after: null, limit: 100 });
  const results = questions.map(({ goldenId, question, expects, note, groups }) => ({
    ...{ golden_id: goldenId, question, expects, note, groups, outcome: 'wrong', answer: question },
    ...{ stopped_by: question, missing: [question], citations: [{ quote: question }] },
  }));
  const evaluation = {
    ...{ evaluationId: newId('evl', sampleTimeMs), packId, subject: { version: 1, draftRevision: null } },
    ...{ conditions: '', rightCount: 0, questionCount: results.length, createdAtMs: 1, createdBy: null },
    report: JSON.stringify({ format: 'avow-evaluation/1', results }),
  };
  await golden.putEvaluation(tenantId, evaluation, 10);
}

/** Whole, and its leaf opens to what it holds. */
async function expectProvable({ records, log }: Store, tenantId: TenantId, message: MessageRow) {
  const stored = await records.getMessage(tenantId, message.messageId);
  expect(stored?.envelope).toEqual(message.envelope);
  const [leaf] = await log.readEntries(tenantId, { from: stored?.log?.leafIndex ?? -1, limit: 1 });
  const commitments = new Map(parseEntry(leaf?.text ?? '').commitments);
  const salts = new Map(await records.readSalts(tenantId, message.messageId));
  for (const [name, text] of message.envelope) {
    const salt = Buffer.from(salts.get(name) ?? '', 'hex');
    expect(commit(salt, text, hmacSha256)).toBe(commitments.get(name));
  }
}

const shapes = fc.array(
  fc.record({
    // Less than a page, about one, and several.
    units: fc.oneof(fc.integer({ min: 10, max: 3_000 }), fc.integer({ min: 3_000, max: 40_000 })),
    isStreamed: fc.boolean(),
    goes: fc.boolean(),
  }),
  { minLength: 2, maxLength: 14 },
);

async function openWorld() {
  const directory = temporaryFolder();
  const store = await openSqliteStore({ masterKey: sampleMasterKey, directory });
  const tenantId = await newTenant(store.access);
  return { directory, store, tenantId, packId: await newPack(store.content, tenantId) };
}

const emptyWal = ({ upkeep }: Store) =>
  upkeep.sweep({ nowMs: 0, outboxBeforeMs: 0, journalBeforeMs: 0, atStart: false });

/** Erased, or expired where `way` says so; and then no file holds anything of them, and the others are as they were. */
async function expectDestroyed(
  method: 'erase' | 'expire',
  given: ReadonlyArray<{ readonly units: number; readonly isStreamed: boolean; readonly goes: boolean }>,
): Promise<void> {
  const { directory, store, tenantId, packId } = await openWorld();
  const messages: Array<{ row: MessageRow; goes: boolean; name: string }> = [];
  for (const [index, { goes, ...shape }] of given.entries()) {
    const name = `text-${index}-`;
    messages.push({ row: await addMessage(store, { tenantId, packId }, { ...shape, name }), goes, name });
  }
  for (const _time of ['once', 'twice']) await evaluate(store, tenantId, packId);
  await emptyWal(store);
  const going = messages.filter(({ goes }) => goes);
  const sought = going.map(({ row }) => seek(directory, tenantId, row.messageId));
  const before = readFolder(directory);
  for (const { stored, opened } of sought) {
    expect([missingIn(before, stored), missingIn(before, opened)]).toEqual([0, opened.length]);
  }
  const { retention } = store;
  if (method === 'erase') {
    const erase = ({ row: { messageId } }: (typeof going)[number]) =>
      retention.eraseMessage(tenantId, messageId, { ...attribution, event: sampleEvent('audit.erased') });
    await Promise.all(going.map(erase));
  } else {
    for (const { row, goes } of messages) {
      if (!goes)
        await retention.placeHold(tenantId, sampleHold({ scope: 'message', messageId: row.messageId }), 99);
    }
    await retention.expireContent(tenantId, { askedBeforeMs: sampleTimeMs + 1, atMs: 1, rowsMax: 500 });
  }
  const expectGone = () => {
    const after = readFolder(directory);
    for (const [index, { stored, opened }] of sought.entries()) {
      const all = [...stored, ...opened];
      expect(missingIn(after, all)).toBe(all.length);
      expect(after.includes(wordsOf(going[index]?.name ?? '').trim())).toBe(false);
    }
  };
  expectGone();
  for (const { row, goes } of messages) if (!goes) await expectProvable(store, tenantId, row);
  // What comes later must not bring anything back.
  await addMessage(store, { tenantId, packId }, { units: 9_000, isStreamed: true, name: 'later' });
  await emptyWal(store);
  expectGone();
  await store.close();
  expectGone();
}

describe('what was destroyed', () => {
  it('[CON-13-01] is in no file once an erasure is answered: neither texts, keys nor ciphertext', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, (given) => expectDestroyed('erase', given)),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it('[CON-15-03] is in no file once content has expired', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, (given) => expectDestroyed('expire', given)),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
