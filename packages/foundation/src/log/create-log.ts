import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/** A write per line would cost as much as the query it describes, so lines are written in blocks, at least every second. */
const gathered = { dest: 1, sync: false, minLength: 8 * 1024, periodicFlush: 1000 };

/**
 * Structured logs. They hold ids, codes and times; never a question, an answer, a key or a secret.
 * Errors are logged by name, code and stack alone: a message may quote what a client sent. `also` gets every line too.
 */
export function createLog(level: string, destination?: DestinationStream, also?: DestinationStream): Log {
  const first = destination ?? openOutput();
  return pino(
    {
      level,
      base: { service: 'avow' },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    also === undefined
      ? first
      : pino.multistream([first, also].map((stream) => ({ stream, level: 'trace' }))),
  );
}

function openOutput(): DestinationStream {
  const output = pino.destination(gathered);
  // What is left is written again and again at the exit of a process if nobody reads it any more. Written before, while there
  // still is an event loop, the fault is heard, and what is left is given up.
  process.once('beforeExit', () => output.flush());
  return output;
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // The first lines of a stack repeat the message; the frames alone say where.
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...(code === undefined ? {} : { code }),
    frames: frames.slice(0, 12).map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
