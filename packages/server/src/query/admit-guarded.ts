import { formatTime } from '@avow/contract';
import { AppError } from '../errors/app-error.ts';
import type { Guard, InputOutcome } from '../interfaces/guard.ts';
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
  if (input.blocked === null && request.answer_schema !== undefined)
    await refuseSchema(guard, request.answer_schema, deadline);
  return { ...asked, input };
}

/** A form goes to a language model too, and its words are as much the client's as the prompt: it passes as it is, or not. */
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
  const message = 'Holds something that a guardrail does not let pass.';
  throw new AppError('validation_failed', {
    detail: 'The form of the answer cannot be sent to a language model.',
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
