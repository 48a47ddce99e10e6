/**
 * Runs work for a key at most once at a time. Calls made during a run share the next run: the current one may have begun
 * before what they want to see existed.
 */
export function coalesceCalls<Key, Value>(work: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const runs = new Map<Key, { readonly current: Promise<Value>; next: Promise<Value> | null }>();
  const begin = (key: Key): Promise<Value> => {
    const run = { current: work(key), next: null as Promise<Value> | null };
    runs.set(key, run);
    const forget = () => {
      if (run.next === null) runs.delete(key);
    };
    run.current.then(forget, forget);
    return run.current;
  };
  return (key) => {
    const run = runs.get(key);
    if (run === undefined) return begin(key);
    const beginNext = () => begin(key);
    run.next ??= run.current.then(beginNext, beginNext);
    return run.next;
  };
}
