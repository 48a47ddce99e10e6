/**
 * Work that is done for one key at a time. Whoever asks while it runs shares the next run with all who ask until then: the one
 * that runs may have begun before what they want to see was there.
 */
export function shareRuns<Key, Value>(work: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
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
