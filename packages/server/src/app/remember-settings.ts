import type { Nodes } from '../features/nodes/nodes.ts';

const keptMax = 10_000;

/** A read of what seldom changes, and a way to drop what this process has changed itself. */
export interface RememberedSettings<Key, Value> {
  read(key: Key): Promise<Value>;
  forget(key: Key): void;
}

/**
 * Reads again what any node may have changed since it was read. With many tenants on many nodes, one look at the version
 * replaces a look at each of them; alone with its records, a process looks each time.
 */
export function rememberSettings<Key, Value>(
  { settingsVersion }: Pick<Nodes, 'settingsVersion'>,
  read: (key: Key) => Promise<Value>,
): RememberedSettings<Key, Value> {
  const known = new Map<Key, { readonly version: string; readonly value: Value }>();
  return {
    async read(key) {
      // Before what it is the version of: a change in between is found by the next look.
      const version = await settingsVersion();
      if (version === null) return read(key);
      const kept = known.get(key);
      if (kept?.version === version) return kept.value;
      const value = await read(key);
      if (known.size >= keptMax) known.clear();
      known.set(key, { version, value });
      return value;
    },
    forget: (key) => void known.delete(key),
  };
}
