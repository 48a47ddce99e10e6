import type { Scoring } from '@avow/answering';
import type { QueryResponse, StreamEvent } from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import type { StoredMessage } from '../../features/records/record-store.ts';
import { openEnvelope } from '../../features/records/records.ts';
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
