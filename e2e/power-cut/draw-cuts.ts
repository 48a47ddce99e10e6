import type { DrawRandom } from '@avow/foundation/testing';
import type { Promised } from './read-promises.ts';
import type { DiskEvent } from './read-recording.ts';

/** What happens seldom, and is worth a cut more often than its number says. */
function isSeldom({ kind, path }: DiskEvent): boolean {
  if (kind === 'written') return path.endsWith('avow.db');
  return kind !== 'sent' && !path.endsWith('-wal');
}

/**
 * Moments at which the power goes, in order: a third right after something was promised, a third anywhere, and a third
 * about what happens seldom, such as a checkpoint, a new file or another name.
 */
export function drawCuts(
  { events, promises }: { readonly events: readonly DiskEvent[]; readonly promises: readonly Promised[] },
  count: number,
  random: DrawRandom,
): number[] {
  const lists = [promises, events, events.filter(isSeldom)].map((list) => list.map(({ timeNs }) => timeNs));
  return Array.from({ length: count }, (_, at) => {
    const times = lists[at % lists.length] ?? [];
    return times[Math.floor(random() * times.length)] ?? 0;
  }).sort((one, other) => one - other);
}
