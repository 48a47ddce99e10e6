import type { InputOutcome } from '../interfaces/guard.ts';
import { tracesUntilOutput } from './outcome.ts';
import type { GuardedParts } from './query-parts.ts';
import { composeMessage } from './record-message.ts';
import type { Run } from './run.ts';

/**
 * Puts the admission of a query on record before its question leaves for a provider: what was sent out must be found
 * again, whatever becomes of this process. Once, however often it is called.
 */
export function admitOnce(
  parts: GuardedParts,
  { admission, isAdmitted }: Run,
  input: InputOutcome,
): () => Promise<void> {
  let admitted: Promise<void> | null = isAdmitted ? Promise.resolve() : null;
  return () => {
    admitted ??= (async () => {
      const pending = {
        ...tracesUntilOutput(parts.guard, input),
        kind: 'pending',
        status: 'processing',
      } as const;
      const { row } = composeMessage(parts, admission, pending, 0);
      await parts.records.admitMessage(admission.tenantId, row);
    })();
    return admitted;
  };
}
