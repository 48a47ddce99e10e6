import { joinBytes } from '../join-bytes.ts';
import { lineBytesMax } from './bundle-limits.ts';

const newline = 0x0a;

/**
 * The lines of a stream, each with its newline; one line is in memory at a time. Only the last can lack its newline: if
 * the stream was cut off, or if a line exceeds the limit, which ends the reading at once.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield joinBytes([...parts, chunk.subarray(start, end + 1)]);
      parts = [];
      length = 0;
      start = end + 1;
    }
    // A copy, since a stream may fill the same buffer again.
    parts.push(new Uint8Array(chunk.subarray(start)));
    length += chunk.length - start;
    if (length > lineBytesMax) break;
  }
  if (length > 0) yield joinBytes(parts);
}
