import type { MessageStatus } from '@avow/contract';
import type { MessageId } from '@avow/foundation';
import { createKnowledge } from '../features/mcp/create-knowledge.ts';
import type { Knowledge } from '../features/mcp/knowledge.ts';
import { openEnvelope } from '../features/records/envelope.ts';
import { createReviews, type ReviewQueue } from '../features/review/create-reviews.ts';
import { abandonMessage } from './abandon-message.ts';
import type { Admission } from './admission/admission.ts';
import { guardAdmission } from './admission/admit-guarded.ts';
import { admitQuery, type IncomingQuery } from './admission/admit-query.ts';
import { createBackgroundAnswers } from './admission/create-background-answers.ts';
import { createRunning, ownerOf, type Running } from './admission/create-running.ts';
import { createDeadlines, type Deadlines } from './admission/deadlines.ts';
import type { Run } from './admission/run.ts';
import { answerQuery } from './answer-query.ts';
import { openRestorer } from './open-restorer.ts';
import type { Answer, QueriesParts } from './queries-parts.ts';
import { createJournals, type Journals } from './streaming/create-journals.ts';
import { createStreaming } from './streaming/create-streaming.ts';
import type { Streaming } from './streaming/streaming.ts';

/** How a client wants to wait. */
interface Waiting {
  readonly respondAsync: boolean;
  readonly waitMs: number | null;
}

interface Replayed {
  readonly kind: 'replayed';
  readonly body: string;
  readonly messageId: Admission['messageId'];
  readonly status: MessageStatus;
}

export interface Queries extends Streaming {
  readonly reviews: ReviewQueue;
  readonly knowledge: Knowledge;
  ask(query: Omit<IncomingQuery, 'leaseMs'>, waiting: Waiting): Promise<Answer | Replayed>;
  /** Messages of such an owner that this process is answering. Some may not be on record yet. */
  listRunningOf: Running['listOf'];
  /** Cancels a message if this process is answering it. */
  cancelHere(messageId: MessageId): void;
  /** Resumes after a restart: what was queued is answered, what had been started has failed. */
  resume(): Promise<void>;
  /** Waits this long for what is in progress, then cuts it short. Nothing new is admitted. */
  drain(graceMs: number): Promise<void>;
}

/** What the work on a query is given. */
type Given = Pick<Run, 'admission' | 'timeLimit' | 'mayAskModels'>;

/** A claim outlives the longest wait, so that only a dead process loses it. */
const leaseMarginMs = 30_000;

export function createQueries(parts: QueriesParts): Queries {
  const deadlines = createDeadlines();
  const journals = createJournals(parts);
  const running = createRunning();
  const background = createBackgroundAnswers(parts, { journals, running });
  const streaming = createStreaming(parts, { journals, running });
  const reviews = createReviews({ ...parts, journals });
  const place = { parts, deadlines, journals, running };

  return {
    ask: async (query, { respondAsync, waitMs }) => {
      const timeoutMs = waitMs ?? parts.limits.deadlineMs;
      const leaseMs = respondAsync ? parts.limits.idempotencyKeepMs : timeoutMs + leaseMarginMs;
      return await work<Answer>(place, { ...query, timeoutMs, leaseMs }, async (given) => {
        const done = respondAsync
          ? await background.accept(given.admission, given.timeLimit)
          : await answerNow(parts, given);
        return { done, ended: Promise.resolve() };
      });
    },
    begin: async (query, { waitMs }) => {
      const timeoutMs = waitMs ?? parts.limits.deadlineMs;
      return await work(place, { ...query, timeoutMs, leaseMs: timeoutMs + leaseMarginMs }, async (given) => {
        const { query, ended } = await streaming.begin(given);
        return { done: query, ended };
      });
    },
    listRunningOf: running.listOf,
    cancelHere: (messageId) => void running.cancel(messageId),
    follow: streaming.follow,
    cancel: streaming.cancel,
    reviews,
    knowledge: createKnowledge(parts),
    resume: background.resume,
    drain: async (graceMs) => {
      const graceEnded = new Promise<void>((resolve) => {
        setTimeout(resolve, graceMs).unref();
      });
      const timer = setTimeout(() => deadlines.cutAll(), graceMs);
      // Background answers are not cut short but left: the next start resumes them.
      await Promise.all([parts.inFlight.drain(), Promise.race([background.drain(), graceEnded])]);
      clearTimeout(timer);
    },
  };
}

/** What all running queries share. */
interface WorkPlace {
  readonly parts: QueriesParts;
  readonly deadlines: Deadlines;
  readonly journals: Journals;
  readonly running: Running;
}

/** Admits a query and does the work on it, which occupies its slot until `ended`. */
async function work<Done>(
  { parts, deadlines, journals, running }: WorkPlace,
  { timeoutMs, ...query }: IncomingQuery & { readonly timeoutMs: number },
  begin: (given: Given) => Promise<{ done: Done; ended: Promise<void> }>,
): Promise<Done | Replayed> {
  const entered = parts.inFlight.enter(query.tenantId, timeoutMs);
  const deadline = deadlines.start(timeoutMs);
  let ended: Promise<void> = Promise.resolve();
  let startedId: Admission['messageId'] | null = null;
  try {
    const { idempotencyKeepMs } = parts.limits;
    const admitted = await admitQuery({ ...parts, idempotencyKeepMs }, query);
    if (admitted.kind === 'replay') {
      const { envelope, messageId, status } = admitted.message;
      return { kind: 'replayed', body: JSON.stringify(openEnvelope(envelope).response), messageId, status };
    }
    const { admission } = admitted;
    startedId = admission.messageId;
    running.start(startedId, ownerOf(admission), deadline.cancel);
    try {
      // Not before a replay, which costs nothing.
      const mayAskModels = await parts.budgets.mayAskModels(query.tenantId);
      const begun = await entered.run(() => begin({ admission, timeLimit: deadline, mayAskModels }));
      ended = begun.ended;
      return begun.done;
    } catch (error) {
      abandonMessage({ ...parts, journals }, admission);
      throw error;
    }
  } finally {
    void ended.finally(() => {
      if (startedId !== null) running.end(startedId);
      deadline.end();
      entered.leave();
    });
  }
}

async function answerNow(parts: QueriesParts, given: Given): Promise<Answer> {
  const { signal } = given.timeLimit;
  const admission = await guardAdmission(parts, given.admission, signal);
  const restorer = await openRestorer(parts, admission, signal);
  const delivery = await answerQuery(parts, {
    ...given,
    admission,
    journal: null,
    isAdmitted: false,
    isResumable: false,
  });
  if (restorer === null) return { ...delivery, kind: 'delivered' };
  const response = restorer.restoreResponse(delivery.response);
  return { response, body: JSON.stringify(response), kind: 'delivered' };
}
