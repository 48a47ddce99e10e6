import { allowStated } from '@avow/answering/understand';
import type { BlockedPrompt } from '@avow/contract/records';
import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { Guard, InputOutcome, StageOutcome } from '@avow/guardrails';
import { indexCodePoints } from '@avow/text/sentences';
import type { GuardedAdmission } from './admission/admission.ts';
import type { PathDependencies } from './path-dependencies.ts';
import type { AdmittedQuery, GuardedQuery } from './query.ts';

/** Runs the input guardrails before anything is stored: what they redact must not be. */
export async function guardPrompt(path: PathDependencies, query: AdmittedQuery): Promise<GuardedQuery> {
  const { admission, timeLimit } = query;
  const { signal: deadline } = timeLimit;
  const { tenantId, request } = admission;
  const guard = await path.guards.inForce(tenantId);
  const input = await checkPrompt(path, guard, { tenantId, prompt: request.prompt }, deadline);
  // A check that was cut off by the deadline is not broken, and nothing has been stored yet.
  if (input.blocked?.reason === 'guardrail_unavailable') deadline.throwIfAborted();
  if (input.blocked === null && request.answer_schema !== undefined)
    await refuseSchema(guard, request.answer_schema, deadline);
  const guarded = { ...query, guard, input, checkFailure: null };
  if (request.history === undefined) return { ...guarded, admission: { ...admission, input } };
  const history = input.blocked === null ? await allowStated(guard, request.history, deadline) : [];
  return { ...guarded, admission: { ...admission, request: { ...request, history }, input } };
}

/**
 * A prompt that was checked when it was admitted is answered under the policy that it was checked by. If that no longer exists,
 * for example because an update ships another one, the prompt is checked again. A message on record must end, even if the
 * service has too much to do to check its prompt.
 */
export async function guardResumed(
  path: PathDependencies,
  query: AdmittedQuery & { readonly admission: GuardedAdmission },
): Promise<GuardedQuery> {
  const { tenantId, request, input: earlier } = query.admission;
  const guard = await path.guards.ofVersion(tenantId, earlier.policyVersion);
  const guarded = { ...query, guard, input: earlier, checkFailure: null };
  if (earlier.policyVersion === guard.policyVersion) return guarded;
  try {
    const input = await checkPrompt(
      path,
      guard,
      { tenantId, prompt: request.prompt },
      query.timeLimit.signal,
    );
    return { ...guarded, input: { ...input, redacted: input.redacted || earlier.redacted } };
  } catch (cause) {
    return { ...guarded, checkFailure: { cause } };
  }
}

type CheckDependencies = Pick<PathDependencies, 'telemetry' | 'hashPrompt'>;

interface SentPrompt {
  readonly tenantId: TenantId;
  readonly prompt: string;
}

/** Security, privacy and safety, on the prompt. Nothing is looked up, and no model that answers is asked, before they have ended. */
export async function checkPrompt(
  path: CheckDependencies,
  guard: Guard,
  sent: SentPrompt,
  deadline: AbortSignal,
): Promise<InputOutcome> {
  const outcome = await path.telemetry.step('guard_input', () =>
    guard.check('prompt', { text: sent.prompt, quotes: [] }, deadline),
  );
  return {
    ...outcome,
    policyVersion: guard.policyVersion,
    blockedPrompt: hashBlocked(path, guard, sent, { outcome, text: sent.prompt }),
  };
}

/** Checks that need a standalone question, such as its topic. The results are those of the prompt and of the question. */
export async function checkQuestion(
  path: CheckDependencies,
  guard: Guard,
  { question, input, ...sent }: SentPrompt & { readonly question: string; readonly input: InputOutcome },
  deadline: AbortSignal,
): Promise<InputOutcome> {
  const outcome = await path.telemetry.step('guard_question', () =>
    guard.check('question', { text: question, quotes: [] }, deadline),
  );
  return {
    ...input,
    results: [...input.results, ...outcome.results],
    models: [...new Set([...input.models, ...outcome.models])],
    isUnread: input.isUnread || outcome.isUnread,
    blocked: outcome.blocked,
    tripwireTriggered: outcome.tripwireTriggered,
    degraded: input.degraded || outcome.degraded,
    blockedPrompt: hashBlocked(path, guard, sent, { outcome, text: question }),
  };
}

/** What is kept of a blocked prompt in place of its text; null: nothing. `text`: what was checked. */
function hashBlocked(
  { hashPrompt }: CheckDependencies,
  guard: Guard,
  { tenantId, prompt }: SentPrompt,
  { outcome, text }: { readonly outcome: StageOutcome; readonly text: string },
): BlockedPrompt | null {
  if (outcome.blocked === null || guard.blockedPrompts === 'redacted') return null;
  // If the text checked is not the prompt, its offsets would be meaningless.
  const spans = text === prompt ? outcome.spans : [];
  const offsets = indexCodePoints(text);
  return {
    hash: hashPrompt(tenantId, prompt),
    spans: spans.map(({ guardrailId, start, end }) => ({
      guardrail_id: guardrailId as `grd_${string}`,
      start: offsets.toCodePoint(start),
      end: offsets.toCodePoint(end),
    })),
  };
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
