import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResponse } from '@avow/contract';
import { openEnvelope, sealEnvelope } from '../audit/envelope.ts';
import { AppError } from '../errors/app-error.ts';
import { messageEvents } from '../events/message-events.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';
import type { Admission } from './admission.ts';
import { answerQuery } from './answer-query.ts';
import { createBackgroundQueue } from './background-queue.ts';
import { createDeadlines, type TimeLimit } from './deadlines.ts';
import { guardInput } from './guard-input.ts';
import { tracesUntilOutput } from './outcome.ts';
import type { Answer, QueriesParts } from './queries-parts.ts';
import { composeMessage } from './record-message.ts';

/** Questions that are answered after their client has been told that they will be. */
export interface Later {
  /** Commits the admission before anyone is told of it. What the input guardrails block is answered at once. */
  accept(asked: Admission, timeLimit: TimeLimit): Promise<Answer>;
  resume(): Promise<void>;
  drain(): Promise<void>;
}

/** More than can ever be waiting: twice the highest setting of the queue. */
const unfinishedMax = 200_000;
const retryMs = 1000;

export function createLater(parts: QueriesParts): Later {
  const deadlines = createDeadlines();
  const queue = createBackgroundQueue(parts.limits.queuedMax, answerUntilRecorded);
  const stopping = new AbortController();

  /** What was accepted is answered, or its failure recorded, however often the store fails in between. */
  async function answerUntilRecorded(admission: Admission): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await parts.records.startMessage(admission.tenantId, admission.messageId);
        await answerWithin(admission);
        return;
      } catch (error) {
        // The store closes under what a shutdown left: that is no failure, and the next start takes it up.
        if (stopping.signal.aborted) return;
        parts.onBackgroundFailure(error, admission.messageId);
        // The failure itself is on record: the message has ended.
        if (error instanceof AppError && error.options.messageId !== undefined) return;
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function answerWithin(admission: Admission): Promise<void> {
    const deadline = deadlines.start(parts.limits.deadlineMs);
    try {
      await answerQuery(parts, admission, deadline);
    } finally {
      deadline.end();
    }
  }

  return {
    accept: async (asked, timeLimit) => {
      const release = queue.reserve();
      try {
        // The guardrails run first: what they redact is not to be stored.
        const { tenantId, request } = asked;
        const guard = await parts.guards.inForce(tenantId);
        const guarded = { ...parts, guard };
        const input = await guardInput(guarded, { tenantId, prompt: request.prompt }, timeLimit.signal);
        const admission = { ...asked, request: { ...request, prompt: input.text }, input };
        if (input.blocked !== null)
          return { ...(await answerQuery(parts, admission, timeLimit)), kind: 'delivered' };
        const pending = { ...tracesUntilOutput(guard, input), kind: 'pending', status: 'queued' } as const;
        const { response, body, row } = composeMessage(guarded, admission, pending, 0);
        await parts.records.admitMessage(admission.tenantId, row);
        queue.push(admission);
        return { response, body, kind: 'accepted' };
      } finally {
        release();
      }
    },
    resume: async () => {
      for (const { tenantId, message } of await parts.upkeep.listUnfinished(unfinishedMax)) {
        try {
          const admission = storedAdmission(tenantId, message);
          if (admission === null) await failInterrupted(parts, tenantId, message);
          else queue.push(admission);
        } catch (error) {
          // One message that cannot be read must not keep the service from starting.
          parts.onBackgroundFailure(error, message.messageId);
        }
      }
    },
    drain: () => {
      stopping.abort();
      return queue.drain();
    },
  };
}

/** Null for a message that somebody was waiting for when its process died: nobody is any more. */
function storedAdmission(tenantId: TenantId, message: StoredMessage): Admission | null {
  const { resume } = openEnvelope(message.envelope);
  if (resume === null) return null;
  const { messageId, threadId, createdAtMs } = message;
  const { request, claim, input, pack_ids: packIds } = resume;
  return { tenantId, messageId, threadId, createdAtMs, request, packIds, claim, input };
}

async function failInterrupted(
  parts: QueriesParts,
  tenantId: TenantId,
  message: StoredMessage,
): Promise<void> {
  const { response, ...content } = openEnvelope(message.envelope);
  const suggested_next_action = parts.scoring.suggestNextAction({ kind: 'failed' });
  const failed: QueryResponse = {
    ...response,
    status: 'failed',
    agent_context: { ...response.agent_context, suggested_next_action },
  };
  const { log: _none, ...row } = message;
  const ended = {
    ...row,
    status: 'failed',
    envelope: sealEnvelope(content, JSON.stringify(failed)),
  } as const;
  const events = messageEvents(failed, { tripwireTriggered: false, nowMs: parts.clock.nowMs() });
  await parts.records.finishMessage(tenantId, ended, { events, idempotency: null });
}
