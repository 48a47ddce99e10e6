import {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  PermissionError,
  ProblemError,
  RateLimitError,
} from '@avow/client';
import { texts } from './texts.ts';

/** What went wrong: in plain words for the person who asked, and in a line for those who run the connection. */
export interface Explanation {
  readonly text: string;
  /** Null: there is nothing to be done about it. It never has the words of a question. */
  readonly fault: string | null;
}

export function explainError(error: unknown): Explanation {
  if (error instanceof RateLimitError) {
    const { retryAfterMs } = error;
    const seconds = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000);
    return { text: texts.tooMany(seconds), fault: describe(error) };
  }
  if (error instanceof AuthenticationError || error instanceof PermissionError)
    return { text: texts.misconfigured(error.requestId), fault: describe(error) };
  if (error instanceof InvalidRequestError) {
    const ofPrompt = error.errors.filter(({ pointer }) => pointer === '/prompt');
    if (ofPrompt.length === error.errors.length && ofPrompt[0] !== undefined)
      return { text: texts.refused(ofPrompt[0].message), fault: null };
    return { text: texts.misconfigured(error.requestId), fault: describe(error) };
  }
  if (error instanceof ProblemError) return { text: texts.failed(error.requestId), fault: describe(error) };
  if (error instanceof ConnectionError) return { text: texts.unreachable, fault: error.message };
  return { text: texts.unexpected, fault: messageOf(error) };
}

/** The message alone: libraries keep whole requests in their errors, with the words of questions and answers. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function describe({ status, code, requestId, errors }: ProblemError): string {
  const fields = errors.map(({ pointer, message }) => `; ${pointer}: ${message}`).join('');
  return `the service answered ${status} ${code} (request ${requestId})${fields}`;
}
