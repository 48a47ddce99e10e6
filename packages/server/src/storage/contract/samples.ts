import type { MessageId, OutboxEvent, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import type { Feedback } from '../../features/feedback/feedback-store.ts';
import type { AccessStore, KeyRow } from '../../features/keys/access-store.ts';
import type { IdempotencyClaim, Label, MessageRow } from '../../features/records/record-store.ts';

/** An instant that every sample starts from. */
export const sampleTimeMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** Tests share a store and not a tenant, so that none sees what another left behind. */
export async function newTenant(access: AccessStore): Promise<TenantId> {
  const tenantId = newId('ten', sampleTimeMs);
  const outcome = await access.createTenant({
    tenantId,
    name: tenantId,
    status: 'active',
    createdAtMs: sampleTimeMs,
  });
  if (outcome !== 'created') throw new Error('the name of a new tenant was taken');
  return tenantId;
}

export function sampleMessage(changes: Partial<MessageRow> = {}): MessageRow {
  const createdAtMs = changes.createdAtMs ?? sampleTimeMs;
  return {
    messageId: newId('msg', createdAtMs),
    threadId: newId('thr', createdAtMs),
    status: 'delivered',
    band: 'high',
    confidenceScore: 0.8125,
    tripwireTriggered: false,
    sourceType: 'document',
    channelType: 'api',
    endUserId: null,
    contentState: 'present',
    audience: [],
    createdAtMs,
    policyVersion: 'pol_1',
    packVersions: [{ packId: newId('pack', createdAtMs), version: 3 }],
    rules: [],
    timeMs: 41.5,
    modelTier: 1,
    routingSource: 'retrieval',
    isDegraded: false,
    findings: [],
    envelope: [
      ['question', 'Wie hoch? 🏔️'],
      ['answer', '8849 m, it’s said'],
    ],
    ...changes,
  };
}

/** A message that ends, and nothing besides. */
export const nothingElse = { events: [], idempotency: null, journal: [], cost: null, label: null } as const;

export function sampleLabel(messageId: MessageId, changes: Partial<Label> = {}): Label {
  return {
    ...{
      messageId,
      origin: 'feedback',
      author: 'ada',
      ...{ callerId: 'key_1', isFromVisitor: false },
      isRight: false,
      evidence: { method: 'extractive', toolScore: 0.75, features: { relevance: 1.5, agreement: 2 } },
      score: 0.8125,
      band: 'high',
    },
    ...{ askedAtMs: sampleTimeMs, labelledAtMs: sampleTimeMs + 5 },
    ...changes,
  };
}

export function sampleFeedback(messageId: MessageId, changes: Partial<Feedback> = {}): Feedback {
  return {
    feedbackId: newId('fbk', sampleTimeMs),
    messageId,
    verdict: 'wrong',
    reason: 'outdated',
    comment: 'It’s 🏔️ higher',
    betterAnswer: '8849 m',
    proposal: { state: 'proposed', packId: newId('pack', sampleTimeMs), curatedId: null },
    author: 'ada',
    endUserId: 'ada',
    callerId: newId('key', sampleTimeMs),
    isFromVisitor: false,
    createdAtMs: sampleTimeMs,
    ...changes,
  };
}

export function sampleEvent(type = 'message.delivered'): OutboxEvent {
  return { eventId: newId('evt', sampleTimeMs), type, messageId: null, body: '{"status":"delivered"}' };
}

export function sampleClaim(changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
  const nowMs = changes.nowMs ?? sampleTimeMs;
  return {
    route: 'POST /v1/query',
    key: 'key-1',
    fingerprint: 'fingerprint-1',
    messageId: newId('msg', nowMs),
    nowMs,
    leaseUntilMs: nowMs + 60_000,
    keepUntilMs: nowMs + 86_400_000,
    ...changes,
  };
}

/** A key whose public id is as unlikely to come twice as any id. */
export function sampleKey(tenantId: TenantId, changes: Partial<KeyRow> = {}): KeyRow {
  const keyId = newId('key', sampleTimeMs);
  return {
    keyId,
    tenantId,
    publicId: keyId.slice(-12),
    secretHmac: 'c0ffee'.repeat(10),
    mode: 'live',
    name: 'A key',
    scopes: ['query:write', 'audit:read'],
    groups: ['staff'],
    createdAtMs: sampleTimeMs,
    expiresAtMs: sampleTimeMs + 1_000_000,
    revokedAtMs: null,
    rotatedFrom: null,
    origins: null,
    packIds: null,
    ...changes,
  };
}
