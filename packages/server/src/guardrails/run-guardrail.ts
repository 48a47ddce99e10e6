import type { Guardrail, GuardrailInput, Verdict } from '../interfaces/guardrail.ts';
import { readVerdict } from './read-verdict.ts';

/** How one check ended: with a verdict, or without one. */
export type GuardrailRun =
  | { readonly kind: 'finished'; readonly verdict: Verdict }
  | { readonly kind: 'error' }
  | { readonly kind: 'timeout' };

/** No check can return it by accident. */
const stoppedMark = Symbol('stopped');

/**
 * Runs one check within its own time and the signal, and never rejects. A check that answers late is told to stop by
 * its signal, and what it says afterwards is not listened to.
 */
export function runGuardrail(
  guardrail: Guardrail,
  input: GuardrailInput,
  signal: AbortSignal,
): GuardrailRun | Promise<GuardrailRun> {
  if (signal.aborted) return { kind: 'timeout' };
  const abort = new AbortController();
  const startedAt = performance.now();
  try {
    const returned = guardrail.check(input, abort.signal);
    if (isPromise(returned)) return awaitVerdict(guardrail, input, { returned, abort, signal });
    // Most checks answer at once: they need no timer. One that held everything up for too long is late all the same.
    if (performance.now() - startedAt > guardrail.timeoutMs) return { kind: 'timeout' };
    return readRun(returned, input);
  } catch {
    return { kind: 'error' };
  }
}

function isPromise(returned: unknown): returned is Promise<unknown> {
  return typeof returned === 'object' && returned !== null && 'then' in returned;
}

function readRun(returned: unknown, input: GuardrailInput): GuardrailRun {
  const verdict = readVerdict(returned, input.text);
  return verdict === null ? { kind: 'error' } : { kind: 'finished', verdict };
}

interface Started {
  readonly returned: Promise<unknown>;
  readonly abort: AbortController;
  readonly signal: AbortSignal;
}

async function awaitVerdict(
  guardrail: Guardrail,
  input: GuardrailInput,
  { returned: check, abort, signal }: Started,
): Promise<GuardrailRun> {
  const stopped = Promise.withResolvers<typeof stoppedMark>();
  const stop = () => {
    // First the verdict on the check, then the word to it: what it throws on being stopped comes second.
    stopped.resolve(stoppedMark);
    abort.abort();
  };
  const timer = setTimeout(stop, guardrail.timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const returned = await Promise.race([stopped.promise, check]);
    return returned === stoppedMark ? { kind: 'timeout' } : readRun(returned, input);
  } catch {
    // The cause is not kept: an error of a check may quote the text that it checked.
    return { kind: 'error' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
