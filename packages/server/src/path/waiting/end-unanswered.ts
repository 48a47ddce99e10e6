import type { Scoring } from '@avow/answering/score';
import type { QueryResponse, StreamEvent } from '@avow/contract/query';
import type { TenantId } from '@avow/foundation';
import type { StoredMessage } from '../../features/records/record-store.ts';
import { openEnvelope } from '../../features/records/records.ts';
import type { Admission } from '../admission/admission.ts';
import { type EndingDependencies, recordStoredEnd } from '../recording/record-message.ts';

export interface UnansweredDependencies extends EndingDependencies {
  readonly scoring: Scoring;
}

/**
 * Ends a message that no process is answering: its process died, or it was cancelled while queued or pending review. Null if
 * it has ended meanwhile.
 */
export async function endUnanswered(
  path: UnansweredDependencies,
  { tenantId, message }: { readonly tenantId: TenantId; readonly message: StoredMessage },
  status: 'failed' | 'cancelled',
): Promise<QueryResponse | null> {
  const content = openEnvelope(message.envelope);
  const { agent_context } = content.response;
  const suggested_next_action = path.scoring.suggestNextAction({ kind: status });
  const response: QueryResponse = {
    ...content.response,
    status,
    agent_context: { ...agent_context, suggested_next_action },
  };
  const isEnded = await recordStoredEnd(
    path,
    { tenantId, message, content },
    {
      response,
      review: content.review,
      lastEvents: [{ type: `message.${status}`, data: response } as StreamEvent],
      tripwireTriggered: false,
      // A failed request may be retried under the same key; a cancelled one stays cancelled. Who died with it knew the key.
      idempotency: { claim: null, ending: status === 'cancelled' ? 'keep' : 'free' },
      label: null,
    },
  );
  return isEnded ? response : null;
}

type Abandoned = Pick<Admission, 'tenantId' | 'messageId' | 'claim'>;

const triesMax = 60;
const retryMs = 1000;

/**
 * For a query that nobody works on any more and whose end may not be on record, for example because the store could not
 * write: followers, and a retry under its key, must not wait for the next start of the service. A store that cannot write
 * is tried again. Does nothing to a message that has ended or was never admitted.
 */
export function abandonMessage(
  path: UnansweredDependencies,
  admission: Abandoned,
  triesLeft = triesMax,
): void {
  abandon(path, admission).catch(() => {
    if (triesLeft > 1) setTimeout(() => abandonMessage(path, admission, triesLeft - 1), retryMs).unref();
  });
}

async function abandon(
  path: UnansweredDependencies,
  { tenantId, messageId, claim }: Abandoned,
): Promise<void> {
  if (claim !== null) await path.records.releaseIdempotencyKey(tenantId, claim);
  const message = await path.records.getMessage(tenantId, messageId);
  if (message !== null && message.log === null && message.status !== 'in_review')
    await endUnanswered(path, { tenantId, message }, 'failed');
}
