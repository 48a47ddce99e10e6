import type { FormattedEvent } from '../events/format-event.ts';

/** Why events were not taken; a closed set, for metrics. */
export type FailureReason = 'unreachable' | 'untrusted' | 'timeout' | 'refused' | 'interrupted' | 'storage';

export interface SendFailure {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** For the operator. It quotes neither the collector nor a library. */
  readonly fault: string;
  /** How long the collector asks to be left alone; null: it does not say. */
  readonly retryAfterMs: number | null;
  /** It was more than the collector takes at once. */
  readonly isTooLarge?: true;
}

export type SendOutcome = { readonly kind: 'taken' } | SendFailure;

/** Sends events in their order. `taken` means that the collector has all of them. Rejects only if the signal is aborted. */
export type SendEvents = (events: readonly FormattedEvent[], signal: AbortSignal) => Promise<SendOutcome>;

export const taken = { kind: 'taken' } as const;

export function failure(reason: FailureReason, fault: string): SendFailure {
  return { kind: 'failed', reason, fault, retryAfterMs: null };
}
