import { responseOf } from '../audit/envelope.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';
import type { StoredMessage } from '../interfaces/record-store.ts';
import { commitAdmission, guardAdmission } from './admit-guarded.ts';
import { answerQuery } from './answer-query.ts';
import type { Journals } from './create-journals.ts';
import type { Running } from './create-running.ts';
import { endUnanswered } from './end-unanswered.ts';
import { giveUpMessage } from './give-up-message.ts';
import { openRestorer } from './open-restorer.ts';
import type { QueriesParts } from './queries-parts.ts';
import type { Run } from './run.ts';
import type { BegunQuery, Cancelled, Streaming } from './streaming.ts';

interface Begun {
  readonly query: BegunQuery;
  /** Resolves when the message has ended, whichever way. */
  readonly ended: Promise<void>;
}

export interface StreamingQueries extends Pick<Streaming, 'follow' | 'cancel'> {
  /** Answers an admitted question, whether or not anybody listens. */
  begin(given: Pick<Run, 'admission' | 'timeLimit' | 'mayAskModels'>): Promise<Begun>;
}

const endWaitMs = 10_000;

/** Messages that are followed while they are answered. */
export function createStreaming(
  parts: QueriesParts,
  { journals, running }: { readonly journals: Journals; readonly running: Running },
): StreamingQueries {
  /** The end of a message that was in progress a moment ago; null where it does not come in time. */
  async function waitForEnd(tenantId: TenantId, messageId: MessageId): Promise<StoredMessage | null> {
    const signal = AbortSignal.timeout(endWaitMs);
    for await (const { type } of journals.events(tenantId, messageId, { after: 0, signal })) {
      if (type === 'message.in_review') break;
    }
    return await parts.records.getMessage(tenantId, messageId);
  }

  /** Nobody works on it: it has not begun, or waits for a person. */
  async function cancelWaiting(tenantId: TenantId, message: StoredMessage): Promise<Cancelled> {
    const response = await endUnanswered({ ...parts, journals }, { tenantId, message }, 'cancelled');
    return response === null ? { kind: 'ended' } : { kind: 'cancelled', body: JSON.stringify(response) };
  }

  return {
    begin: async (given) => {
      const admission = await guardAdmission(parts, given.admission, given.timeLimit.signal);
      const { tenantId, messageId } = admission;
      const restorer = await openRestorer(parts, admission, given.timeLimit.signal);
      const journal = journals.open(tenantId, messageId);
      await commitAdmission(parts, admission, { status: 'processing', journal });
      const answering = answerQuery(parts, {
        ...given,
        admission,
        journal,
        isAdmitted: true,
        isResumable: false,
      });
      const ended = answering.then(
        () => undefined,
        (error: unknown) => {
          parts.onBackgroundFailure(error, messageId);
          giveUpMessage({ ...parts, journals }, admission);
        },
      );
      return {
        query: {
          kind: 'begun',
          messageId,
          requestId: messageId.replace(/^msg_/, 'req_'),
          events: (signal) => {
            const events = journals.events(tenantId, messageId, { after: 0, signal });
            return restorer === null ? events : restorer.restoreEvents(events);
          },
        },
        ended,
      };
    },
    follow: journals.follow,
    cancel: async (tenantId, messageId): Promise<Cancelled> => {
      const message = await parts.records.getMessage(tenantId, messageId);
      if (message === null) return { kind: 'not_found' };
      if (message.log !== null) return { kind: 'ended' };
      if (message.status === 'in_review') return await cancelWaiting(tenantId, message);
      const isRunning = running.cancel(messageId);
      if (!isRunning && message.status === 'queued') {
        const cancelled = await cancelWaiting(tenantId, message);
        if (cancelled.kind === 'cancelled') return cancelled;
      }
      const ended = await waitForEnd(tenantId, messageId);
      // It was too late to keep it from being answered, and not from being given.
      if (ended?.status === 'in_review') return await cancelWaiting(tenantId, ended);
      return ended?.status === 'cancelled'
        ? { kind: 'cancelled', body: JSON.stringify(responseOf(ended)) }
        : { kind: 'ended' };
    },
  };
}
