import { openEnvelope } from '../audit/envelope.ts';
import type { RecordStore } from '../interfaces/record-store.ts';
import type { Admission } from './admission.ts';
import { type Admitted, type AskedQuery, admitQuery } from './admit-query.ts';
import { answerQuery } from './answer-query.ts';
import { createLater } from './create-later.ts';
import { createDeadlines, type TimeLimit } from './deadlines.ts';
import type { Answer, QueriesParts } from './queries-parts.ts';

/** How a client wants to wait. */
interface Waiting {
  readonly respondAsync: boolean;
  readonly waitMs: number | null;
}

type Asked = Answer | { readonly kind: 'replayed'; readonly body: string; readonly messageId: string };

export interface Queries {
  ask(asked: Omit<AskedQuery, 'leaseMs'>, waiting: Waiting): Promise<Asked>;
  /** Takes up what the process before this one left: what was queued is answered, what had begun has failed. */
  resume(): Promise<void>;
  /** Lets what is in progress end, for so long; then cuts it short. Nothing new is admitted. */
  drain(graceMs: number): Promise<void>;
}

/** A claim outlives the longest wait, so that only a dead process loses it. */
const leaseMarginMs = 30_000;
const releaseTries = 60;
const releaseRetryMs = 1000;

export function createQueries(parts: QueriesParts): Queries {
  const deadlines = createDeadlines();
  const later = createLater(parts);

  async function answer(admitted: Admitted, respondAsync: boolean, timeLimit: TimeLimit): Promise<Asked> {
    if (admitted.kind === 'replay') {
      const { envelope, messageId } = admitted.message;
      return { kind: 'replayed', body: JSON.stringify(openEnvelope(envelope).response), messageId };
    }
    const { admission } = admitted;
    try {
      if (respondAsync) return await later.accept(admission, timeLimit);
      return { ...(await answerQuery(parts, admission, timeLimit)), kind: 'delivered' };
    } catch (error) {
      // Where the end could not be recorded the key is still held: whoever tries again shall not wait for its lease.
      releaseClaim(parts.records, admission, releaseTries);
      throw error;
    }
  }

  return {
    ask: async (asked, { respondAsync, waitMs }) => {
      const timeoutMs = waitMs ?? parts.limits.deadlineMs;
      const { idempotencyKeepMs } = parts.limits;
      const leave = parts.inFlight.enter(asked.tenantId);
      const deadline = deadlines.start(timeoutMs);
      try {
        const leaseMs = respondAsync ? idempotencyKeepMs : timeoutMs + leaseMarginMs;
        const admitted = await admitQuery({ ...parts, idempotencyKeepMs }, { ...asked, leaseMs });
        return await answer(admitted, respondAsync, deadline);
      } finally {
        deadline.end();
        leave();
      }
    },
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

/** Does nothing where the message no longer holds its key. A store that cannot write now is asked again. */
function releaseClaim(
  records: RecordStore,
  { tenantId, claim }: Pick<Admission, 'tenantId' | 'claim'>,
  triesLeft: number,
): void {
  if (claim === null || triesLeft === 0) return;
  records.releaseIdempotencyKey(tenantId, claim).catch(() => {
    setTimeout(() => releaseClaim(records, { tenantId, claim }, triesLeft - 1), releaseRetryMs).unref();
  });
}
