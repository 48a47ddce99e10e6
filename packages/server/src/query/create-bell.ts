/** What one sleeper waits for and another rings. A ring while nobody waits is not lost: the next wait is over at once. */
export interface Bell {
  ring(): void;
  /** Until it rings, the time is up or the signal is aborted. One at a time. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createBell(): Bell {
  let hasRung = false;
  let wake: (() => void) | null = null;
  return {
    ring: () => {
      hasRung = true;
      wake?.();
    },
    wait: async (timeoutMs, signal) => {
      if (!hasRung && !signal.aborted) {
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
      hasRung = false;
    },
  };
}
