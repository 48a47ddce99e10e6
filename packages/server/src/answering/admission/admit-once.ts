import type { InputOutcome } from '@avow/guardrails';
import type { GuardedParts } from '../query-parts.ts';
import { recordAdmission } from '../record-message.ts';
import type { Run } from './run.ts';

/**
 * Records the admission of a query before its question is sent to a provider, so that the record shows what was sent even
 * if this process dies. It is recorded once, no matter how often the returned function is called.
 */
export function admitOnce(
  parts: GuardedParts,
  { admission, isAdmitted }: Run,
  input: InputOutcome,
): () => Promise<void> {
  let admitted: Promise<unknown> | null = isAdmitted ? Promise.resolve() : null;
  return async () => {
    admitted ??= recordAdmission(parts, admission, { input, status: 'processing', firstEvents: [] });
    await admitted;
  };
}
