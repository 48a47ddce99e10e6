import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  handleWhen,
  type IHalfOpenAfterBackoffContext,
} from 'cockatiel';
import type { Clock } from '../../clock/clock.ts';
import type { ModelFaultCode } from '../../errors/model-fault.ts';
import { createFailureCount, type TryOutcome } from './create-failure-count.ts';

/** How a try ended. Unknown: whoever asked went away before anything could be told of the provider. */
export type TryEnd =
  | { readonly outcome: 'worked' | 'unknown' }
  | {
      readonly outcome: 'failed' | 'overloaded';
      readonly code: ModelFaultCode;
      /** How long the provider wants to be left alone; null: it did not say. */
      readonly restMs: number | null;
    };

/** Leaves a provider alone that keeps failing, and lets one try after the other find out whether it works again. */
export interface Breaker {
  /** Null where nothing may be tried now. Otherwise what the end of the try is told to; only the first one counts. */
  admit(): ((end: TryEnd) => void) | null;
  /** Whether nothing may be tried now, or nothing but what is being tried already. */
  isResting(): boolean;
  /** Called when it begins to leave the provider alone. Gives back what ends the listening. */
  onOpen(listener: () => void): () => void;
}

export interface BreakerOptions {
  readonly clock: Clock;
  /** Before the first try after opening; doubled each time that try fails. */
  readonly restMs: number;
  readonly onChange: (change: {
    readonly kind: 'degraded' | 'recovered';
    readonly code: ModelFaultCode;
  }) => void;
}

const restMsMax = 60_000;

/** Carries the end of a try through the library, which knows only promises. */
class TryEnded extends Error {
  readonly end: TryEnd;

  constructor(end: TryEnd) {
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
    // A try of which nothing is known counts as nothing, but it must not close a circuit that it was to probe.
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
      // The library would let others wait for the outcome of the probe: nobody has the time.
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
        if (end.outcome !== 'unknown') count.note(end.outcome satisfies TryOutcome);
        if (end.outcome === 'worked') ended.resolve();
        else ended.reject(new TryEnded(end));
      };
    },
    isResting: () =>
      circuit.state === CircuitState.HalfOpen ||
      // The library keeps the time of the opening to itself, by this same clock.
      (circuit.state === CircuitState.Open && Date.now() < restsUntilMs),
    onOpen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Doubled with each probe that failed, and no shorter than the provider wants; a probe that told nothing is made up for at once. */
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
