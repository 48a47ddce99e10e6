import type { GoldenQuestion } from '@avow/evaluation';
import type { MessageId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { parseEntry } from '@avow/ledger-log/entries';
import type { OpenedStore } from '../../../../storage/contract/opened-store.ts';
import {
  newTenant,
  nothingElse,
  sampleEvent,
  sampleLabel,
  sampleMessage,
  sampleTimeMs,
} from '../../../../storage/contract/samples.ts';
import { newPack } from '../../../content/store/test-support/pack-samples.ts';
import type { Feedback } from '../../../feedback/feedback-store.ts';
import type { MessageRow } from '../../../records/record-store.ts';
import type { Hold, HoldTarget } from '../../retention-store.ts';

/** The time of erasures, holds and sweeps. */
export const atMs = sampleTimeMs + 1_000_000;
export const attribution = { atMs, actor: 'operator' } as const;
export const activeMax = 10;

export function sampleHold(target: HoldTarget, changes: Partial<Hold> = {}): Hold {
  return {
    ...{ holdId: newId('hld', atMs), target, reason: 'Case 7', placedAtMs: atMs, placedBy: 'operator' },
    ...{ liftedAtMs: null, liftedBy: null },
    ...changes,
  };
}

export function sampleVerdict(messageId: MessageId, endUserId: string | null): Feedback {
  return {
    ...{ feedbackId: newId('fbk', sampleTimeMs), messageId, verdict: 'wrong', reason: null },
    ...{ comment: 'Not so', betterAnswer: 'So it is', createdAtMs: sampleTimeMs },
    proposal: { state: 'drafted', packId: newId('pack', 1), curatedId: newId('qna', sampleTimeMs) },
    author: endUserId === null ? 'key_1' : `end_user:${endUserId}`,
    ...{ endUserId, callerId: 'key_1', isFromVisitor: false },
  };
}

export function sampleGolden(messageId: MessageId): GoldenQuestion {
  return {
    ...{ goldenId: newId('gld', 1), question: 'How high?', expects: { kind: 'not_covered' } },
    ...{ state: 'accepted', origin: 'feedback', messageId, note: '', groups: [], updatedAtMs: 1 },
  };
}

/** A tenant of a store, and what is often done there. */
export async function createWorld(store: OpenedStore) {
  const tenantId = await newTenant(store.access);
  const { records, retention, log } = store;
  return {
    ...store,
    tenantId,
    /** Asked so many milliseconds after the first sample. */
    async finish(changes: Partial<MessageRow> = {}, afterMs = 0) {
      const message = sampleMessage({ createdAtMs: sampleTimeMs + afterMs, ...changes });
      await records.finishMessage(tenantId, message, nothingElse);
      return message;
    },
    erase: (messageId: MessageId, of: TenantId = tenantId) =>
      retention.eraseMessage(of, messageId, { ...attribution, event: sampleEvent('audit.erased') }),
    place: (target: HoldTarget, changes: Partial<Hold> = {}) =>
      retention.placeHold(tenantId, sampleHold(target, changes), activeMax),
    expire: (afterMs: number, rowsMax = 50) =>
      retention.expireContent(tenantId, { askedBeforeMs: sampleTimeMs + afterMs, atMs, rowsMax }),
    async drop(afterMs: number, rowsMax = 50) {
      const options = { askedBeforeMs: sampleTimeMs + afterMs, atMs, rowsMax };
      const { dropped, isDone } = await retention.dropRecords(tenantId, options);
      return { dropped, isDone };
    },
    /** Kind, subject, state, actor and details of log entries other than records. */
    async events() {
      const entries = await log.listLogEvents(tenantId, {}, { before: null, limit: 100 });
      return entries
        .map(({ text }) => parseEntry(text))
        .map(({ kind, subject, state, actor, details }) => [kind, subject, state, actor, details])
        .reverse();
    },
    stateOf: async (messageId: MessageId) => {
      const record = await records.getRecord(tenantId, messageId);
      return record?.kind === 'emptied' ? record.contentState : (record?.kind ?? null);
    },
  };
}

export type GetWorld = () => ReturnType<typeof createWorld>;

/** A message with all that may be kept beside one. */
export async function withEverything(world: Awaited<ReturnType<typeof createWorld>>) {
  const { records, feedback, insights, content, tenantId } = world;
  const message = sampleMessage({ endUserId: 'ada' });
  const { messageId } = message;
  const claim = {
    ...{ route: 'POST /v1/query', key: 'key-1', fingerprint: 'hash', messageId },
    ...{ nowMs: 0, leaseUntilMs: 10, keepUntilMs: 10_000 },
  };
  await records.claimIdempotencyKey(tenantId, claim);
  await records.finishMessage(tenantId, message, {
    ...nothingElse,
    journal: [{ seq: 1, type: 'message.delivered', body: '{}' }],
    idempotency: { claim, ending: 'keep' },
    label: sampleLabel(messageId, { origin: 'review', author: 'key_1' }),
  });
  const said = sampleVerdict(messageId, 'ada');
  const label = sampleLabel(messageId, { author: said.author });
  await feedback.putFeedback(tenantId, said, { label, perMessageMax: 5 });
  await insights.putQuestionVectors(tenantId, {
    encoder: 'e',
    vectors: new Map([[messageId, new Float32Array([1, 2])]]),
  });
  await insights.putMarks(tenantId, [{ messageId, state: 'dismissed', curatedId: null }], 1);
  const packId = await newPack(content, tenantId);
  const golden = sampleGolden(messageId);
  await world.golden.putQuestions(tenantId, packId, [golden], { questionsMax: 5 });
  return { store: world, tenantId, message, claim, packId, golden };
}
