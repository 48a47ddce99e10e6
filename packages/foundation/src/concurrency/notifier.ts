/** Wakes one waiter. A notification while nobody waits is kept: the next wait then ends immediately. */
export interface Notifier {
  notify(): void;
  /** Until it is notified, the time is up or the signal is aborted. One waiter at a time. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createNotifier(): Notifier {
  let isNotified = false;
  let wake: (() => void) | null = null;
  return {
    notify: () => {
      isNotified = true;
      wake?.();
    },
    wait: async (timeoutMs, signal) => {
      if (!isNotified && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const done = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', done);
            wake = null;
            resolve();
          };
          const timer = setTimeout(done, timeoutMs);
          signal.addEventListener('abort', done, { once: true });
          wake = done;
        });
      }
      isNotified = false;
    },
  };
}
