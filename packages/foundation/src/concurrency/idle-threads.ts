import { Worker } from 'node:worker_threads';

/** By the address of their module. */
const idle = new Map<string, Worker[]>();
let idleMax = 0;

/**
 * Lets threads that were released wait for the next who needs their module, up to so many for each. For processes that open
 * one folder after another: loading the modules of a thread takes longer than most of what it is asked.
 */
export function keepIdleThreads(max: number): void {
  idleMax = max;
}

/** A thread that runs the module. A message says what to work on. */
export function takeThread(url: URL): Worker {
  const waiting = idle.get(url.href)?.pop();
  if (waiting === undefined) return new Worker(url);
  stopListening(waiting);
  waiting.ref();
  return waiting;
}

/** Ends a thread that has closed everything it has opened, or keeps it. */
export async function releaseThread(url: URL, thread: Worker): Promise<void> {
  stopListening(thread);
  const waiting = idle.get(url.href) ?? [];
  if (waiting.length >= idleMax) {
    await thread.terminate();
    return;
  }
  idle.set(url.href, waiting);
  waiting.push(thread);
  thread.unref();
  const forget = () => {
    if (waiting.includes(thread)) waiting.splice(waiting.indexOf(thread), 1);
  };
  thread.once('exit', forget);
  thread.once('error', forget);
}

/** Not to everything: the runtime has listeners of its own. */
function stopListening(thread: Worker): void {
  for (const event of ['message', 'messageerror', 'error', 'exit']) thread.removeAllListeners(event);
}
