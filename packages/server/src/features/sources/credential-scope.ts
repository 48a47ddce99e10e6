import { isDeepStrictEqual } from 'node:util';
import type { SourceConnection } from '@avow/contract';

type Settings = Readonly<Record<string, unknown>>;

/** Settings that neither change where a source reads nor which items of it are used: how much, how fast and for whom. */
const otherSettings: ReadonlySet<string> = new Set([
  ...['pages_max', 'depth_max', 'delay_ms', 'minutes_max', 'entries_max'],
  'access_map',
]);

/**
 * The settings by which two connections differ in what credentials are used for. A setting counts unless it is known not
 * to, so that a new one does.
 */
export function scopeChanges(before: SourceConnection, after: SourceConnection): readonly string[] {
  const [one, other]: readonly Settings[] = [before, after];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => !otherSettings.has(name) && !isDeepStrictEqual(one?.[name], other?.[name]),
  );
}
