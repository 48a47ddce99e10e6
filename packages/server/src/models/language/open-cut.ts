/** A signal that several things may abort, of which the first counts. */
export interface Cut {
  readonly signal: AbortSignal;
  cut(reason: unknown): void;
  /** Cuts after this time, unless what is given back is called before. */
  cutAfter(ms: number, reason: () => unknown): () => void;
  /** Rejects with the reason once it is cut, if that comes before the work is done. */
  race<Result>(work: PromiseLike<Result>): Promise<Result>;
  /** Lets go of timers and of the outer signal; to be called in the end. */
  release(): void;
}

export function openCut(outer: AbortSignal): Cut {
  const controller = new AbortController();
  const { signal } = controller;
  const timers = new Set<NodeJS.Timeout>();
  const cutByOuter = () => controller.abort(outer.reason);
  if (outer.aborted) cutByOuter();
  else outer.addEventListener('abort', cutByOuter);
  return {
    signal,
    cut: (reason) => controller.abort(reason),
    cutAfter: (ms, reason) => {
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
      outer.removeEventListener('abort', cutByOuter);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
