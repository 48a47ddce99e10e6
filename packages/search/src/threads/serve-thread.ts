import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { closeMessage, describeFault, type ThreadCall, type ThreadReply } from './thread-protocol.ts';

/** What a thread offers, by name; the arguments are those of the other end. */
export type ThreadMethods = Readonly<Record<string, (...given: never[]) => unknown>>;

/** The time for calls in progress when the thread closes: a writer may wait minutes for another one. */
const closeWaitMs = 5_000;

/** Runs a worker thread: answers calls as they arrive, until the close message. */
export function serveThread(methods: ThreadMethods, close: () => Promise<void>): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs in a worker thread only');
  const reply = (answer: ThreadReply) => port.postMessage(answer);
  const underWay = new Set<Promise<unknown>>();
  const finish = async () => {
    await Promise.race([Promise.allSettled([...underWay, close()]), sleep(closeWaitMs)]);
    // Ends this thread, with whatever still waits in it: nothing it writes depends on being finished.
    process.exit();
  };
  port.on('message', (message: ThreadCall | typeof closeMessage) => {
    if (message === closeMessage) {
      void finish();
      return;
    }
    const { id, name, given } = message;
    try {
      const method = methods[name];
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
