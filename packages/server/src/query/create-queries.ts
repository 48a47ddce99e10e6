import { openEnvelope } from '../audit/envelope.ts';
import type { Clock } from '../clock/clock.ts';
import type { StageOutcome } from '../interfaces/guard.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { InFlight } from '../interfaces/in-flight.ts';
import type { KnowledgeStore } from '../interfaces/knowledge-store.ts';
import type { RecordUpkeep, StoredMessage } from '../interfaces/record-store.ts';
import type { Admission } from './admission.ts';
import { type AskedQuery, admitQuery } from './admit-query.ts';
import { answerQuery, guardInput, type QueryParts } from './answer-query.ts';
import { type BackgroundQueue, createBackgroundQueue } from './background-queue.ts';
import { createDeadlines } from './deadlines.ts';
import { tracesUntilOutput } from './outcome.ts';
import { composeMessage, type Delivery, recordMessage } from './record-message.ts';

export interface QueriesParts extends QueryParts {
  readonly knowledge: KnowledgeStore;
  readonly upkeep: RecordUpkeep;
  readonly clock: Clock;
  readonly inFlight: InFlight;
  readonly limits: {
    readonly deadlineMs: number;
    readonly idempotencyKeepMs: number;
    readonly queuedMax: number;
  };
  /** Told of messages answered in the background that failed: nobody waits for them. */
  readonly onBackgroundFailure: (error: unknown, messageId: string) => void;
}

/** How a client wants to wait. */
interface Waiting {
  readonly respondAsync: boolean;
  readonly waitMs: number | null;
}

type Asked =
  | (Delivery & { readonly kind: 'delivered' | 'accepted' })
  | { readonly kind: 'replayed'; readonly body: string; readonly messageId: string };

export interface Queries {
  ask(asked: Omit<AskedQuery, 'leaseMs'>, waiting: Waiting): Promise<Asked>;
  /** Takes up what the process before this one left: what was queued is answered, what had begun has failed. */
  resume(): Promise<void>;
  /** Lets what is in progress end, for so long; then cuts it short. Nothing new is admitted. */
  drain(graceMs: number): Promise<void>;
}

/** A claim outlives the longest wait, so that only a dead process loses it. */
const leaseMarginMs = 30_000;

export function createQueries(parts: QueriesParts): Queries {
  const deadlines = createDeadlines();
  const background = createBackgroundQueue(parts.limits.queuedMax, (admission) =>
    answerQueued(parts, deadlines.start, admission),
  );

  return {
    ask: async (asked, waiting) => {
      const timeoutMs = waiting.waitMs ?? parts.limits.deadlineMs;
      const leave = parts.inFlight.enter(asked.tenantId);
      const deadline = deadlines.start(timeoutMs);
      try {
        const leaseMs = waiting.respondAsync ? parts.limits.idempotencyKeepMs : timeoutMs + leaseMarginMs;
        const admitted = await admitQuery(
          { ...parts, idempotencyKeepMs: parts.limits.idempotencyKeepMs },
          { ...asked, leaseMs },
        );
        if (admitted.kind === 'replay') {
          const { message } = admitted;
          return {
            kind: 'replayed',
            body: JSON.stringify(openEnvelope(message.envelope).response),
            messageId: message.messageId,
          };
        }
        if (waiting.respondAsync) return await accept(parts, background, admitted.admission, deadline.signal);
        return { ...(await answerQuery(parts, admitted.admission, deadline.signal)), kind: 'delivered' };
      } finally {
        deadline.end();
        leave();
      }
    },
    resume: () => resumeUnfinished(parts, background),
    drain: async (graceMs) => {
      const timer = setTimeout(() => deadlines.cutAll(), graceMs);
      await Promise.all([parts.inFlight.drain(), background.drain()]);
      clearTimeout(timer);
    },
  };
}

/**
 * Commits the admission before anyone is told of it, then leaves the rest to the background. The input guardrails run
 * first: what they redact is not to be stored, and what they block is answered at once.
 */
async function accept(
  parts: QueriesParts,
  background: BackgroundQueue,
  asked: Admission,
  deadline: AbortSignal,
): Promise<Asked> {
  const release = background.reserve();
  try {
    const input = await guardInput(parts, asked.request.prompt, deadline);
    const admission = { ...asked, request: { ...asked.request, prompt: input.text }, input };
    if (input.blocked !== null)
      return { ...(await answerQuery(parts, admission, deadline)), kind: 'delivered' };
    const pending = {
      ...tracesUntilOutput(parts.guard, input),
      guardrails: [],
      kind: 'pending',
      status: 'queued',
    } as const;
    const { response, body, row } = composeMessage(parts, admission, pending, 0);
    await parts.records.admitMessage(admission.tenantId, row);
    background.push(admission);
    return { response, body, kind: 'accepted' };
  } finally {
    release();
  }
}

async function answerQueued(
  parts: QueriesParts,
  startDeadline: ReturnType<typeof createDeadlines>['start'],
  admission: Admission,
): Promise<void> {
  const deadline = startDeadline(parts.limits.deadlineMs);
  try {
    if (await parts.records.startMessage(admission.tenantId, admission.messageId)) {
      await answerQuery(parts, admission, deadline.signal);
    }
  } catch (error) {
    parts.onBackgroundFailure(error, admission.messageId);
  } finally {
    deadline.end();
  }
}

async function resumeUnfinished(parts: QueriesParts, background: BackgroundQueue): Promise<void> {
  const unfinished = await parts.upkeep.listUnfinished(parts.limits.queuedMax);
  for (const { tenantId, message } of unfinished) {
    const { admission, input } = storedAdmission(tenantId, message);
    if (message.status === 'queued') background.push(admission);
    else
      await recordMessage(parts, admission, { kind: 'failed', ...tracesUntilOutput(parts.guard, input) }, 0);
  }
}

function storedAdmission(
  tenantId: TenantId,
  message: StoredMessage,
): { admission: Admission; input: StageOutcome } {
  const { resume } = openEnvelope(message.envelope);
  if (resume === null || resume.input === null)
    throw new Error('an unfinished message lacks what is needed to take it up');
  const { messageId, threadId, createdAtMs } = message;
  const { request, claim, input, pack_ids: packIds } = resume;
  return { admission: { tenantId, messageId, threadId, createdAtMs, request, packIds, claim, input }, input };
}
