import { AppError } from '@avow/foundation';
import type { Guardrail } from './guardrail.ts';
import type { Ran } from './run-concurrently.ts';
import type { CheckRun } from './run-guardrail.ts';

const retryAfterSeconds = 5;

/**
 * Throws `overloaded` if an enforced check was not even queued: a service that has too much to do refuses the request, and
 * does not say that its checks are unavailable. A check in shadow mode has failed, without any effect.
 */
export function refuseIfFull<Checking extends Pick<Guardrail, 'mode'>, Found>(
  ran: readonly Ran<Checking, Found>[],
): Array<{ readonly guardrail: Checking; readonly run: CheckRun<Found> }> {
  return ran.map(({ guardrail, run }) => {
    if (run.kind !== 'refused') return { guardrail, run };
    if (guardrail.mode === 'shadow') return { guardrail, run: { kind: 'error' } };
    throw new AppError('overloaded', {
      detail: 'Too many texts of this tenant, or of all, wait to be checked.',
      retryAfterSeconds,
    });
  });
}
