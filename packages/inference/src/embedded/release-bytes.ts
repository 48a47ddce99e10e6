/**
 * Gives memory back that nobody reads any more: it would stay until the next collection, which a process at rest does not see. What
 * shares its memory with other buffers is left alone.
 */
export function releaseBytes({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
