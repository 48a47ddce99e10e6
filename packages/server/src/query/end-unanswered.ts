import type { QueryResponse, StreamEvent } from '@avow/contract';
import { openEnvelope, sealEnvelope } from '../audit/envelope.ts';
import type { Clock } from '../clock/clock.ts';
import { messageEvents } from '../events/message-events.ts';
import type { TenantId } from '../interfaces/identity.ts';
import type { RecordStore, StoredMessage } from '../interfaces/record-store.ts';
import type { Scoring } from '../interfaces/scoring.ts';
import type { Journals } from './create-journals.ts';

export interface EndingParts {
  readonly records: RecordStore;
  readonly scoring: Scoring;
  readonly clock: Clock;
  readonly journals: Journals;
}

/**
 * Ends a message that nobody is answering: its process died, or it was called off while it waited. Null where it has
 * ended in the meantime.
 */
export async function endUnanswered(
  { records, scoring, clock, journals }: EndingParts,
  { tenantId, message }: { readonly tenantId: TenantId; readonly message: StoredMessage },
  status: 'failed' | 'cancelled',
): Promise<QueryResponse | null> {
  const { response: before, ...content } = openEnvelope(message.envelope);
  const suggested_next_action = scoring.suggestNextAction({ kind: status });
  const response: QueryResponse = {
    ...before,
    status,
    agent_context: { ...before.agent_context, suggested_next_action },
  };
  const { log: _none, ...row } = message;
  const envelope = sealEnvelope(
    { ...content, held: null, resume: null },
    { answer: response.answer, responseJson: JSON.stringify(response) },
  );
  const journal = await journals.reopen(tenantId, message.messageId);
  const claim = content.resume?.claim ?? null;
  const ended = await records.finishMessage(
    tenantId,
    { ...row, status, envelope },
    {
      events: messageEvents(response, { tripwireTriggered: false, nowMs: clock.nowMs() }),
      // What failed may be asked again under the same key; what was called off stays so.
      idempotency: claim === null ? null : { claim, ending: status === 'cancelled' ? 'keep' : 'free' },
      journal: await journal.last([{ type: `message.${status}`, data: response } as StreamEvent]),
      cost: null,
      label: null,
    },
  );
  if (ended === 'already_ended') return null;
  journal.ended();
  return response;
}
