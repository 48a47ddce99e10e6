/** The search could not be carried out. Says nothing of what was searched for: questions do not belong in errors. */
export class PassageSearchError extends Error {
  readonly code: 'timeout' | 'failed';

  constructor(code: 'timeout' | 'failed', message: string) {
    super(message);
    this.name = 'PassageSearchError';
    this.code = code;
  }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout|timed out/i.test(error.message);
}

/** The engine's messages may repeat the query. */
export function searchError(error: unknown, words: readonly string[]): PassageSearchError {
  if (isTimeout(error)) return new PassageSearchError('timeout', 'the passage search ran out of time');
  let message = error instanceof Error ? error.message.toLowerCase() : 'unknown error';
  for (const word of words) message = message.replaceAll(word, '…');
  return new PassageSearchError('failed', `the passage search failed: ${message.slice(0, 300)}`);
}
