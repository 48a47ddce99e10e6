import type { InputOutcome } from '@avow/guardrails';
import type { Run } from '../query.ts';
import type { GuardedParts } from '../query-parts.ts';
import { recordAdmission } from './record-message.ts';

/** The admission of a query, which may not be on record yet. */
export interface PendingAdmission {
  /** Records it, once, no matter how often this is called. Throws once it is closed, if it was not recorded before. */
  record(): Promise<void>;
  /** From now on it is not recorded any more. Whether nothing of the message is on record, and nobody has tried to put it there. */
  close(): Promise<boolean>;
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
  const commit = () => recordAdmission(parts, admission, { input, status: 'processing', firstEvents: [] });
  return openAdmission({ isAdmitted, commit });
}

export function openAdmission({
  isAdmitted,
  commit,
}: {
  readonly isAdmitted: boolean;
  readonly commit: () => Promise<unknown>;
}): PendingAdmission {
  let admitted: Promise<unknown> | null = isAdmitted ? Promise.resolve() : null;
  let isClosed = false;
  return {
    async record() {
      if (isClosed && admitted === null) throw new Error('The query has ended');
      admitted ??= commit();
      await admitted;
    },
    async close() {
      isClosed = true;
      // What is under way must not come after the end of the message.
      await admitted?.catch(() => undefined);
      return admitted === null;
    },
  };
}
