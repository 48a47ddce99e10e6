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
export async function runGuardrail(
  guardrail: Guardrail,
  input: GuardrailInput,
  signal: AbortSignal,
): Promise<GuardrailRun> {
  if (signal.aborted) return { kind: 'timeout' };
  const abort = new AbortController();
  const stopped = Promise.withResolvers<typeof stoppedMark>();
  const stop = () => {
    // First the verdict on the check, then the word to it: what it throws on being stopped comes second.
    stopped.resolve(stoppedMark);
    abort.abort();
  };
  const timer = setTimeout(stop, guardrail.timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const check = (async () => guardrail.check(input, abort.signal))();
    const returned = await Promise.race([stopped.promise, check]);
    if (returned === stoppedMark) return { kind: 'timeout' };
    const verdict = readVerdict(returned, input.text);
    return verdict === null ? { kind: 'error' } : { kind: 'finished', verdict };
  } catch {
    // The cause is not kept: an error of a check may quote the text that it checked.
    return { kind: 'error' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
