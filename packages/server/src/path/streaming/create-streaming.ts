import type { MessageId, TenantId } from '@avow/foundation';
import type { StoredMessage } from '../../features/records/record-store.ts';
import { responseOf } from '../../features/records/records.ts';
import { admitQuery } from '../admit-query.ts';
import { answerGuarded } from '../answer-query.ts';
import { openRestorer } from '../deliver-answer.ts';
import { guardPrompt } from '../guard-prompt.ts';
import type { PathDependencies } from '../path-dependencies.ts';
import type { AdmittedQuery } from '../query.ts';
import { journalAdmission } from '../recording/admission-record.ts';
import { abandonMessage, endUnanswered } from '../waiting/end-unanswered.ts';
import type { BegunQuery, Cancelled, Streaming } from './streaming.ts';

const endWaitMs = 10_000;

/** Messages that are followed while they are answered. */
export function createStreaming(path: PathDependencies): Streaming {
  const { journals, running } = path;

  /** Waits for the end of a message that was in progress, at most for a while. */
  async function waitForEnd(tenantId: TenantId, messageId: MessageId): Promise<StoredMessage | null> {
    const signal = AbortSignal.timeout(endWaitMs);
    for await (const { type } of journals.events(tenantId, messageId, { after: 0, signal })) {
      if (type === 'message.in_review') break;
    }
    return await path.records.getMessage(tenantId, messageId);
  }

  /** No process works on it: it is queued or pending review. */
  async function cancelWaiting(tenantId: TenantId, message: StoredMessage): Promise<Cancelled> {
    const response = await endUnanswered(path, { tenantId, message }, 'cancelled');
    return response === null ? { kind: 'ended' } : { kind: 'cancelled', body: JSON.stringify(response) };
  }

  return {
    begin: async (incoming, { waitMs }) => {
      const admitted = await admitQuery(path, incoming, { waitMs, isForLater: false });
      if (admitted.kind === 'replayed') return admitted;
      const { query, slot } = admitted;
      try {
        const { begun, ended } = await slot.run(() => begin(path, query));
        void ended.finally(slot.leave);
        return begun;
      } catch (error) {
        abandonMessage(path, query.admission);
        slot.leave();
        throw error;
      }
    },
    follow: journals.follow,
    cancel: async (tenantId, messageId): Promise<Cancelled> => {
      const message = await path.records.getMessage(tenantId, messageId);
      if (message === null) return { kind: 'not_found' };
      if (message.log !== null) return { kind: 'ended' };
      if (message.status === 'in_review') return await cancelWaiting(tenantId, message);
      const isRunning = running.cancel(messageId);
      if (!isRunning && message.status === 'queued') {
        const cancelled = await cancelWaiting(tenantId, message);
        if (cancelled.kind === 'cancelled') return cancelled;
      }
      if (!isRunning) await path.cancelElsewhere?.(messageId);
      const ended = await waitForEnd(tenantId, messageId);
      // It was too late to prevent the answer, but not its delivery.
      if (ended?.status === 'in_review') return await cancelWaiting(tenantId, ended);
      return ended?.status === 'cancelled'
        ? { kind: 'cancelled', body: JSON.stringify(responseOf(ended)) }
        : { kind: 'ended' };
    },
  };
}

/** Answers an admitted query, whether or not anybody follows it. `ended`: resolves when the message has ended, with or without success. */
async function begin(
  path: PathDependencies,
  admitted: AdmittedQuery,
): Promise<{ readonly begun: BegunQuery; readonly ended: Promise<void> }> {
  const guarded = await guardPrompt(path, admitted);
  const { tenantId, messageId } = guarded.admission;
  const restorer = await openRestorer(path, guarded);
  const journal = path.journals.open(tenantId, messageId);
  await journalAdmission(path, guarded, { status: 'processing', journal });
  const answering = answerGuarded(path, guarded, { journal, isAdmitted: true, isResumable: false });
  const ended = answering.then(
    () => undefined,
    (error: unknown) => {
      path.onBackgroundFailure(error, messageId);
      abandonMessage(path, guarded.admission);
    },
  );
  const begun: BegunQuery = {
    kind: 'begun',
    messageId,
    requestId: messageId.replace(/^msg_/, 'req_'),
    events: (signal) => {
      const events = path.journals.events(tenantId, messageId, { after: 0, signal });
      return restorer === null ? events : restorer.restoreEvents(events);
    },
  };
  return { begun, ended };
}
