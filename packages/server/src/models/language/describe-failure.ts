import { APICallError } from 'ai';
import { ModelFault } from '../../errors/model-fault.ts';

/** A request that came to nothing. */
export interface Failure {
  readonly kind: 'failure';
  readonly fault: ModelFault;
  /** The server did not like how the request was put. */
  readonly isForm: boolean;
  /** After what time the same may be tried again; null where that is in vain, or nobody would wait so long. */
  readonly retryAfterMs: number | null;
}

const momentMs = 100;
const retryAfterMsMax = 1000;

/** Of the library's error only the status and the wait are kept: it holds the request, and what the server said of it. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ModelFault) return failure(error);
  if (!APICallError.isInstance(error))
    return failure(new ModelFault('not_understood', 'what the language model sent cannot be read'));
  // Of a response that was read in part; the library takes its head for the whole of it.
  if (error.cause instanceof ModelFault) return failure(error.cause);
  const { statusCode: status, responseHeaders = {} } = error;
  if (status === undefined)
    return failure(new ModelFault('unreachable', 'the language model does not answer'), {
      retryAfterMs: momentMs,
    });
  return describeStatus(status, retryAfterMsOf(responseHeaders));
}

function describeStatus(status: number, retryAfterMs: number | null): Failure {
  const fault = (code: ModelFault['code'], why: string) =>
    new ModelFault(code, `the language model ${why} (status ${status})`);
  if (status < 300) return failure(fault('not_understood', 'sent what cannot be read'));
  if (status === 401 || status === 403) return failure(fault('wrong_key', 'does not take the key'));
  if (status === 404) return failure(fault('not_found', 'is not at this address, or not by this name'));
  if (status === 429) return failure(fault('busy', 'has too much to do'), { retryAfterMs });
  if (status === 400 || status === 422)
    return failure(fault('refused', 'refuses the request'), { isForm: true });
  if (status < 500) return failure(fault('refused', 'refuses the request'));
  return failure(fault('failed', 'has failed'), { retryAfterMs });
}

function failure(
  fault: ModelFault,
  { isForm = false, retryAfterMs = null }: Partial<Pick<Failure, 'isForm' | 'retryAfterMs'>> = {},
): Failure {
  return { kind: 'failure', fault, isForm, retryAfterMs };
}

/** Seconds, as most say it. A date is hours away or wrong by the difference of two clocks: nobody waits for it. */
function retryAfterMsOf(headers: Readonly<Record<string, string>>): number | null {
  const text = headers['retry-after'];
  if (text === undefined) return momentMs;
  const afterMs = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) * 1000 : Number.POSITIVE_INFINITY;
  return afterMs > retryAfterMsMax ? null : Math.max(momentMs, afterMs);
}
