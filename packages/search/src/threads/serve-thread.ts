import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import {
  closedMessage,
  closeMessage,
  describeFault,
  type SearchCall,
  type ThreadOpening,
  type ThreadReply,
} from './thread-protocol.ts';

/** What a thread offers, by name; the arguments are those of the other end. */
type ThreadMethods = Readonly<Record<string, (...given: never[]) => unknown>>;

interface OpenedThread {
  readonly methods: ThreadMethods;
  readonly close?: () => Promise<void>;
}

/** The time for calls in progress when the thread closes: a writer may wait minutes for another one. */
const closeWaitMs = 5_000;

/** Runs a worker thread: answers calls as they arrive, until the close message; it may then be opened again. */
export function serveThread(open: (data: unknown) => OpenedThread): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs in a worker thread only');
  const reply = (answer: ThreadReply) => port.postMessage(answer);
  let opened: OpenedThread | null = null;
  const underWay = new Set<Promise<unknown>>();
  const finish = async () => {
    const settled = Promise.allSettled([...underWay, opened?.close?.()]);
    const late = sleep(closeWaitMs, null, { ref: false });
    // Ends this thread, with whatever still waits in it: nothing it writes depends on being finished.
    if ((await Promise.race([settled, late])) === null) process.exit();
    opened = null;
    port.postMessage(closedMessage);
  };
  port.on('message', (message: ThreadOpening | SearchCall | typeof closeMessage) => {
    if (message === closeMessage) {
      void finish();
      return;
    }
    if ('open' in message) {
      opened = open(message.open);
      return;
    }
    const { id, name, given } = message;
    try {
      const method = opened?.methods[name];
      if (method === undefined) throw new Error(`there is no ${name}`);
      const result = method(...(given as never[]));
      // What is done at once is answered at once, before the next call is looked at.
      if (!(result instanceof Promise)) {
        reply({ id, value: result });
        return;
      }
      underWay.add(result);
      const answered = result.then(
        (value) => reply({ id, value }),
        (error: unknown) => reply({ id, fault: describeFault(error) }),
      );
      void answered.finally(() => underWay.delete(result));
    } catch (error) {
      reply({ id, fault: describeFault(error) });
    }
  });
}
