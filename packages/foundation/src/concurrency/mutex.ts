/** Runs one piece of work at a time, in the order in which they were submitted. A failure does not stop the next. */
export interface Mutex {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves once everything submitted so far has ended. */
  idle(): Promise<void>;
}

export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();
  return {
    run: (work) => {
      const result = last.then(work);
      last = result.then(
        () => undefined,
        () => undefined,
      );
      return result;
    },
    idle: () => last,
  };
}

/** One mutex per key. Keys without work take no memory. */
export interface KeyedMutex {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createKeyedMutex(): KeyedMutex {
  const mutexes = new Map<string, { readonly mutex: Mutex; users: number }>();
  return {
    run: async (key, work) => {
      const entry = mutexes.get(key) ?? { mutex: createMutex(), users: 0 };
      mutexes.set(key, entry);
      entry.users += 1;
      try {
        return await entry.mutex.run(work);
      } finally {
        entry.users -= 1;
        if (entry.users === 0) mutexes.delete(key);
      }
    },
  };
}
