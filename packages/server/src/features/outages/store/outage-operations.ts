import { intoTable, type OperationsFor, type Row, type Statements, setExcluded } from '@avow/storage';
import type { OutageStore } from '../outage-store.ts';
import { observedTimes } from './outage-tables.ts';

type Observed = Row<typeof observedTimes>;

/** The reader's operations on what processes observed. */
export function createOutageReads({ read }: Statements) {
  const list = read(
    `SELECT ${observedTimes.columns.join(', ')} FROM observed_times
     ORDER BY from_ms DESC, process DESC, position DESC LIMIT ?`,
    (row: Observed) => observedTimes.decode(row),
  );
  return {
    listTimes: (limit) => list.all(limit),
  } satisfies OperationsFor<OutageStore>;
}

/** The writer's operations on the same. */
export function createOutageWrites({ change, write }: Statements) {
  const note = write<Observed>(
    `INSERT ${intoTable('observed_times', observedTimes.columns)}
     ON CONFLICT (process, position) DO UPDATE SET ${setExcluded(['until_ms', 'state', 'refused'])}`,
  );
  const cut = change("UPDATE observed_times SET state = 'cut' WHERE state = 'on' AND process <> ?");
  const dropBefore = change('DELETE FROM observed_times WHERE until_ms < ?');
  const dropOldest = change(
    `DELETE FROM observed_times WHERE until_ms <
       (SELECT until_ms FROM observed_times ORDER BY until_ms DESC LIMIT 1 OFFSET ?)`,
  );
  return {
    *noteTimes(times) {
      for (const time of times) yield* note.put(observedTimes.encode(time));
    },
    cutOthers: (process) => cut.put(process),
    *dropTimes({ beforeMs, timesMax }) {
      if (beforeMs !== null) yield* dropBefore.put(beforeMs);
      yield* dropOldest.put(timesMax - 1);
    },
  } satisfies OperationsFor<OutageStore>;
}
