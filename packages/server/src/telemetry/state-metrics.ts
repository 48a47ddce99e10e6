import { Gauge, type Registry } from 'prom-client';

/** Of a file system. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface StateSources {
  /** Of the data folder; read at each request for metrics, since a disk may fill within a minute. Null: unknown. */
  readonly diskSpace: () => Promise<DiskSpace | null>;
}

/** The parts of the data folder whose size is counted. */
export type DataPart = 'database' | 'search' | 'anchors';

/** What an installation consists of and has before it, over all tenants. */
export interface InstallationCounts {
  readonly tenants: number;
  readonly packs: number;
  readonly passages: number;
  /** Passages of served versions without a vector; null: no encoder. */
  readonly unembedded: number | null;
  /** Documents of served versions that are not screened yet. */
  readonly unscreened: number;
  readonly jobs: number;
  /** By status, with the time since the oldest was asked. */
  readonly messages: Readonly<Record<OpenStatus, { readonly count: number; readonly oldestSeconds: number }>>;
  readonly bytes: Readonly<Partial<Record<DataPart, number>>>;
  /** Null: no tenant has a budget. */
  readonly budgets: BudgetUse | null;
}

export type OpenStatus = 'queued' | 'processing' | 'in_review';

/** How far budgets for language models are spent. */
export interface BudgetUse {
  /** Of the tenant that has spent the largest share of its own; 1: all of it. */
  readonly highestShare: { readonly day: number; readonly month: number };
  /** Tenants that have spent theirs. */
  readonly spent: number;
}

export interface StateMetrics {
  noteState(counts: InstallationCounts): void;
}

/** Counted every half minute, except the space on the disk. */
export function createStateMetrics(registers: Registry[], { diskSpace }: StateSources): StateMetrics {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge<Label>({ name, help, labelNames: [...labelNames], registers });
  createDiskMetrics(registers, diskSpace);
  const bytes = gauge('avow_data_bytes', 'Size of what the data folder contains, by part.', ['part']);
  const tenants = gauge('avow_tenants', 'Tenants.');
  const packs = gauge('avow_packs', 'Content packs that are served, of all tenants.');
  const passages = gauge('avow_passages', 'Passages of the served versions of all content packs.');
  const unembedded = gauge(
    'avow_passages_unembedded',
    'Passages of served versions that have no vector yet, and are found by keyword search only.',
  );
  const unscreened = gauge(
    'avow_documents_unscreened',
    'Documents of served versions whose passages are not all screened yet, and are screened when a question needs them.',
  );
  const jobs = gauge('avow_jobs_unfinished', 'Loads and publications that have not ended.');
  const open = gauge('avow_messages_open', 'Messages that have not ended, by status.', ['status']);
  const oldest = gauge(
    'avow_messages_open_oldest_seconds',
    'Time since the oldest message that has not ended was asked, by status; 0 if there is none.',
    ['status'],
  );
  const share = gauge(
    'avow_budget_used_ratio',
    'Largest share that a tenant has spent of its budget for language models, by period; 1 is all of it.',
    ['period'],
  );
  const spent = gauge('avow_budgets_spent', 'Tenants that have spent their budget for language models.');
  return {
    noteState: (counts) => {
      tenants.set(counts.tenants);
      packs.set(counts.packs);
      passages.set(counts.passages);
      if (counts.unembedded !== null) unembedded.set(counts.unembedded);
      unscreened.set(counts.unscreened);
      jobs.set(counts.jobs);
      for (const [status, found] of Object.entries(counts.messages)) {
        open.set({ status }, found.count);
        oldest.set({ status }, found.oldestSeconds);
      }
      for (const [part, size] of Object.entries(counts.bytes)) bytes.set({ part }, size);
      if (counts.budgets === null) return;
      share.set({ period: 'day' }, counts.budgets.highestShare.day);
      share.set({ period: 'month' }, counts.budgets.highestShare.month);
      spent.set(counts.budgets.spent);
    },
  };
}

/** Each reads the disk itself, so that the first request has both. */
function createDiskMetrics(registers: Registry[], diskSpace: StateSources['diskSpace']): void {
  const measured = (name: string, help: string, read: (space: DiskSpace) => number) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const space = await diskSpace();
        if (space === null) this.remove();
        else this.set(read(space));
      },
    });
  measured(
    'avow_disk_size_bytes',
    'Size of the file system that the data folder is on.',
    ({ sizeBytes }) => sizeBytes,
  );
  measured(
    'avow_disk_free_bytes',
    'Space that the service may still use on the file system of the data folder.',
    ({ freeBytes }) => freeBytes,
  );
}
