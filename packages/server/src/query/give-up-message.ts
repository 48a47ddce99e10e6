import type { Admission } from './admission.ts';
import { type EndingParts, endUnanswered } from './end-unanswered.ts';

const triesMax = 60;
const retryMs = 1000;

/**
 * For a question that nobody works on any more and whose end may not be on record, as when the store could not write:
 * whoever follows it, or tries again under its key, shall not wait for the next start of the service. A store that cannot
 * write now is asked again. Does nothing to a message that has ended, or was never admitted.
 */
export function giveUpMessage(
  parts: EndingParts,
  admission: Pick<Admission, 'tenantId' | 'messageId' | 'claim'>,
  triesLeft = triesMax,
): void {
  giveUp(parts, admission).catch(() => {
    if (triesLeft > 1) setTimeout(() => giveUpMessage(parts, admission, triesLeft - 1), retryMs).unref();
  });
}

async function giveUp(
  parts: EndingParts,
  { tenantId, messageId, claim }: Pick<Admission, 'tenantId' | 'messageId' | 'claim'>,
): Promise<void> {
  if (claim !== null) await parts.records.releaseIdempotencyKey(tenantId, claim);
  const message = await parts.records.getMessage(tenantId, messageId);
  if (message !== null && message.log === null && message.status !== 'in_review')
    await endUnanswered(parts, { tenantId, message }, 'failed');
}
