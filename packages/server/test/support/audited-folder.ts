import { mkdirSync } from 'node:fs';
import type { MessageId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { createCheckpointer, createFolderAnchor, createLogSigner } from '@avow/ledger';
import { openDataFolder } from '../../src/app/open-data-folder.ts';
import { type Config, loadConfig } from '../../src/config/load-config.ts';
import type { MessageRow } from '../../src/features/records/record-store.ts';
import { createPepper } from '../../src/secrets/pepper.ts';
import {
  newTenant,
  nothingElse,
  sampleEvent,
  sampleMessage,
  sampleTimeMs,
} from '../../src/storage/contract/samples.ts';
import type { Store } from '../../src/storage/store.ts';

/** A data folder with records and events of every kind. */
export interface AuditedFolder {
  readonly config: Config;
  /** The first has a full tile and all kinds of events; the second has few. */
  readonly tenantIds: readonly [TenantId, TenantId];
  readonly threadId: MessageRow['threadId'];
}

const dayMs = 86_400_000;
const eventsForTile = 190;

export async function buildAuditedFolder(dataDir: string): Promise<AuditedFolder> {
  const config = loadConfig({ AVOW_DATA_DIR: dataDir });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await createPepper(config.pepperFile);
  const data = await openDataFolder(config);
  const anchor = createFolderAnchor(config.anchorDir);
  let nowMs = sampleTimeMs;
  const checkpointer = createCheckpointer({
    ...{ store: data.store.log, signer: createLogSigner(data.logKey), anchors: [] },
    clock: { nowMs: () => nowMs++ },
    onFork: () => {
      throw new Error('the log is forked');
    },
    onFailure: (_, error) => {
      throw error;
    },
  });
  // Two ids of one millisecond come in no order, and reports list tenants by id.
  const made = [await newTenant(data.store.access), await newTenant(data.store.access)].toSorted();
  const tenantIds = made as [TenantId, TenantId];
  const sign = async () => {
    await checkpointer.signGrown();
    for (const tenantId of tenantIds) {
      const newest = await data.store.log.lastCheckpoint(tenantId);
      if (newest !== null) await anchor.publish(tenantId, newest);
    }
  };
  const threadId = await liveThrough(data.store, tenantIds, sign);
  await sign();
  await data.close();
  return { config, tenantIds, threadId };
}

type Samples = readonly Partial<MessageRow>[];

/** A message for each possible outcome. */
const samples: Samples = [
  { endUserId: 'ada' },
  {},
  { status: 'blocked', band: 'none', confidenceScore: 0.25, tripwireTriggered: true, sourceType: 'none' },
  { status: 'failed', band: 'none', confidenceScore: 0.125, isDegraded: true },
  { contentState: 'redacted', endUserId: 'grace', channelType: 'web' },
  { status: 'cancelled', band: 'low', endUserId: 'ada' },
  {
    findings: [
      { guardrailId: 'grd_1', name: 'phones', did: 'redact', isShadow: false },
    ] as MessageRow['findings'],
    modelTier: 2,
  },
];

function sampleRow(index: number, askedAtMs: number, changes: Partial<MessageRow> = {}): MessageRow {
  return sampleMessage({
    createdAtMs: askedAtMs,
    timeMs: 10.5 + index,
    envelope: [
      ['question', `Question ${index}, wie hoch? 🏔️`],
      ...(index % 3 === 0 ? [['refined_question', `How high is it, ${index}?`] as const] : []),
      ['answer', `Answer ${index}`],
      ['response', JSON.stringify({ answer: `Answer ${index}`, citations: [], index })],
      ['metadata', '{}'],
      ['trace', JSON.stringify({ steps: [index] })],
    ],
    ...samples[index % samples.length],
    ...changes,
  });
}

/** All operations on records, with occasional checkpoints. */
async function liveThrough(
  store: Store,
  tenantIds: readonly [TenantId, TenantId],
  sign: () => Promise<void>,
): Promise<MessageRow['threadId']> {
  const [first, second] = tenantIds;
  let index = 0;
  const put = async (
    tenantId: TenantId,
    count: number,
    askedAtMs: number,
    changes: Partial<MessageRow> = {},
  ) => {
    const rows = Array.from({ length: count }, () => sampleRow(index++, askedAtMs + index, changes));
    for (const row of rows) await store.records.finishMessage(tenantId, row, nothingElse);
    return rows.map(({ messageId }) => messageId);
  };
  const threadId = newId('thr', sampleTimeMs);
  const old = await put(first, 16, sampleTimeMs);
  const older = await put(first, 8, sampleTimeMs - 10 * dayMs);
  await sign();
  await put(first, 20, sampleTimeMs + dayMs);
  await put(first, 3, sampleTimeMs + dayMs, { threadId, endUserId: 'ada' });
  await admitAndHold(store, first, index);
  await sign();
  await forget(store, first, { old, older });
  await sign();
  await put(first, 30, sampleTimeMs + 2 * dayMs);
  await put(second, 12, sampleTimeMs + dayMs);
  await sign();
  await look(store, first, old);
  await put(second, 6, sampleTimeMs + 3 * dayMs);
  await put(first, 12, sampleTimeMs + 3 * dayMs);
  return threadId;
}

/** Messages that were admitted before they ended, one pending review, and one being answered. */
async function admitAndHold(store: Store, tenantId: TenantId, index: number): Promise<void> {
  const journal = [{ seq: 1, type: 'message.started', body: '{}' }];
  const admitted = sampleRow(index, sampleTimeMs + dayMs, { status: 'queued' });
  await store.records.admitMessage(tenantId, admitted, journal);
  const streamed = sampleRow(index + 1, sampleTimeMs + dayMs, { status: 'processing' });
  await store.records.admitMessage(tenantId, { ...streamed, status: 'queued' }, journal);
  await store.records.startMessage(tenantId, streamed.messageId);
  const end = { ...nothingElse, journal: [{ seq: 2, type: 'message.delivered', body: '{}' }] };
  await store.records.finishMessage(tenantId, { ...streamed, status: 'delivered' }, end);
  for (const ends of [true, false]) {
    const held = sampleRow(index + 2, sampleTimeMs + dayMs, { status: 'processing' });
    await store.records.admitMessage(tenantId, { ...held, status: 'queued' }, journal);
    await store.records.startMessage(tenantId, held.messageId);
    const waiting = { events: [], claim: null, journal: [], cost: null, inReviewMax: 10 };
    await store.records.submitForReview(tenantId, { ...held, status: 'in_review' }, waiting);
    if (ends) await store.records.finishMessage(tenantId, { ...held, status: 'delivered' }, end);
  }
}

interface Known {
  readonly old: readonly MessageId[];
  readonly older: readonly MessageId[];
}

async function forget(store: Store, tenantId: TenantId, { old, older }: Known): Promise<void> {
  const { retention } = store;
  const doing = { atMs: sampleTimeMs + 5 * dayMs, actor: 'operator' } as const;
  const hold = (messageId: MessageId) => ({
    ...{
      holdId: newId('hld', sampleTimeMs),
      target: { scope: 'message', messageId } as const,
      reason: 'a claim',
    },
    ...{ placedAtMs: doing.atMs, placedBy: 'operator' as const, liftedAtMs: null, liftedBy: null },
  });
  const [kept, freed] = [hold(older[0] ?? 'msg_'), hold(older[1] ?? 'msg_')];
  await retention.placeHold(tenantId, kept, 10);
  await retention.placeHold(tenantId, freed, 10);
  await retention.liftHold(tenantId, freed.holdId, doing);
  await retention.setRetention(tenantId, { contentDays: 5, recordDays: 9 }, doing);
  const askedBeforeMs = sampleTimeMs - 5 * dayMs;
  await retention.expireContent(tenantId, { askedBeforeMs, atMs: doing.atMs, rowsMax: 5 });
  await retention.dropRecords(tenantId, { askedBeforeMs, atMs: doing.atMs, rowsMax: 3 });
  const erase = (messageId: MessageId) =>
    retention.eraseMessage(tenantId, messageId, { ...doing, event: sampleEvent('message.erased') });
  for (const messageId of old.slice(0, 5)) await erase(messageId);
  // Its content had already expired.
  await erase(older[4] ?? 'msg_');
}

async function look(store: Store, tenantId: TenantId, seen: readonly MessageId[]): Promise<void> {
  const atMs = sampleTimeMs + 6 * dayMs;
  const events = Array.from({ length: eventsForTile }, (_, at) => ({
    ...({ kind: 'access', state: 'read', actor: 'operator', details: [], atMs: atMs + at } as const),
    subject: seen[at % seen.length] ?? '',
  }));
  await store.log.append(tenantId, events);
}
