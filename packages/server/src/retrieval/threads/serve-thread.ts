import { parentPort } from 'node:worker_threads';
import { closeMessage, describeFault, type ThreadCall, type ThreadReply } from './thread-protocol.ts';

/** What a thread offers, by name; the arguments are those of the other end. */
export type ThreadMethods = Readonly<Record<string, (...given: never[]) => unknown>>;

/** The life of a thread: answers every call as it comes, until told to close. */
export function serveThread(methods: ThreadMethods, close: () => Promise<void>): void {
  const port = parentPort;
  if (port === null) throw new Error('this file runs in a worker thread only');
  const reply = (answer: ThreadReply) => port.postMessage(answer);
  port.on('message', (message: ThreadCall | typeof closeMessage) => {
    if (message === closeMessage) {
      void close().finally(() => port.close());
      return;
    }
    const { id, name, given } = message;
    try {
      const method = methods[name];
      if (method === undefined) throw new Error(`there is no ${name}`);
      const result = method(...(given as never[]));
      // What is done at once is answered at once, before the next call is looked at.
      if (!(result instanceof Promise)) reply({ id, value: result });
      else
        result.then(
          (value) => reply({ id, value }),
          (error: unknown) => reply({ id, fault: describeFault(error) }),
        );
    } catch (error) {
      reply({ id, fault: describeFault(error) });
    }
  });
}
