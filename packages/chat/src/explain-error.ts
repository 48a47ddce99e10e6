import {
  AuthenticationError,
  ConnectionError,
  InvalidRequestError,
  PermissionError,
  ProblemError,
  RateLimitError,
} from '@avow/client';
import { chatTexts } from './chat-texts.ts';

/** What went wrong: in plain words for the person who asked, and in a line for those who run the connection. */
interface Explanation {
  readonly text: string;
  /** Null: there is nothing to be done about it. It never has the words of a question. */
  readonly fault: string | null;
}

export function explainError(error: unknown): Explanation {
  if (error instanceof RateLimitError) {
    const { retryAfterMs } = error;
    const seconds = retryAfterMs === null ? null : Math.ceil(retryAfterMs / 1000);
    return { text: chatTexts.tooMany(seconds), fault: describe(error) };
  }
  if (error instanceof AuthenticationError || error instanceof PermissionError)
    return { text: chatTexts.misconfigured(error.requestId), fault: describe(error) };
  if (error instanceof InvalidRequestError) {
    const ofPrompt = error.errors.filter(({ pointer }) => pointer === '/prompt');
    if (ofPrompt.length === error.errors.length && ofPrompt[0] !== undefined)
      return { text: chatTexts.refused(ofPrompt[0].message), fault: null };
    return { text: chatTexts.misconfigured(error.requestId), fault: describe(error) };
  }
  if (error instanceof ProblemError)
    return { text: chatTexts.failed(error.requestId), fault: describe(error) };
  if (error instanceof ConnectionError) return { text: chatTexts.unreachable, fault: error.message };
  return { text: chatTexts.unexpected, fault: messageOf(error) };
}

/** The message alone: libraries keep whole requests in their errors, with the words of questions and answers. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function describe({ status, code, requestId, errors }: ProblemError): string {
  const fields = errors.map(({ pointer, message }) => `; ${pointer}: ${message}`).join('');
  return `the service answered ${status} ${code} (request ${requestId})${fields}`;
}
