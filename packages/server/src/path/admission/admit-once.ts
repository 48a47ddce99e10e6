import type { InputOutcome } from '@avow/guardrails';
import type { GuardedParts } from '../query-parts.ts';
import { recordAdmission } from '../record-message.ts';
import type { Run } from './run.ts';

/** The admission of a query, which may not be on record yet. */
export interface PendingAdmission {
  /** Whether nothing of the message is on record, and nobody has tried to put it there. */
  isNew(): boolean;
  /** Records it, once, no matter how often this is called. */
  record(): Promise<void>;
}

/**
 * The admission of a query is recorded before its question is sent to a provider, so that the record shows what was sent even
 * if this process dies.
 */
export function admitOnce(
  parts: GuardedParts,
  { admission, isAdmitted }: Run,
  input: InputOutcome,
): PendingAdmission {
  let admitted: Promise<unknown> | null = isAdmitted ? Promise.resolve() : null;
  return {
    isNew: () => admitted === null,
    async record() {
      admitted ??= recordAdmission(parts, admission, { input, status: 'processing', firstEvents: [] });
      await admitted;
    },
  };
}
