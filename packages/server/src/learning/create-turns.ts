/** Runs work on one thing one after the other, and work on different things side by side. */
export type TakeTurn = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** What is read before it is written stays as it was read, as long as nobody else writes it: one process serves. */
export function createTurns(): TakeTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const turn = before.then(work, work);
    last.set(name, turn);
    try {
      return await turn;
    } finally {
      if (last.get(name) === turn) last.delete(name);
    }
  };
}
