import type { InputFault, TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { Guards } from '@avow/guardrails';

const timeoutMs = 10_000;
const tryAgainSeconds = 5;

/**
 * Applies the tenant's policy to feedback before it is stored. Feedback is a statement, not a prompt: private data is
 * redacted or refused, and everything else is allowed. Rejects with every refused field; then nothing may be stored.
 */
export async function checkFeedbackText<Field extends string>(
  guards: Guards,
  tenantId: TenantId,
  fields: Readonly<Record<Field, string | null>>,
): Promise<Record<Field, string | null>> {
  const guard = await guards.inForce(tenantId);
  const signal = AbortSignal.timeout(timeoutMs);
  const checked: Partial<Record<Field, string | null>> = {};
  const faults: InputFault[] = [];
  for (const [field, text] of Object.entries(fields) as [Field, string | null][]) {
    checked[field] = text;
    if (text === null) continue;
    const outcome = await guard.checkStatement(text, signal);
    checked[field] = outcome.text;
    const reason = outcome.blocked?.reason;
    if (reason === undefined) continue;
    if (reason === 'guardrail_unavailable')
      throw new AppError('overloaded', {
        detail: 'A guardrail could not check the text, so the feedback was not stored. Try again.',
        retryAfterSeconds: tryAgainSeconds,
      });
    faults.push({
      pointer: `/${field}`,
      code: 'invalid_value',
      message: `A guardrail does not allow this text to be stored (${reason})`,
    });
  }
  if (faults.length === 0) return checked as Record<Field, string | null>;
  throw new AppError('validation_failed', { detail: 'The feedback was not stored.', errors: faults });
}
