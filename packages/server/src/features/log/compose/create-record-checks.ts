import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@avow/foundation';
import type { Store } from '../../../storage/store.ts';
import { shareResult } from '../../nodes/compose/share-result.ts';
import type { Nodes } from '../../nodes/nodes.ts';

/** A write that waits for longer is not one that a halted node keeps waiting: its lock is free again before. */
const writeWaitMsMax = 5000;
const pingMsMax = 5000;

/** Whether records can be written and read, and, where nodes share them, whether writes come to their end. */
export function createRecordChecks(
  { store, nodes }: { readonly store: Pick<Store, 'ping'>; readonly nodes: Pick<Nodes, 'state'> },
  clock: Clock,
): () => Promise<{ readonly records: boolean; readonly writes?: boolean }> {
  const recordsWork = shareResult(() => answersInTime(store.ping()), clock);
  return async () => {
    const records = await recordsWork();
    const state = nodes.state();
    return state === null ? { records } : { records, writes: state.writes.oldestMs <= writeWaitMsMax };
  };
}

/** A database that does not answer at all must not keep those waiting who ask about it. */
async function answersInTime(ping: Promise<void>): Promise<boolean> {
  const answered = ping.then(
    () => true,
    () => false,
  );
  return await Promise.race([answered, sleep(pingMsMax, false, { ref: false })]);
}
