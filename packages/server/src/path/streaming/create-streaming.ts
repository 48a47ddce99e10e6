import type { MessageId, TenantId } from '@avow/foundation';
import { responseOf } from '../../features/records/envelope.ts';
import type { StoredMessage } from '../../features/records/record-store.ts';
import { commitAdmission, guardAdmission } from '../admission/admit-guarded.ts';
import { answerQuery } from '../answer-query.ts';
import { openRestorer } from '../open-restorer.ts';
import type { QueriesParts } from '../path-dependencies.ts';
import type { Run } from '../query.ts';
import { abandonMessage } from '../waiting/abandon-message.ts';
import type { Running } from '../waiting/create-running.ts';
import { endUnanswered } from '../waiting/end-unanswered.ts';
import type { Journals } from './create-journals.ts';
import type { BegunQuery, Cancelled, Streaming } from './streaming.ts';

interface Begun {
  readonly query: BegunQuery;
  /** Resolves when the message has ended, with or without success. */
  readonly ended: Promise<void>;
}

export interface StreamingQueries extends Pick<Streaming, 'follow' | 'cancel'> {
  /** Answers an admitted query, whether or not anybody follows it. */
  begin(given: Pick<Run, 'admission' | 'timeLimit' | 'mayAskModels'>): Promise<Begun>;
}

const endWaitMs = 10_000;

/** Messages that are followed while they are answered. */
export function createStreaming(
  parts: QueriesParts,
  { journals, running }: { readonly journals: Journals; readonly running: Running },
): StreamingQueries {
  /** Waits for the end of a message that was in progress, at most for a while. */
  async function waitForEnd(tenantId: TenantId, messageId: MessageId): Promise<StoredMessage | null> {
    const signal = AbortSignal.timeout(endWaitMs);
    for await (const { type } of journals.events(tenantId, messageId, { after: 0, signal })) {
      if (type === 'message.in_review') break;
    }
    return await parts.records.getMessage(tenantId, messageId);
  }

  /** No process works on it: it is queued or pending review. */
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
          abandonMessage({ ...parts, journals }, admission);
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
      if (!isRunning) await parts.cancelElsewhere?.(messageId);
      const ended = await waitForEnd(tenantId, messageId);
      // It was too late to prevent the answer, but not its delivery.
      if (ended?.status === 'in_review') return await cancelWaiting(tenantId, ended);
      return ended?.status === 'cancelled'
        ? { kind: 'cancelled', body: JSON.stringify(responseOf(ended)) }
        : { kind: 'ended' };
    },
  };
}
