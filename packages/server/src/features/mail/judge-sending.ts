import type { ClaimedMail, MailEnd } from './mail-store.ts';

/** How sending ended: the server took the mail, refuses it for good, or could not take it now. */
export type Sent = 'ok' | 'refused' | 'unreachable';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** How long a mail is tried. */
export const mailTriedForMs = 48 * hourMs;

/** After each failed attempt; after the last of them every time. */
const delaysMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 4 * hourMs];
const longestDelayMs = 8 * hourMs;

/** What an attempt means for its mail. */
export function judgeSending(
  sent: Sent,
  { attempts, giveUpAtMs }: Pick<ClaimedMail, 'attempts' | 'giveUpAtMs'>,
  nowMs: number,
): MailEnd {
  if (sent === 'ok') return { kind: 'sent' };
  if (sent === 'refused' || nowMs >= giveUpAtMs) return { kind: 'dead' };
  const delayMs = delaysMs[attempts - 1] ?? longestDelayMs;
  return { kind: 'retry', dueAtMs: Math.min(nowMs + delayMs, giveUpAtMs) };
}
