import type { Duplex } from 'node:stream';
import { createFrameReader, type FrameLimits, writeFrame } from './frames.ts';

type Listener = (message: unknown, bytes: number) => void;

/** One end of the connection between a confined process and the one that started it. */
export interface ProcessChannel {
  /** Calls back when the other end can take more, or is gone. */
  readonly send: (message: unknown, sent?: () => void) => void;
  /** Messages are read from the first call on, and go to the last listener; null drops them. */
  readonly listen: (listener: Listener | null) => void;
  /** What was wrong with a message of the other end; null if nothing was. */
  readonly fault: Error | null;
}

/** `onEnd` is called once: at the end of the connection, or for a fault, after which nothing is read. */
export function openChannel(
  stream: Duplex,
  limits: FrameLimits,
  onEnd: (fault: Error | null) => void,
): ProcessChannel {
  let listener: Listener | null = null;
  let isReading = false;
  let isOver = false;
  let found: Error | null = null;
  const end = (fault: Error | null) => {
    if (isOver) return;
    isOver = true;
    found = fault;
    stream.destroy();
    onEnd(fault);
  };
  const reader = createFrameReader(limits, (message, bytes) => {
    if (!isOver) listener?.(message, bytes);
  });
  // The other end may go at any moment, and leaves an error then.
  stream.on('error', () => end(null));
  stream.on('close', () => end(null));
  const read = (piece: Buffer) => {
    if (isOver) return;
    try {
      reader.take(piece);
    } catch (error) {
      end(error instanceof Error ? error : new Error('a message cannot be read'));
    }
  };
  return {
    send: (message, sent = () => undefined) => {
      if (isOver) {
        sent();
        return;
      }
      const parts = writeFrame(message);
      stream.cork();
      for (const [index, part] of parts.entries())
        stream.write(part, index === parts.length - 1 ? () => sent() : undefined);
      stream.uncork();
    },
    listen: (next) => {
      listener = next;
      if (isReading) return;
      isReading = true;
      stream.on('data', read);
    },
    get fault() {
      return found;
    },
  };
}
