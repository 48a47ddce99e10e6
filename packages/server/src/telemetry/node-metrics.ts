import { Gauge, type Registry } from 'prom-client';

/** What a node knows of the database and of the nodes that it shares it with. */
export interface SharedState {
  readonly isDatabaseThere: boolean;
  readonly alive: ReadonlyArray<{ readonly host: string }>;
  /** How far the clock of this machine is ahead of the database's; negative: behind. */
  readonly clockApartMs: number;
  /** Writes that were not answered yet. */
  readonly writes: { readonly count: number; readonly oldestMs: number };
}

/** Read at each request for metrics; null: the records are shared with no other process, and there are no such metrics. */
export function createNodeMetrics(registers: Registry[], read: () => SharedState | null): void {
  const gauge = (name: string, help: string, measure: (state: SharedState) => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        const state = read();
        if (state === null) this.remove();
        else this.set(measure(state));
      },
    });
  gauge('avow_database_up', '1 if the database answers this node, 0 if it is away.', (state) =>
    Number(state.isDatabaseThere),
  );
  gauge(
    'avow_writes_waiting',
    'Writes of this node that are not committed yet.',
    ({ writes }) => writes.count,
  );
  gauge(
    'avow_writes_oldest_wait_seconds',
    'How long the oldest write of this node waits that is not committed yet; 0 if none does.',
    ({ writes }) => writes.oldestMs / 1000,
  );
  gauge(
    'avow_clock_offset_seconds',
    'How far the clock of this machine is ahead of that of the database server; negative if it is behind.',
    ({ clockApartMs }) => clockApartMs / 1000,
  );
  new Gauge({
    ...{ name: 'avow_nodes_alive', help: 'Nodes that are alive, by the name of their machine.', registers },
    labelNames: ['host'],
    collect() {
      this.reset();
      for (const { host } of read()?.alive ?? []) this.inc({ host });
    },
  });
}
