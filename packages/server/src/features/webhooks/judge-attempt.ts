import type { DeliveryAttemptEnd, EndAttemptOptions, WebhookDelivery } from './webhook-store.ts';

/** What came of a request. */
export type SentWebhook =
  | { readonly kind: 'response'; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly kind: 'fault'; readonly outcome: 'timeout' | 'unreachable' | 'not_allowed' };

type Judged = DeliveryAttemptEnd & Pick<EndAttemptOptions, 'disable'>;

/** An endpoint to which nothing could be delivered for three days is switched off, if it was tried often enough. */
const failingMs = 3 * 86_400_000;
const failedAttemptsMin = 20;

/** An endpoint may ask to be left alone, but not for longer than this. */
const retryAfterMsMax = 3_600_000;

/** What an attempt that has been made means for its delivery and its endpoint. */
export function judgeAttempt(
  sent: SentWebhook,
  delivery: Pick<WebhookDelivery, 'attempts' | 'giveUpAtMs'>,
  { nowMs, random }: { readonly nowMs: number; readonly random: () => number },
): Judged {
  const responseStatus = sent.kind === 'response' ? sent.status : null;
  const ended = { responseStatus, dueAtMs: nowMs };
  if (sent.kind === 'response' && sent.status >= 200 && sent.status < 300)
    return { ...ended, status: 'delivered', outcome: 'ok', disable: null };
  if (sent.kind === 'response' && sent.status === 410)
    return { ...ended, status: 'dead', outcome: 'gone', disable: { reason: 'gone' } };
  const outcome = outcomeOf(sent);
  const disable: Judged['disable'] = {
    reason: 'failing',
    sinceMs: nowMs - failingMs,
    attemptsMin: failedAttemptsMin,
  };
  if (nowMs >= delivery.giveUpAtMs) return { ...ended, status: 'dead', outcome, disable };
  const askedMs = sent.kind === 'response' ? Math.min(sent.retryAfterMs ?? 0, retryAfterMsMax) : 0;
  const delayMs = backoffMs(delivery.attempts, random);
  // The last attempt is made when the time is up, and not a delay before.
  const dueAtMs =
    delayMs === null
      ? delivery.giveUpAtMs
      : Math.min(nowMs + Math.max(delayMs, askedMs), delivery.giveUpAtMs);
  return { ...ended, status: 'pending', outcome, dueAtMs, disable };
}

function outcomeOf(sent: SentWebhook): DeliveryAttemptEnd['outcome'] {
  if (sent.kind === 'fault') return sent.outcome;
  return sent.status >= 300 && sent.status < 400 ? 'redirect' : 'status';
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** How long a delivery is tried. */
export const retryForMs = 72 * hourMs;

/** After each failed attempt but the ninth, which is followed by the last one, when the time is up. */
const delaysMs = [
  ...[10 * secondMs, 2 * minuteMs, 15 * minuteMs],
  ...[hourMs, 4 * hourMs, 8 * hourMs, 14 * hourMs, 20 * hourMs],
] as const;

/** So that what failed together is not repeated together: up to a fifth shorter or longer. */
const jitterShare = 0.2;

/** How long to wait after this many failed attempts; null: until the time is up. */
export function backoffMs(attempts: number, random: () => number): number | null {
  const delayMs = delaysMs[attempts - 1];
  return delayMs === undefined ? null : Math.round(delayMs * (1 + jitterShare * (2 * random() - 1)));
}
