import type { MessageStatus } from '@avow/contract';
import { openEnvelope } from '../audit/envelope.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';
import type { Admission } from './admission.ts';
import { guardAdmission } from './admit-guarded.ts';
import { type AskedQuery, admitQuery } from './admit-query.ts';
import { answerQuery } from './answer-query.ts';
import { createJournals, type Journals } from './create-journals.ts';
import { createLater } from './create-later.ts';
import { createReviews, type ReviewQueue } from './create-reviews.ts';
import { createRunning, type Running } from './create-running.ts';
import { createStreaming } from './create-streaming.ts';
import { createDeadlines, type Deadlines } from './deadlines.ts';
import { giveUpMessage } from './give-up-message.ts';
import { openRestorer } from './open-restorer.ts';
import type { Answer, QueriesParts } from './queries-parts.ts';
import type { Run } from './run.ts';
import type { Streaming } from './streaming.ts';

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

type Asked = Answer | Replayed;

export interface Queries extends Streaming {
  readonly reviews: ReviewQueue;
  ask(asked: Omit<AskedQuery, 'leaseMs'>, waiting: Waiting): Promise<Asked>;
  /** Messages of this person that are being answered here. Some may not be on record yet. */
  listRunningOf(tenantId: TenantId, endUserId: string): MessageId[];
  /** Takes up what the process before this one left: what was queued is answered, what had begun has failed. */
  resume(): Promise<void>;
  /** Lets what is in progress end, for so long; then cuts it short. Nothing new is admitted. */
  drain(graceMs: number): Promise<void>;
}

/** What the work on a question is given. */
type Given = Pick<Run, 'admission' | 'timeLimit' | 'mayAskModels'>;

/** A claim outlives the longest wait, so that only a dead process loses it. */
const leaseMarginMs = 30_000;

export function createQueries(parts: QueriesParts): Queries {
  const deadlines = createDeadlines();
  const journals = createJournals(parts);
  const running = createRunning();
  const later = createLater(parts, { journals, running });
  const streaming = createStreaming(parts, { journals, running });
  const reviews = createReviews({ ...parts, journals });
  const place = { parts, deadlines, journals, running };

  return {
    ask: async (asked, { respondAsync, waitMs }) => {
      const timeoutMs = waitMs ?? parts.limits.deadlineMs;
      const leaseMs = respondAsync ? parts.limits.idempotencyKeepMs : timeoutMs + leaseMarginMs;
      return await work<Answer>(place, { ...asked, timeoutMs, leaseMs }, async (given) => {
        const done = respondAsync
          ? await later.accept(given.admission, given.timeLimit)
          : await answerNow(parts, given);
        return { done, ended: Promise.resolve() };
      });
    },
    begin: async (asked, { waitMs }) => {
      const timeoutMs = waitMs ?? parts.limits.deadlineMs;
      return await work(place, { ...asked, timeoutMs, leaseMs: timeoutMs + leaseMarginMs }, async (given) => {
        const { query, ended } = await streaming.begin(given);
        return { done: query, ended };
      });
    },
    listRunningOf: running.listOf,
    follow: streaming.follow,
    cancel: streaming.cancel,
    reviews,
    resume: later.resume,
    drain: async (graceMs) => {
      const graceEnded = new Promise<void>((resolve) => {
        setTimeout(resolve, graceMs).unref();
      });
      const timer = setTimeout(() => deadlines.cutAll(), graceMs);
      // What was accepted for later is not cut short but left: the next start takes it up.
      await Promise.all([parts.inFlight.drain(), Promise.race([later.drain(), graceEnded])]);
      clearTimeout(timer);
    },
  };
}

/** What all questions that are being answered share. */
interface WorkPlace {
  readonly parts: QueriesParts;
  readonly deadlines: Deadlines;
  readonly journals: Journals;
  readonly running: Running;
}

/** Admits a question and does the work on it, which holds its place until `ended`. */
async function work<Done>(
  { parts, deadlines, journals, running }: WorkPlace,
  { timeoutMs, ...asked }: AskedQuery & { readonly timeoutMs: number },
  begin: (given: Given) => Promise<{ done: Done; ended: Promise<void> }>,
): Promise<Done | Replayed> {
  const leave = parts.inFlight.enter(asked.tenantId);
  const deadline = deadlines.start(timeoutMs);
  let ended: Promise<void> = Promise.resolve();
  let startedId: Admission['messageId'] | null = null;
  try {
    const { idempotencyKeepMs } = parts.limits;
    const admitted = await admitQuery({ ...parts, idempotencyKeepMs }, asked);
    if (admitted.kind === 'replay') {
      const { envelope, messageId, status } = admitted.message;
      return { kind: 'replayed', body: JSON.stringify(openEnvelope(envelope).response), messageId, status };
    }
    const { admission } = admitted;
    startedId = admission.messageId;
    const { tenantId, request } = admission;
    running.start(startedId, { tenantId, endUserId: request.end_user_id ?? null }, deadline.cancel);
    try {
      // Not before what was answered once is said again: that costs nothing.
      const mayAskModels = await parts.budgets.mayAskModels(asked.tenantId);
      const begun = await begin({ admission, timeLimit: deadline, mayAskModels });
      ended = begun.ended;
      return begun.done;
    } catch (error) {
      giveUpMessage({ ...parts, journals }, admission);
      throw error;
    }
  } finally {
    void ended.finally(() => {
      if (startedId !== null) running.end(startedId);
      deadline.end();
      leave();
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
