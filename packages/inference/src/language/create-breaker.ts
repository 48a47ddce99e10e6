import type { Clock } from '@avow/foundation';
import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  handleWhen,
  type IHalfOpenAfterBackoffContext,
} from 'cockatiel';
import type { ModelFaultCode } from '../model-fault.ts';
import { type CallOutcome, createFailureCount } from './create-failure-count.ts';

/** How an attempt ended. Unknown: the caller aborted before anything was known about the provider. */
export type CallEnd =
  | { readonly outcome: 'worked' | 'unknown' }
  | {
      readonly outcome: 'failed' | 'overloaded';
      readonly code: ModelFaultCode;
      /** The provider's `Retry-After`; null: it gave none. */
      readonly restMs: number | null;
    };

/**
 * A circuit breaker: it rejects calls to a provider that keeps failing, and lets single probes find out whether it has
 * recovered.
 */
export interface Breaker {
  /** Null: the circuit is open. Otherwise a function to report the end of the attempt; only its first call counts. */
  admit(): ((end: CallEnd) => void) | null;
  /** Whether the circuit is open, or half-open with a probe under way. */
  isOpen(): boolean;
  /** Others found that the provider keeps failing: the next failure opens the circuit, unless a call works before. */
  suspect(): void;
  /** Subscribes to the opening of the circuit. Returns a function that unsubscribes. */
  onOpen(listener: () => void): () => void;
}

export interface BreakerOptions {
  readonly clock: Clock;
  /** The delay before the first probe; doubled each time a probe fails. */
  readonly restMs: number;
  readonly onChange: (change: {
    readonly kind: 'degraded' | 'recovered';
    readonly code: ModelFaultCode;
  }) => void;
}

const restMsMax = 60_000;

/** Carries the end of an attempt through the library, which only handles promises. */
class TryEnded extends Error {
  readonly end: CallEnd;

  constructor(end: CallEnd) {
    super(end.outcome);
    this.end = end;
  }
}

export function createBreaker({ clock, restMs, onChange }: BreakerOptions): Breaker {
  const count = createFailureCount(clock);
  const listeners = new Set<() => void>();
  let degradedBy: ModelFaultCode | null = null;
  let restsUntilMs = 0;

  const circuit = circuitBreaker(
    // An attempt with an unknown end is not counted, but it must not close a circuit that it probed.
    handleWhen(
      (error) =>
        error instanceof TryEnded &&
        (error.end.outcome !== 'unknown' || circuit.state === CircuitState.HalfOpen),
    ),
    {
      // The outcomes are counted when they are known, since the library does not hand them on.
      breaker: {
        state: null,
        success: (state) => {
          if (state === CircuitState.HalfOpen) count.clear();
        },
        failure: () => count.isTooMuch(),
      },
      halfOpenAfter: restAfter(restMs, (durationMs) => {
        restsUntilMs = Date.now() + durationMs;
      }),
    },
  );
  circuit.onBreak((reason) => {
    count.clear();
    const end = 'error' in reason && reason.error instanceof TryEnded ? reason.error.end : null;
    if (degradedBy === null && end !== null && 'code' in end) {
      degradedBy = end.code;
      onChange({ kind: 'degraded', code: end.code });
    }
    for (const listener of listeners) listener();
  });
  circuit.onReset(() => {
    if (degradedBy !== null) onChange({ kind: 'recovered', code: degradedBy });
    degradedBy = null;
  });

  return {
    admit: () => {
      // The library would make other calls wait for the outcome of the probe, which would take too long.
      if (circuit.state === CircuitState.HalfOpen) return null;
      const ended = Promise.withResolvers<void>();
      let isAdmitted = false;
      circuit
        .execute(() => {
          isAdmitted = true;
          return ended.promise;
        })
        .catch(ignoreTryEnd);
      if (!isAdmitted) return null;
      let hasEnded = false;
      return (end) => {
        if (hasEnded) return;
        hasEnded = true;
        if (end.outcome !== 'unknown') count.note(end.outcome satisfies CallOutcome);
        if (end.outcome === 'worked') ended.resolve();
        else ended.reject(new TryEnded(end));
      };
    },
    isOpen: () =>
      circuit.state === CircuitState.HalfOpen ||
      // The library keeps the time of the opening to itself, by this same clock.
      (circuit.state === CircuitState.Open && Date.now() < restsUntilMs),
    suspect: () => {
      if (circuit.state === CircuitState.Closed) count.suspect();
    },
    onOpen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Doubled with each failed probe, and at least the provider's `Retry-After`; a probe with an unknown end is repeated at once.
 */
function restAfter(firstMs: number, onRest: (durationMs: number) => void) {
  const next = ({ attempt, result }: IHalfOpenAfterBackoffContext) => {
    const end = 'error' in result && result.error instanceof TryEnded ? result.error.end : null;
    const wantedMs = end !== null && 'restMs' in end ? (end.restMs ?? 0) : 0;
    const usualMs = end?.outcome === 'unknown' ? 0 : firstMs * 2 ** Math.min(attempt - 1, 10);
    const duration = Math.min(Math.max(usualMs, wantedMs), Math.max(restMsMax, firstMs));
    onRest(duration);
    return { duration, next };
  };
  return { next };
}

function ignoreTryEnd(error: unknown): void {
  if (!(error instanceof TryEnded) && !(error instanceof BrokenCircuitError)) throw error;
}
