import { formatTime } from '@avow/contract';
import type { InputOutcome } from '../interfaces/guard.ts';
import type { Admission } from './admission.ts';
import type { Journal } from './create-journals.ts';
import { guardInput } from './guard-input.ts';
import { tracesUntilOutput } from './outcome.ts';
import type { QueryParts } from './query-parts.ts';
import { composeMessage, type Delivery } from './record-message.ts';

/** A question whose prompt has been checked. */
export interface GuardedAdmission extends Admission {
  readonly input: InputOutcome;
}

/** The guardrails run first: what they redact is not to be stored. */
export async function guardAdmission(
  parts: QueryParts,
  asked: Admission,
  deadline: AbortSignal,
): Promise<GuardedAdmission> {
  const { tenantId, request } = asked;
  const guard = await parts.guards.inForce(tenantId);
  const input = await guardInput({ ...parts, guard }, { tenantId, prompt: request.prompt }, deadline);
  return { ...asked, input };
}

/** Commits an admission, and the first events of its journal, before anyone is told of it. */
export async function commitAdmission(
  parts: QueryParts,
  admission: GuardedAdmission,
  { status, journal }: { readonly status: 'queued' | 'processing'; readonly journal: Journal },
): Promise<Delivery> {
  const { tenantId, input, messageId, threadId, createdAtMs } = admission;
  const guard = await parts.guards.ofVersion(tenantId, input.policyVersion);
  const pending = { ...tracesUntilOutput(guard, input), kind: 'pending', status } as const;
  const { response, body, row } = composeMessage({ ...parts, guard }, admission, pending, 0);
  const suffix = messageId.slice('msg_'.length);
  const first = journal.first([
    {
      type: 'message.created',
      data: {
        message_id: messageId,
        request_id: `req_${suffix}`,
        audit_ref: `aud_${suffix}`,
        thread_id: threadId,
        created_at: formatTime(createdAtMs),
      },
    },
    ...input.results.map((data) => ({ type: 'message.guardrail', data }) as const),
  ]);
  await parts.records.admitMessage(tenantId, row, first);
  return { response, body };
}
