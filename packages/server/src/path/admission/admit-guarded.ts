import { allowStated } from '@avow/answering';
import { formatTime } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { Guard, InputOutcome } from '@avow/guardrails';
import { guardInput } from '../guard-prompt.ts';
import type { QueryParts } from '../query-parts.ts';
import { type Delivery, recordAdmission } from '../recording/record-message.ts';
import type { Journal } from '../streaming/create-journals.ts';
import type { Admission } from './admission.ts';

/** A query whose prompt has been checked. */
export interface GuardedAdmission extends Admission {
  readonly input: InputOutcome;
}

/** Runs the input guardrails before anything is stored: what they redact must not be. */
export async function guardAdmission(
  parts: QueryParts,
  admission: Admission,
  deadline: AbortSignal,
): Promise<GuardedAdmission> {
  const { tenantId, request } = admission;
  const guard = await parts.guards.inForce(tenantId);
  const input = await guardInput({ ...parts, guard }, { tenantId, prompt: request.prompt }, deadline);
  // A check that was cut off by the deadline is not broken, and nothing has been stored yet.
  if (input.blocked?.reason === 'guardrail_unavailable') deadline.throwIfAborted();
  if (input.blocked === null && request.answer_schema !== undefined)
    await refuseSchema(guard, request.answer_schema, deadline);
  if (request.history === undefined) return { ...admission, input };
  const history = input.blocked === null ? await allowStated(guard, request.history, deadline) : [];
  return { ...admission, request: { ...request, history }, input };
}

/** A schema is sent to a language model too, and may contain anything the client wrote: it passes unchanged, or is refused. */
async function refuseSchema(
  guard: Guard,
  schema: Readonly<Record<string, unknown>>,
  deadline: AbortSignal,
): Promise<void> {
  const { blocked, redacted } = await guard.check(
    'prompt',
    { text: stringsIn(schema).join('\n'), quotes: [] },
    deadline,
  );
  if (blocked === null && !redacted) return;
  const message = 'Contains something that a guardrail does not allow.';
  throw new AppError('validation_failed', {
    detail: 'answer_schema cannot be sent to a language model.',
    errors: [{ pointer: '/answer_schema', code: 'not_allowed', message }],
  });
}

/** Every name and text, in order. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsIn(inner)]);
}

/** Records an admission, with the first events of its journal, before anyone hears of it. */
export async function commitAdmission(
  parts: QueryParts,
  admission: GuardedAdmission,
  { status, journal }: { readonly status: 'queued' | 'processing'; readonly journal: Journal },
): Promise<Delivery> {
  const { tenantId, input, messageId, threadId, createdAtMs } = admission;
  const guard = await parts.guards.ofVersion(tenantId, input.policyVersion);
  const suffix = messageId.slice('msg_'.length);
  const firstEvents = journal.first([
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
  return await recordAdmission({ ...parts, guard }, admission, { input, status, firstEvents });
}
