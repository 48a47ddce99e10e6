/** An abort signal with several sources; the first one wins. */
export interface AbortScope {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Aborts after this time, unless the returned function is called first. */
  abortAfter(ms: number, reason: () => unknown): () => void;
  /** Rejects with the reason if it is aborted before the work is done. */
  race<Result>(work: PromiseLike<Result>): Promise<Result>;
  /** Clears the timers and the listener on the outer signal; to be called at the end. */
  release(): void;
}

export function openAbortScope(outer: AbortSignal): AbortScope {
  const controller = new AbortController();
  const { signal } = controller;
  const timers = new Set<NodeJS.Timeout>();
  const abortByOuter = () => controller.abort(outer.reason);
  if (outer.aborted) abortByOuter();
  else outer.addEventListener('abort', abortByOuter);
  return {
    signal,
    abort: (reason) => controller.abort(reason),
    abortAfter: (ms, reason) => {
      const timer = setTimeout(() => controller.abort(reason()), ms);
      timers.add(timer);
      return () => {
        clearTimeout(timer);
        timers.delete(timer);
      };
    },
    race: (work) =>
      new Promise((resolve, reject) => {
        const stop = () => reject(signal.reason);
        if (signal.aborted) stop();
        signal.addEventListener('abort', stop);
        const settle = (then: () => void) => {
          signal.removeEventListener('abort', stop);
          then();
        };
        work.then(
          (result) => settle(() => resolve(result)),
          (error: unknown) => settle(() => reject(error)),
        );
      }),
    release: () => {
      outer.removeEventListener('abort', abortByOuter);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
