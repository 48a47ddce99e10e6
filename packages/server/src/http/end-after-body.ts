import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

interface DrainLimits {
  readonly bytesMax: number;
  readonly timeMaxMs: number;
}

/** Three times the largest upload; a client that sends more is cut off. */
const defaultLimits: DrainLimits = { bytesMax: 64 * 1024 * 1024, timeMaxMs: 10_000 };

/**
 * A response that is sent immediately, but ends only when the rest of the request body has been read and discarded, within
 * limits. Many clients read nothing before they have sent everything: if the connection were closed meanwhile, they would see
 * a broken pipe instead of the response.
 */
export function endAfterBody(payload: Buffer, request: IncomingMessage, limits = defaultLimits): Readable {
  async function* parts() {
    yield payload;
    await drain(request, limits);
  }
  return Readable.from(parts(), { objectMode: false });
}

async function drain(request: IncomingMessage, { bytesMax, timeMaxMs }: DrainLimits): Promise<void> {
  if (request.complete || request.readableEnded || request.destroyed) return;
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeMaxMs);
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bytesMax) resolve();
  };
  const ends = ['end', 'close', 'error'] as const;
  for (const event of ends) request.on(event, resolve);
  request.on('data', count).resume();
  await isOver;
  clearTimeout(timer);
  for (const event of ends) request.off(event, resolve);
  request.off('data', count).pause();
}
