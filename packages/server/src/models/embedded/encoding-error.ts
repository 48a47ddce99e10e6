/** Passages could not be encoded. Says nothing of them. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}
