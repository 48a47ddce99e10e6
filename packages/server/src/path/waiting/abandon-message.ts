import type { Admission } from '../admission/admission.ts';
import { endUnanswered, type UnansweredDependencies } from './end-unanswered.ts';

type Abandoned = Pick<Admission, 'tenantId' | 'messageId' | 'claim'>;

const triesMax = 60;
const retryMs = 1000;

/**
 * For a query that nobody works on any more and whose end may not be on record, for example because the store could not
 * write: followers, and a retry under its key, must not wait for the next start of the service. A store that cannot write
 * is tried again. Does nothing to a message that has ended or was never admitted.
 */
export function abandonMessage(
  path: UnansweredDependencies,
  admission: Abandoned,
  triesLeft = triesMax,
): void {
  abandon(path, admission).catch(() => {
    if (triesLeft > 1) setTimeout(() => abandonMessage(path, admission, triesLeft - 1), retryMs).unref();
  });
}

async function abandon(
  path: UnansweredDependencies,
  { tenantId, messageId, claim }: Abandoned,
): Promise<void> {
  if (claim !== null) await path.records.releaseIdempotencyKey(tenantId, claim);
  const message = await path.records.getMessage(tenantId, messageId);
  if (message !== null && message.log === null && message.status !== 'in_review')
    await endUnanswered(path, { tenantId, message }, 'failed');
}
