import type { OperationsFor, Statements } from '@avow/storage';
import type { RetentionStore } from '../../retention/retention-store.ts';

/** The writer's operations on the times at which the service ran. */
export function createTimeWrites({ change }: Statements) {
  const dropLater = change('DELETE FROM noted_times WHERE at_ms > ?');
  const note = change(
    `INSERT INTO noted_times (at_ms) SELECT CAST(?1 AS BIGINT)
     WHERE NOT EXISTS (SELECT 1 FROM noted_times WHERE at_ms > CAST(?1 AS BIGINT) - CAST(?2 AS BIGINT))`,
  );
  const dropOldest = change(
    `DELETE FROM noted_times WHERE at_ms <=
       (SELECT at_ms FROM noted_times ORDER BY at_ms DESC LIMIT 1 OFFSET ?)`,
  );
  return {
    *recordTime({ atMs, apartMs, timesMax }) {
      yield* dropLater.put(atMs);
      yield* note.put(atMs, apartMs);
      yield* dropOldest.put(timesMax);
    },
  } satisfies OperationsFor<RetentionStore>;
}
