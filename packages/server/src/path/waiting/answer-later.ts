import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageId, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { openEnvelope } from '../../features/records/envelope.ts';
import type { StoredMessage } from '../../features/records/record-store.ts';
import type { Admission } from '../admission/admission.ts';
import { commitAdmission, guardAdmission } from '../admission/admit-guarded.ts';
import { createDeadlines, type TimeLimit } from '../admission/deadlines.ts';
import { answerQuery } from '../answer-query.ts';
import type { Answer, QueriesParts } from '../path-dependencies.ts';
import type { Journals } from '../streaming/create-journals.ts';
import { createBackgroundQueue } from './background-queue.ts';
import { ownerOf, type Running } from './create-running.ts';
import { endUnanswered } from './end-unanswered.ts';

/** Queries that are answered in the background, after their client got an acknowledgement. */
export interface BackgroundAnswers {
  /** Commits the admission before it is acknowledged. What the input guardrails block is answered immediately. */
  accept(admission: Admission, timeLimit: TimeLimit): Promise<Answer>;
  resume(): Promise<void>;
  drain(): Promise<void>;
}

interface Abandoned {
  readonly tenantId: TenantId;
  readonly message: StoredMessage;
}

/** More than can ever be waiting: twice the highest setting of the queue. */
const unfinishedMax = 200_000;
const retryMs = 1000;

export function createBackgroundAnswers(
  parts: QueriesParts,
  { journals, running }: { readonly journals: Journals; readonly running: Running },
): BackgroundAnswers {
  const deadlines = createDeadlines();
  const queue = createBackgroundQueue(parts.limits.queuedMax, (admission) =>
    answerUntilRecorded(admission).finally(() => inHand.delete(admission.messageId)),
  );
  const stopping = new AbortController();
  /** Queued here, or being taken over. */
  const inHand = new Set<MessageId>();
  const takingOver = new Set<Promise<void>>();
  const push = (admission: Admission) => {
    inHand.add(admission.messageId);
    queue.push(admission);
  };

  /** Retries until the message is answered or its failure recorded, even if the store fails in between. */
  async function answerUntilRecorded(admission: Admission): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (!(await beginQueued(parts.records, admission))) return;
        await answerWithin(admission);
        return;
      } catch (error) {
        // During a shutdown the store closes early: that is not a failure, and the next start resumes the message.
        if (stopping.signal.aborted) return;
        parts.onBackgroundFailure(error, admission.messageId);
        // The failure is on record: the message has ended.
        if (error instanceof AppError && error.options.messageId !== undefined) return;
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function answerWithin(admission: Admission): Promise<void> {
    const { tenantId, messageId } = admission;
    const deadline = deadlines.start(parts.limits.deadlineMs);
    running.start(messageId, ownerOf(admission), deadline.cancel);
    try {
      const journal = await journals.reopen(tenantId, messageId);
      // It was accepted, so it cannot be refused any more: the embedded models answer instead.
      const mayAskModels = await parts.budgets.mayAskModels(tenantId).catch(() => false);
      await answerQuery(parts, {
        ...{ admission, timeLimit: deadline, journal, mayAskModels },
        ...{ isAdmitted: true, isResumable: true },
      });
    } finally {
      running.end(messageId);
      deadline.end();
    }
  }

  /** Takes a message over, and retries if the store fails in between: once it is taken, nobody else ends it. */
  async function takeOver({ tenantId, message }: Abandoned): Promise<void> {
    const { messageId } = message;
    while (!stopping.signal.aborted) {
      try {
        if (!(await parts.upkeep.adopt(tenantId, messageId))) break;
        const admission = storedAdmission(tenantId, message);
        if (admission !== null) return push(admission);
        await endUnanswered({ ...parts, journals }, { tenantId, message }, 'failed');
        break;
      } catch (error) {
        if (stopping.signal.aborted) break;
        parts.onBackgroundFailure(error, messageId);
        // A message that cannot be read stays as it is.
        if (!(error instanceof AppError) || error.code === 'internal') break;
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    inHand.delete(messageId);
  }

  return {
    accept: async (admission, timeLimit) => {
      const release = queue.reserve();
      try {
        return await accept(parts, { admission, timeLimit }, { journals, push });
      } finally {
        release();
      }
    },
    resume: async () => {
      for (const { tenantId, message } of await parts.upkeep.listUnfinished(unfinishedMax)) {
        const { messageId } = message;
        // An answer pending review does not need the process that found it, and a process that was cut off for a while may
        // find what it is answering itself.
        if (message.status === 'in_review' || running.has(messageId) || inHand.has(messageId)) continue;
        inHand.add(messageId);
        const taking = takeOver({ tenantId, message }).finally(() => takingOver.delete(taking));
        takingOver.add(taking);
        // One that can only be ended later must not keep the service from starting.
        await Promise.race([taking, sleep(retryMs / 2, undefined, { ref: false })]);
      }
    },
    drain: async () => {
      stopping.abort();
      await Promise.all([queue.drain(), ...takingOver]);
    },
  };
}

async function accept(
  parts: QueriesParts,
  { admission: unchecked, timeLimit }: { readonly admission: Admission; readonly timeLimit: TimeLimit },
  { journals, push }: { readonly journals: Journals; readonly push: (admission: Admission) => void },
): Promise<Answer> {
  const { input, ...guarded } = await guardAdmission(parts, unchecked, timeLimit.signal);
  const admission = { ...guarded, request: { ...guarded.request, prompt: input.text }, input };
  if (input.blocked !== null) {
    const run = {
      ...{ admission, timeLimit, journal: null, mayAskModels: false },
      ...{ isAdmitted: false, isResumable: false },
    };
    return { ...(await answerQuery(parts, run)), kind: 'delivered' };
  }
  const journal = journals.open(admission.tenantId, admission.messageId);
  const accepted = await commitAdmission(parts, admission, { status: 'queued', journal });
  push(admission);
  return { ...accepted, kind: 'accepted' };
}

/** False if the message was cancelled while queued, or no longer exists. */
async function beginQueued(
  records: QueriesParts['records'],
  { tenantId, messageId }: Admission,
): Promise<boolean> {
  if (await records.startMessage(tenantId, messageId)) return true;
  const message = await records.getMessage(tenantId, messageId);
  return message !== null && message.log === null;
}

/** Null for a message whose client was waiting when the process died: nobody waits any more. */
function storedAdmission(tenantId: TenantId, message: StoredMessage): Admission | null {
  const { resume } = openEnvelope(message.envelope);
  if (resume === null) return null;
  const { messageId, threadId, createdAtMs } = message;
  const { request, claim, input, pack_ids: packIds } = resume;
  return { tenantId, messageId, threadId, createdAtMs, request, packIds, claim, input };
}
