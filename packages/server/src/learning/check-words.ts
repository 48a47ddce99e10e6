import { AppError, type InputFault } from '../errors/app-error.ts';
import type { Guards } from '../interfaces/guard.ts';
import type { TenantId } from '../interfaces/identity.ts';

const timeoutMs = 10_000;
const tryAgainSeconds = 5;

/**
 * What people wrote, as the tenant's policy lets it be stored. It is a statement and no prompt: what is private is taken out
 * or refused, and all else may be said. Rejects with every field that is refused, and nothing is to be stored then.
 */
export async function checkWords<Field extends string>(
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
        detail: 'A guardrail could not look at the words, so they were not kept.',
        retryAfterSeconds: tryAgainSeconds,
      });
    faults.push({
      pointer: `/${field}`,
      code: 'invalid_value',
      message: `A guardrail does not let this be stored (${reason})`,
    });
  }
  if (faults.length === 0) return checked as Record<Field, string | null>;
  throw new AppError('validation_failed', { detail: 'The feedback was not kept.', errors: faults });
}
