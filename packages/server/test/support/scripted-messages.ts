import type { QueryResponse, StreamEvent } from '@avow/contract/query';
import { queryResponseExample } from '@avow/contract/testing';
import type { MessageStatus } from '@avow/contract/values';
import type { MessageId, TenantId } from '@avow/foundation';
import { newSuffix, systemClock } from '@avow/foundation';
import { sealEnvelope } from '../../src/features/records/envelope.ts';
import type { MessageRow, RecordStore } from '../../src/features/records/record-store.ts';
import { createJournals } from '../../src/path/streaming/create-journals.ts';
import type { Streaming } from '../../src/path/streaming/streaming.ts';
import { createRunning } from '../../src/path/waiting/create-running.ts';

/** A message whose answer a test scripts. */
export interface ScriptedMessage {
  readonly messageId: MessageId;
  say(...events: StreamEvent[]): Promise<void>;
  end(status: 'delivered' | 'failed' | 'cancelled', answer?: string): Promise<QueryResponse>;
}

/** Questions that a test answers; the journals and the store are the real ones. */
export function createScriptedMessages(records: RecordStore) {
  const journals = createJournals({ records, clock: systemClock });
  const running = createRunning();
  const begun: ScriptedMessage[] = [];
  const bodies = new Map<string, { messageId: MessageId; status: MessageStatus; body: string }>();

  async function begin(
    tenantId: TenantId,
    isKept: boolean,
    createdAtMs = Date.now(),
  ): Promise<ScriptedMessage> {
    const messageId = `msg_${newSuffix(createdAtMs)}` as const;
    const journal = journals.open(tenantId, messageId);
    const created = responseFor(messageId, 'processing', '');
    const { request_id, audit_ref, thread_id, created_at } = created;
    const data = { message_id: messageId, request_id, audit_ref, thread_id, created_at };
    const first = isKept ? journal.first([{ type: 'message.created', data }]) : undefined;
    await records.admitMessage(tenantId, rowFor(created, createdAtMs), first);
    const message: ScriptedMessage = {
      messageId,
      say: (...events) => journal.add(events),
      end: async (status, answer = '') => {
        const response = responseFor(messageId, status, answer);
        const last = isKept ? await journal.last([{ type: `message.${status}`, data: response }]) : [];
        const also = { events: [], idempotency: null, journal: last, cost: null, label: null };
        await records.finishMessage(tenantId, rowFor(response, createdAtMs), also);
        running.end(messageId);
        journal.ended();
        return response;
      },
    };
    begun.push(message);
    return message;
  }

  const streaming: Streaming = {
    begin: async ({ tenantId, idempotencyKey }) => {
      const known = idempotencyKey === null ? undefined : bodies.get(idempotencyKey);
      if (known !== undefined) return { kind: 'replayed', ...known };
      const message = await begin(tenantId, true);
      const { messageId } = message;
      if (idempotencyKey !== null)
        bodies.set(idempotencyKey, {
          messageId,
          status: 'delivered',
          body: JSON.stringify(responseFor(messageId, 'delivered', 'Again.')),
        });
      return {
        kind: 'begun',
        messageId,
        requestId: messageId.replace(/^msg_/, 'req_'),
        events: (signal) => journals.events(tenantId, messageId, { after: 0, signal }),
      };
    },
    follow: journals.follow,
    cancel: async (tenantId, messageId) => {
      const stored = await records.getMessage(tenantId, messageId);
      if (stored === null) return { kind: 'not_found' };
      if (stored.log !== null) return { kind: 'ended' };
      const message = begun.find((one) => one.messageId === messageId);
      return { kind: 'cancelled', body: JSON.stringify(await message?.end('cancelled')) };
    },
  };
  return { streaming, begin, begun };
}

function responseFor(messageId: MessageId, status: QueryResponse['status'], answer: string): QueryResponse {
  const suffix = messageId.slice('msg_'.length);
  const isAnswered = status === 'delivered';
  const none = { score: 0, band: 'none', tool_confidence_score: 0, guarantee: null } as const;
  return {
    ...queryResponseExample,
    request_id: `req_${suffix}`,
    message_id: messageId,
    audit_ref: `aud_${suffix}`,
    thread_id: `thr_${suffix}`,
    status,
    answer,
    citations: [],
    confidence: isAnswered ? queryResponseExample.confidence : none,
    source_type: isAnswered ? 'document' : 'none',
    generated: isAnswered ? 'quoted' : null,
    agent_context: {
      ...queryResponseExample.agent_context,
      source_type: isAnswered ? 'document' : 'none',
      knowledge_grounded: isAnswered,
      answer_language: isAnswered ? 'en' : null,
    },
  };
}

function rowFor(response: QueryResponse, createdAtMs: number): MessageRow {
  const content = {
    question: 'Why?',
    refined_question: null,
    sources: null,
    history: [],
    blocked_prompt: null,
    block: null,
    metadata: {},
    ...{
      groups: [],
      cost: null,
      failed_tiers: [],
      searches: [],
      answer_changes: [],
      other_answer: null,
      scored: null,
      nearest: [],
      held: null,
      review: null,
      resume: null,
    },
  };
  return {
    messageId: response.message_id,
    threadId: response.thread_id,
    status: response.status,
    band: response.confidence.band,
    confidenceScore: response.confidence.score,
    tripwireTriggered: false,
    sourceType: response.source_type,
    channelType: 'api',
    endUserId: null,
    contentState: 'present',
    audience: [],
    createdAtMs,
    policyVersion: 'test',
    packVersions: [],
    rules: [],
    ...{ timeMs: 0, modelTier: 0, routingSource: 'default', isDegraded: false, findings: [] },
    envelope: sealEnvelope(content, {
      answer: response.answer,
      responseJson: JSON.stringify(response),
    }),
  };
}
