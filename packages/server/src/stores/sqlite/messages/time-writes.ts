import type { DatabaseSync } from 'node:sqlite';

export interface RecordTimeCall {
  readonly atMs: number;
  readonly apartMs: number;
  readonly timesMax: number;
}

/** The writer's operations on the times at which the service ran. */
export function createTimeWrites(database: DatabaseSync) {
  const dropLater = database.prepare('DELETE FROM noted_times WHERE at_ms > ?');
  const note = database.prepare(
    'INSERT INTO noted_times SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM noted_times WHERE at_ms > ?1 - ?2)',
  );
  const dropOldest = database.prepare(
    `DELETE FROM noted_times WHERE at_ms <=
       (SELECT at_ms FROM noted_times ORDER BY at_ms DESC LIMIT 1 OFFSET ?)`,
  );
  return {
    recordTime({ atMs, apartMs, timesMax }: RecordTimeCall): null {
      dropLater.run(atMs);
      note.run(atMs, apartMs);
      dropOldest.run(timesMax);
      return null;
    },
  };
}
