/** Passages could not be encoded. The message contains nothing of their text. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}
