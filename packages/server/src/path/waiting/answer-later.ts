import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageId, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { StoredMessage } from '../../features/records/record-store.ts';
import { openEnvelope } from '../../features/records/records.ts';
import type { GuardedAdmission, IncomingQuery, ReplayedQuery } from '../admission/admission.ts';
import { createDeadlines } from '../admission/deadlines.ts';
import { admitQuery } from '../admit-query.ts';
import { answerGuarded } from '../answer-query.ts';
import type { Answer } from '../deliver-answer.ts';
import { guardPrompt, guardResumed } from '../guard-prompt.ts';
import type { PathDependencies } from '../path-dependencies.ts';
import type { AdmittedQuery } from '../query.ts';
import { journalAdmission } from '../recording/admission-record.ts';
import { createBackgroundQueue } from './background-queue.ts';
import { abandonMessage, endUnanswered } from './end-unanswered.ts';

/** Queries that are answered in the background, after their client got an acknowledgement. */
export interface BackgroundAnswers {
  /** Commits the admission before it is acknowledged. What the input guardrails block is answered immediately. */
  accept(incoming: IncomingQuery, also: { readonly waitMs: number | null }): Promise<Answer | ReplayedQuery>;
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

export function createBackgroundAnswers(path: PathDependencies): BackgroundAnswers {
  const deadlines = createDeadlines();
  const queue = createBackgroundQueue(path.limits.queuedMax, (admission) =>
    answerUntilRecorded(admission).finally(() => inHand.delete(admission.messageId)),
  );
  const stopping = new AbortController();
  /** Queued here, or being taken over. */
  const inHand = new Set<MessageId>();
  const takingOver = new Set<Promise<void>>();
  const push = (admission: GuardedAdmission) => {
    inHand.add(admission.messageId);
    queue.push(admission);
  };

  /** Retries until the message is answered or its failure recorded, even if the store fails in between. */
  async function answerUntilRecorded(admission: GuardedAdmission): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (!(await beginQueued(path, admission))) return;
        await answerWithin(admission);
        return;
      } catch (error) {
        // During a shutdown the store closes early: that is not a failure, and the next start resumes the message.
        if (stopping.signal.aborted) return;
        path.onBackgroundFailure(error, admission.messageId);
        // The failure is on record: the message has ended.
        if (error instanceof AppError && error.options.messageId !== undefined) return;
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function answerWithin(admission: GuardedAdmission): Promise<void> {
    const { tenantId, messageId, threadId, request } = admission;
    const deadline = deadlines.start(path.limits.deadlineMs);
    const owner = { tenantId, threadId, endUserId: request.end_user_id ?? null };
    path.running.start(messageId, owner, deadline.cancel);
    try {
      const journal = await path.journals.reopen(tenantId, messageId);
      // It was accepted, so it cannot be refused any more: the embedded models answer instead.
      const mayAskModels = await path.budgets.mayAskModels(tenantId).catch(() => false);
      const guarded = await guardResumed(path, { admission, timeLimit: deadline, mayAskModels });
      await answerGuarded(path, guarded, { journal, isAdmitted: true, isResumable: true });
    } finally {
      path.running.end(messageId);
      deadline.end();
    }
  }

  /** Takes a message over, and retries if the store fails in between: once it is taken, nobody else ends it. */
  async function takeOver({ tenantId, message }: Abandoned): Promise<void> {
    const { messageId } = message;
    while (!stopping.signal.aborted) {
      try {
        if (!(await path.upkeep.adopt(tenantId, messageId))) break;
        const admission = storedAdmission(tenantId, message);
        if (admission !== null) return push(admission);
        await endUnanswered(path, { tenantId, message }, 'failed');
        break;
      } catch (error) {
        if (stopping.signal.aborted) break;
        path.onBackgroundFailure(error, messageId);
        // A message that cannot be read stays as it is.
        if (!(error instanceof AppError) || error.code === 'internal') break;
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    inHand.delete(messageId);
  }

  return {
    accept: async (incoming, { waitMs }) => {
      const admitted = await admitQuery(path, incoming, { waitMs, isForLater: true });
      if (admitted.kind === 'replayed') return admitted;
      const { query, slot } = admitted;
      try {
        const release = queue.reserve();
        return await slot.run(() => accept(path, query, push)).finally(release);
      } catch (error) {
        abandonMessage(path, query.admission);
        throw error;
      } finally {
        slot.leave();
      }
    },
    resume: async () => {
      for (const { tenantId, message } of await path.upkeep.listUnfinished(unfinishedMax)) {
        const { messageId } = message;
        // An answer pending review does not need the process that found it, and a process that was cut off for a while may
        // find what it is answering itself.
        if (message.status === 'in_review' || path.running.has(messageId) || inHand.has(messageId)) continue;
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
  path: PathDependencies,
  admitted: AdmittedQuery,
  push: (admission: GuardedAdmission) => void,
): Promise<Answer> {
  const guarded = await guardPrompt(path, admitted);
  const { input } = guarded;
  // From now on the prompt is what may be stored.
  const request = { ...guarded.admission.request, prompt: input.text };
  const query = { ...guarded, admission: { ...guarded.admission, request } };
  if (input.blocked !== null) {
    const mode = { journal: null, isAdmitted: false, isResumable: false };
    const recorded = await answerGuarded(path, { ...query, mayAskModels: false }, mode);
    return { ...recorded, kind: 'delivered' };
  }
  const { tenantId, messageId } = query.admission;
  const journal = path.journals.open(tenantId, messageId);
  const accepted = await journalAdmission(path, query, { status: 'queued', journal });
  push(query.admission);
  return { ...accepted, kind: 'accepted' };
}

/** False if the message was cancelled while queued, or no longer exists. */
async function beginQueued(
  { records }: PathDependencies,
  { tenantId, messageId }: GuardedAdmission,
): Promise<boolean> {
  if (await records.startMessage(tenantId, messageId)) return true;
  const message = await records.getMessage(tenantId, messageId);
  return message !== null && message.log === null;
}

/** Null for a message whose client was waiting when the process died: nobody waits any more. */
function storedAdmission(tenantId: TenantId, message: StoredMessage): GuardedAdmission | null {
  const { resume } = openEnvelope(message.envelope);
  if (resume === null) return null;
  const { messageId, threadId, createdAtMs } = message;
  const { request, claim, input, pack_ids: packIds } = resume;
  return { tenantId, messageId, threadId, createdAtMs, request, packIds, claim, input };
}
