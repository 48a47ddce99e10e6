import { parentPort } from 'node:worker_threads';
import { describeOpening } from '../sqlite-faults.ts';
import type { Answers, FromWorker, ThreadCall, ToWorker } from './worker-protocol.ts';

export interface CallServer {
  /** The most calls that `run` receives together. */
  readonly groupMax: number;
  run(calls: readonly ThreadCall[]): Answers;
  close(): void;
}

/**
 * The lifecycle of a worker: open, then answer queued calls, a group at a time, until asked to close; it may then be asked
 * to open another. An uncaught error ends the thread, and the other side then rejects everything.
 */
export function serveCalls(open: (data: unknown) => CallServer): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs in a worker thread only');
  const send = (message: FromWorker) => port.postMessage(message);

  let server: CallServer | null = null;
  const start = (data: unknown) => {
    try {
      server = open(data);
      send({ kind: 'opened' });
    } catch (error) {
      send({ kind: 'not_opened', message: describeOpening(error) });
    }
  };

  port.on('message', (message: ToWorker) => {
    if (message !== 'close' && 'open' in message) {
      start(message.open);
      return;
    }
    if (server === null) throw new Error('nothing is open');
    if (message === 'close') {
      server.close();
      server = null;
      send({ kind: 'closed' });
      return;
    }
    const waiting: ThreadCall[] = [];
    for (let index = 0; index < message.length; index += 2) {
      waiting.push([String(message[index]), message[index + 1] as readonly unknown[]]);
    }
    for (let from = 0; from < waiting.length; from += server.groupMax) {
      send({ kind: 'answers', ...server.run(waiting.slice(from, from + server.groupMax)) });
    }
  });
}
